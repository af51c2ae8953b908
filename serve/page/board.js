/* The board of any game: cells, pieces and moves come from /api/game, so that this module knows no rules.
 * A move is chosen by its target cell or, if a piece moves, by that piece and then its target; several moves
 * with the same two are told apart by the squares between. Where moves place pieces on several cells, by these
 * in any order, as far as needed. A game that has no cells is shown as text. */
import { box, circle, html, label, path, put, svg } from "./dom.js";
import { moveNumber, moveWords, shapePath, valueNames } from "./words.js";

/* White's pieces are light; where sides have no colour, those who begin have the dark pieces. */
export function sideClass(info, side) {
  return (info.sides[0] === "White") === (side === 0) ? "light" : "dark";
}

/* Small pictures in text: whose piece or move it is, and the shape of a value. */
const inText = (kind, ...parts) => svg("svg", { class: kind, viewBox: "0 0 20 20", "aria-hidden": "true" }, parts);
export const sideDisc = (info, side) => inText(`disc ${sideClass(info, side)}`, circle("", 10, 10, 8));
export const valueShape = (value) => inText(`shape ${value}`, path("", shapePath(value)));
export const valueLegend = (names = valueNames) => html("p", { class: "legend" }, names.map((name) => html("span", {}, valueShape(name), ` ${name}`)));

const last = (list) => list[list.length - 1];

export class Board {
  constructor(place, events) {
    Object.assign(this, { place, events, path: [], focus: -1, flipped: false }); /* events: move (move), hint (sentence) */
  }

  /* Draw a position. `moves`: those of /api/position, or false: without values. `overlay`: what a proof says. */
  draw(info, moves, overlay) {
    const before = this.info;
    Object.assign(this, { info, overlay, values: moves ? new Map(moves.map((move) => [move.move, move])) : null });
    if (before === info) this.mark();
    else {
      if (before?.position !== info.position) this.path = [];
      if (before?.text !== info.text) Object.assign(this, { path: [], focus: -1 });
      this.redraw(this.place.contains(document.activeElement));
    }
  }

  redraw(focused = true) {
    this.on = new Map(this.info.pieces.map((piece) => [piece.cell, piece]));
    if (!this.info.cells) return this.write();
    put(this.place, this.drawing());
    this.mark();
    if (focused) this.focusBoard();
    return null;
  }

  /* Without cells: the drawing that a terminal shows. Moves are chosen from the list of them. */
  write() {
    this.elements = [];
    put(this.place, html("pre", { class: "text-board" }, this.info.drawing));
  }

  /* What changes while the pieces stay. The elements stay, too, so that no click and no focus is lost. */
  mark() {
    if (!this.info.cells) return;
    this.offered = this.offers();
    this.elements.forEach((element, i) => element.setAttribute("aria-label", this.spoken(i, this.offered.get(i))));
    put(this.marked, this.marks());
  }

  flip() {
    this.flipped = !this.flipped;
    this.redraw(false);
  }

  focusBoard() {
    this.elements[this.focus]?.focus();
  }

  /* ---- columns and rows as they are seen, and the middle of a cell ---- */

  turned(x, y) {
    const { columns, rows, gravity } = this.info;
    return this.flipped ? { x: columns - 1 - x, y: gravity ? y : rows - 1 - y } : { x, y };
  }

  at(cell) {
    const { x, y } = this.info.cells[cell];
    return this.turned(x, y);
  }

  centre(cell) {
    const { x, y } = this.at(cell);
    return [100 * x + 50, 100 * y + 50];
  }

  /* ---- choosing a move ---- */

  /* Does a piece move, from the first of several cells to the last? */
  moved(move) {
    return move.cells.length > 1 && !this.info.places;
  }

  /* The moves that what is chosen so far leaves. */
  open() {
    return this.info.moves.filter((move) => this.path.every((cell, i) => (this.info.places ? move.cells.includes(cell) : move.cells[i] === cell)));
  }

  /* A cell on which a piece is placed; once more: not. */
  placeOn(cell) {
    const taken = this.path.includes(cell);
    this.path = taken ? this.path.filter((each) => each !== cell) : [...this.path, cell];
    const [move, ...others] = this.open();
    if (taken || (move && others.length > 0)) return this.redraw();
    this.path = [];
    return move ? this.events.move(move) : this.redraw();
  }

