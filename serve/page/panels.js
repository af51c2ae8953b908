/* What stands beside the board: the moves with their values, and the game so far. */
import { html, label, path, put, svg } from "./dom.js";
import { sideDisc, valueShape } from "./board.js";
import { table } from "./statistics.js";
import { duration, grouped, moveWords, reversed, shapePath, worse } from "./words.js";

/* A score that says something else than the plies. */
function scoreWords({ score, distance, value }) {
  return typeof score === "number" && Math.abs(score) !== distance && value !== "draw" && html("span", { class: "score" }, `score ${score}`.replace("-", "\u2212"));
}

/* A value as a shape and as a clause. */
const inWords = (move) => html("span", { class: "words" }, valueShape(move.value), ` ${moveWords(move)}`);

/* New rows: the list scrolls to the current one, the page never, and it keeps the focus if it had it. */
function refill(list, rows) {
  const focused = list.contains(document.activeElement);
  put(list, rows);
  const current = list.querySelector("[aria-current]");
  if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
  if (focused) (current || list.querySelector("button"))?.focus();
}

/* All legal moves, as `answer` has them, or without values if there is none. */
export function drawMoves(list, info, answer, play) {
  const rated = new Map((answer?.moves || info.moves).map((move) => [move.move, answer ? move : {}]));
  refill(list, [...rated].map(([name, move]) => html("li", {},
    html("button", { "data-move": name, onclick: () => play(info.moves.find((each) => each.move === name)) }, html("b", {}, name),
      move.value && [inWords(move), scoreWords(move)]))));
}

/* What a move was worth to the side that made it, and what it threw away, as far as the answers say. */
function verdict(nodes, i, answers) {
  const before = answers.get(nodes[i - 1].position);
  const after = answers.get(nodes[i].position);
  const rated = before?.moves.find((move) => move.move === nodes[i].move);
  const value = rated && rated.value !== "unknown" ? rated.value : reversed(after?.value || "unknown");
  return value === "unknown" ? null : { value, distance: rated?.distance ?? after?.distance, thrown: before && worse(value, before.value) ? before.value : "" };
}

export function drawHistory(list, line, info, mover, answers, go) {
  const rows = line.nodes.slice(1).map((node, index) => {
    const i = index + 1;
    const found = verdict(line.nodes, i, answers);
    return html("li", { class: i > line.at && "ahead" }, html("button", { "aria-current": i === line.at && "step", onclick: () => go(i) },
      html("span", { class: "number" }, `${i}.`), sideDisc(info, (mover + Math.abs(line.at - i + 1)) & 1), html("b", {}, node.move),
      found && inWords(found), node.spent && html("span", { class: "score" }, node.spent.nodes > 0 && `${grouped(node.spent.nodes)} nodes, `, duration(node.spent.seconds)), found?.thrown && html("span", { class: "thrown" }, `threw away a ${found.thrown}`)));
  });
  refill(list, rows.length > 0 ? rows : html("li", { class: "quiet" }, "No move was made yet."));
}

/* What the players have spent up to here, a column each, and how the game ended, if it is over. */
export function drawAccount(place, line, info, mover) {
  const stops = !info.outcome && line.stops(info);
  const columns = [["player", "result", "moves", "nodes", "time a move"]];
  for (const side of [0, 1]) {
    const own = line.nodes.filter(({ spent }, i) => spent && i <= line.at && ((mover + line.at - i + 1) & 1) === side).map(({ spent }) => spent);
    const sum = (what) => own.reduce((all, spent) => all + spent[what], 0);
    const result = stops || info.outcome === "draw" ? "drawn" : !info.outcome ? "unfinished" : (info.outcome === "win") === (side === mover) ? "won" : "lost";
    if (own.length > 0) columns.push([own.at(-1).player, result, own.length, grouped(sum("nodes")), duration(sum("seconds") / own.length)]);
  }
  const [heads, ...rows] = columns[0].map((_, i) => columns.map((column) => column[i]));
  place.hidden = columns.length === 1;
  put(place, stops && html("p", {}, `A draw: ${stops}.`), table(heads, rows));
}

/* The values of the positions of a game for the first side, as a line through shapes. */
export function drawCourse(figure, line, info, mover, answers) {
  const levels = { win: 14, draw: 40, loss: 66 };
  const step = Math.min(36, 560 / line.nodes.length);
  const points = line.nodes.map((node, i) => {
    const own = answers.get(node.position)?.value;
    const value = ((mover + Math.abs(line.at - i)) & 1) === 0 ? own : reversed(own);
    return { x: 74 + i * step, y: levels[value], value, here: i === line.at };
  }).filter(({ y }) => y);
  figure.hidden = points.length < 2;
  if (figure.hidden) return;
  const wide = 60 + line.nodes.length * step;
  put(figure, html("figcaption", {}, `Value for ${info.sides[0]}`), svg("svg", { viewBox: `0 0 ${wide} 80`, width: wide, role: "img", "aria-label": "The value after each move" },
    Object.entries(levels).map(([value, y]) => [label("label", 0, y + 5, value), path("rule", `M54 ${y}H${wide}`)]),
    path("way", `M${points.map(({ x, y }) => [x, y])}`),
    points.map(({ x, y, value, here }) => path(`shape ${value}${here ? " here" : ""}`, shapePath(value), `translate(${x - 7} ${y - 7}) scale(.7)`))));
}
