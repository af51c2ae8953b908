/* Setting up a position: pieces are put on the board; the server says what position that is, or why there is none. */
import { html, put } from "./dom.js";
import { sideDisc } from "./board.js";
import { capital } from "./words.js";

/* What can be put is offered in `place`; `show` draws the board. Returns a function: what to ask /api/setup. */
export function beginSetup(place, info, show) {
  const { cells, sides, kinds, names, gravity, pieces } = info;
  const on = new Map(pieces.map((piece) => [piece.cell, piece]));
  const brushes = kinds.flatMap((kind) => [0, 1].map((side) => ({ side, kind })));
  let { turn } = info;
  let [brush] = brushes;

  /* Where pieces fall: the lowest free cell of the column of one that is free, else the highest that is taken. */
  const landing = (cell) => (gravity ? cells.reduce((best, { x, y }, i) => (x === cells[best].x && on.has(i) === on.has(cell) && (y < cells[best].y) === on.has(cell) ? i : best), cell) : cell);

  /* A piece like the chosen one is taken away. */
  function choose(there) {
    const cell = landing(there);
    const { side, kind } = on.get(cell) || {};
    if (side === brush.side && kind === brush.kind) on.delete(cell);
    else on.set(cell, { cell, ...brush });
    draw();
  }

  const draw = () => show({ ...info, pieces: [...on.values()], moves: [], last: [], choose });
  const choice = (name, checked, onchange, ...text) => html("label", {}, html("input", { type: "radio", name, checked, onchange }), " ", ...text);
  put(place, brushes.map((each) => choice("brush", each === brush, () => { brush = each; }, sideDisc(info, each.side), ` ${capital(names[each.kind])} of ${sides[each.side]}`)),
    kinds.length > 1 && ["first", "second"].map((name, side) => choice("turn", name === turn, () => { turn = name; }, `${capital(sides[side])} to move`)),
    html("button", { onclick: () => { on.clear(); draw(); } }, "Clear"));
  draw();
  const named = (own) => [...on.values()].filter(({ side }) => side === own).map(({ cell, kind }) => (kind === "king" ? "K" : "") + cells[cell].name).join();
  return () => ({ first: named(0), second: named(1), turn });
}