  choose(cell) {
    if (this.info.choose) return this.info.choose(cell);
    if (this.info.places) return this.placeOn(cell);
    const chosen = this.path.length;
    const open = this.open();
    const hits = open.filter((move) => (chosen > 0 || !this.moved(move)) && (move.targets || [last(move.cells)]).includes(cell));
    const ways = open.filter((move) => this.moved(move) && move.cells[chosen] === cell);
    const only = hits.length === 1 && (chosen > 0 || ways.length === 0) ? hits[0] : chosen > 0 && ways.length === 1 ? ways[0] : null;
    if (only) {
      this.path = [];
      return this.events.move(only);
    }
    if (chosen > 0 && hits.length + ways.length > 0) this.events.hint("Several moves end there: choose the next square of the way.");
    if (ways.length > 0) this.path.push(cell);
    else if (hits.length === 0) this.path = this.path[0] !== cell && this.info.moves.some((move) => this.moved(move) && move.cells[0] === cell) ? [cell] : [];
    return this.redraw();
  }

  /* ---- keys ---- */

  /* The nearest cell in a direction takes the focus. */
  step(dx, dy) {
    const here = this.at(this.focus);
    const far = (cell) => {
      const { x, y } = this.at(cell);
      const along = (x - here.x) * dx + (y - here.y) * dy;
      const aside = Math.abs(dx ? y - here.y : x - here.x);
      return along > 0 && (dy || aside === 0) ? 1000 * along + aside : Infinity;
    };
    const best = this.elements.reduce((one, _, cell) => (far(cell) < far(one) ? cell : one), this.focus);
    this.elements[this.focus].setAttribute("tabindex", -1);
    this.elements[best].setAttribute("tabindex", 0);
    this.elements[best].focus();
  }

  key(event, cell) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (steps[event.key]) this.step(...steps[event.key]);
    else if (event.key === "Enter") this.choose(cell);
    else if (event.key === "Escape" && this.path.length > 0) {
      this.path = [];
      this.redraw();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /* ---- drawing: a cell is 100 by 100 ---- */

  drawing() {
    const { columns, rows, files, ranks, gravity, dark } = this.info;
    const fine = Math.min(1.3, Math.max(columns, rows) / 7); /* letters do not grow and shrink as cells do */
    const left = ranks.length > 0 ? 60 * fine : 8;
    const bottom = files.length > 0 ? 14 + 48 * fine : 8;
    const [wide, high] = [100 * columns, 100 * rows];
    const names = svg("g", { class: "coordinates", "font-size": 34 * fine },
      files.map((name, i) => label("", 100 * this.turned(i, 0).x + 50, high + 12 + 36 * fine, name)),
      ranks.map((name, i) => label("", -4 - 34 * fine, 100 * this.turned(0, i).y + 50 + 12 * fine, name)));
    this.marked = svg("g", { class: "marks", "aria-hidden": "true" });
    const ground = [box("ground", wide / 2, high / 2, wide + 16, high + 16, 14), dark && box("pale", wide / 2, high / 2, wide, high)];
    return svg("svg", { viewBox: `${-left} -8 ${wide + left + 8} ${high + bottom + 8}`, class: `drawing ${gravity ? "holes" : dark ? "squares" : "lines"}${Math.max(columns, rows) > 9 ? " many" : ""}` },
      svg("g", { "aria-hidden": "true" }, ground, names), this.grid(), this.marked);
  }

  /* What can be done at a cell: the best move there, and how many there are. */
  offers() {
    const offers = new Map();
    const chosen = this.path.length;
    const rank = new Map([...(this.values?.keys() || [])].map((name, i) => [name, i]));
    const open = this.open().sort((one, other) => rank.get(one.move) - rank.get(other.move));
    for (const move of open) {
      const alone = chosen > 0 && !open.some((other) => other !== move && last(other.cells) === last(move.cells));
      const cells = this.info.places ? move.cells.filter((cell) => !this.path.includes(cell)) : [alone ? last(move.cells) : move.cells[chosen]];
      for (const cell of cells)
        if (offers.has(cell)) offers.get(cell).count += 1;
        else offers.set(cell, { count: 1, best: this.values?.get(move.move) || { value: "unknown" } });
    }
    return offers;
  }

  grid() {
    const { cells, moves, rows, title } = this.info;
    this.legal = new Set(this.open().flatMap((move) => [...(move.targets || []), move.cells[0]]));
    if (this.focus < 0) this.focus = moves[0]?.cells[0] ?? 0;
    this.elements = cells.map((_, i) => this.cell(i, this.on.get(i)));
    const seen = cells.map((_, i) => ({ ...this.at(i), element: this.elements[i] })).sort((one, other) => one.x - other.x);
    return svg("g", { role: "grid", "aria-label": title }, Array.from({ length: rows }, (_, row) =>
      svg("g", { role: "row" }, seen.filter(({ y }) => y === row).map(({ element }) => element))));
  }

  spoken(i, offer) {
    const piece = this.on.get(i);
    const { cells, sides, last: before } = this.info;
    const value = offer && this.values ? `${offer.count > 1 ? "the best " : ""}${moveWords(offer.best)}` : offer ? "a move" : "";
    return [cells[i].name, piece ? `${this.info.names[piece.kind]} of ${sides[piece.side]}` : "empty", before.includes(i) ? "last move" : "",
      this.path[0] === i ? "taken up" : "", offer?.count > 1 ? `${offer.count} moves` : "", value].filter(Boolean).join(", ");
  }

  cell(i, piece) {
    const { info } = this;
    const { name } = info.cells[i];
    const [x, y] = this.centre(i);
    const side = piece ? sideClass(info, piece.side) : "left";
    return svg("g", {
      role: "gridcell", tabindex: i === this.focus ? 0 : -1, "data-name": name,
      class: `cell${info.choose || this.legal.has(i) ? " legal" : ""}${this.path.includes(i) ? " chosen" : ""}`,
      onclick: () => { this.focus = i; this.choose(i); },
      onkeydown: (event) => this.key(event, i),
      onfocus: () => { this.focus = i; },
    }, box("field", x, y, 100), info.gravity && circle("hole", x, y, 42), info.files.length === 0 && label("number", x - 48, y - 33, name),
    piece && this.piece(piece, x, y), info.last.includes(i) && circle(`last ${side}`, x, y, piece ? 15 : 12), box("ring", x, y, 92, 92, 10));
  }

  piece(piece, x, y) {
    return svg("g", { class: `piece ${sideClass(this.info, piece.side)}` }, circle("body", x, y, 40), piece.kind !== "stone" && circle("groove", x, y, 30),
      piece.kind === "king" && path("crown", `M${x - 21} ${y + 14}l-4-30 14 12 11-18 11 18 14-12-4 30z`));
  }

  /* Values of moves and the best move as an arrow, or what a proof says. */
  marks() {
    if (this.overlay) return this.argue();
    if (!this.values) return this.path.length > 0 && [...this.offered.keys()].map((cell) => circle("dot", ...this.centre(cell), 14));
    const best = this.values.values().next().value;
    const move = this.path.length === 0 && best?.value !== "unknown" && this.info.moves.find((each) => each.move === best?.move);
    return [move && move.cells.length > 1 && this.pointed(move), [...this.offered].map(([cell, offer]) => this.badge(cell, offer.best))];
  }

  /* Beside a piece that stands there: small, in the corner. */
  badge(cell, move) {
    const [x, y] = this.centre(cell);
    const corner = this.on.has(cell);
    if (move.value === "unknown") return (corner || this.path.length > 0) && circle("dot", corner ? x + 34 : x, corner ? y + 34 : y, 11);
    const number = moveNumber(move);
    return svg("g", { class: `badge ${move.value}`, transform: corner ? `translate(${x + 27} ${y + 24}) scale(.66)` : `translate(${x} ${y})` },
      box("plate", 0, 0, 68, number ? 76 : 52, 14), path("shape", shapePath(move.value), number ? "translate(-16 -33) scale(1.6)" : "translate(-20 -20) scale(2)"),
      number && label("", 0, 30, number));
  }

  pointed(move) {
    return this.moved(move) ? this.arrow(move.cells) : move.cells.map((cell) => circle("aim", ...this.centre(cell), 30));
  }

  arrow(cells) {
    const points = cells.map((cell) => this.centre(cell));
    const [[x0, y0], [x1, y1]] = points.slice(-2);
    const long = Math.hypot(x1 - x0, y1 - y0);
    const [dx, dy] = [(x1 - x0) / long, (y1 - y0) / long];
    const by = (along, aside) => `${x1 + dx * along - dy * aside} ${y1 + dy * along + dx * aside}`;
    return svg("g", {}, path("shaft", `M${points.slice(0, -1)}L${by(-22, 0)}`), path("head", `M${by(-2, 0)}L${by(-38, 20)}L${by(-38, -20)}z`));
  }

  /* A proof's argument, as /api/certificate draws it, or its move. */
  argue() {
    const { links = [], marks = [], areas = [], move } = this.overlay;
    const looks = (side) => (side === null ? "order" : sideClass(this.info, side));
    const noted = (kind, cell, text, r) => {
      const [x, y] = this.centre(cell);
      return [circle(`ghost ${kind}`, x, y, r), label(`ghostly ${kind}`, x, y + 12, text)];
    };
    return [areas.map((cells, i) => cells.map((cell) => box(`area-${i % 4}`, ...this.centre(cell), 96, 96, 10))),
      links.map(([from, to, text]) => [path("link", `M${this.centre(from)}L${this.centre(to)}`), noted("pair", from, text, 25), noted("pair", to, text, 25)]),
      marks.map(({ cell, side, text }) => noted(looks(side), cell, text, 34)),
      move && this.pointed(move)];
  }
}
