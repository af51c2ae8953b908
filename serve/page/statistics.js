/* What the files hold: a list of them, and tables and plots of one. */
import { box, html, label, path, put, svg } from "./dom.js";
import { valueLegend } from "./board.js";
import { ask } from "./api.js";
import { capital, grouped, valueNames } from "./words.js";
import { writeAddress } from "./game.js";

/* Numbers stand to the right. */
export function table(heads, rows) {
  const side = (i) => (i > 0 && /^[\d\s\u202f-]*$/.test(rows[0]?.[i]) && "n");
  return html("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": heads.join(", ") }, html("table", {},
    html("thead", {}, html("tr", {}, heads.map((head, i) => html("th", { scope: "col", class: side(i) }, head)))),
    html("tbody", {}, rows.map((row) => html("tr", {}, row.map((cell, i) => (i > 0 ? html("td", { class: side(i) }, cell) : html("th", { scope: "row" }, cell))))))));
}

const figure = (title, ...inside) => html("figure", { class: "card" }, html("figcaption", {}, title), inside);

/* A drawing, with its numbers below. */
const plot = (title, names, drawing, ...numbers) => figure(title, valueLegend(names), drawing,
  html("details", { open: !drawing }, html("summary", {}, "The numbers"), table(...numbers)));

/* One bar for each row: the shares of its values. */
function shares(rows, name) {
  if (rows.length === 0) return null;
  const names = valueNames.filter((value) => rows.some((row) => row[value] > 0));
  const bars = rows.map((row, i) => {
    let x = 80;
    return [label("label end", 72, i * 24 + 17, row[name]), names.map((value) => {
      const wide = (336 * row[value]) / Math.max(1, row.positions);
      x += wide;
      return box(`bar ${value}`, x - wide / 2, i * 24 + 12, wide, 18);
    })];
  });
  const drawing = rows.length <= 60 && svg("svg", { viewBox: `0 0 420 ${rows.length * 24}`, role: "img", "aria-label": "Shares of values" }, bars);
  return plot(`By ${name}, for the side to move`, names, drawing, [name, "positions", ...names], rows.map((row) => [row[name], grouped(row.positions), ...names.map((value) => grouped(row[value]))]));
}

/* Wins upwards and losses downwards; heights by logarithm, since they differ by powers of ten. */
function histogram(rows) {
  if (rows.length === 0) return null;
  const count = Math.max(...rows.map((row) => row.distance)) + 1;
  const most = Math.log10(1 + Math.max(...rows.flatMap(({ win, loss }) => [win, loss])));
  const wide = 354 / count;
  const at = (i) => 64 + (i + 0.5) * wide;
  const lines = [];
  for (let power = 1; power <= most; power += 1)
    for (const y of [120 - (100 * power) / most, 120 + (100 * power) / most]) lines.push(path("rule", `M62 ${y}H418`), label("label end", 56, y + 5, grouped(10 ** power)));
  for (let i = 0; i < count; i += Math.ceil(count / 10)) lines.push(label("label", at(i) - 4, 250, i));
  const bar = (value, { distance, [value]: number }, sign) => {
    const tall = (100 * Math.log10(1 + number)) / most;
    return box(`bar ${value}`, at(distance), 120 + (sign * tall) / 2, Math.max(1, wide - 1), tall);
  };
  return plot("By plies to the end, on a logarithmic scale", ["win", "loss"],
    svg("svg", { viewBox: "0 0 420 260", role: "img", "aria-label": "Positions by distance" }, lines,
      rows.map((row) => [bar("win", row, -1), bar("loss", row, 1)]), path("way", "M62 120H418")),
    ["plies", "win", "loss"], rows.map(({ distance, win, loss }) => [distance, grouped(win), grouped(loss)]));
}

/* A long position may be broken at zero-width spaces. */
const link = (words, text) => html("a", { href: writeAddress(words) }, (text || "the start").replace(/([,:])/g, "$1\u200b"));

const list = (title, heads, rows) => rows.length > 0 && figure(title, table(heads, rows));

/* The files, each with a link to its numbers and to its positions. */
export function drawFiles(place, files) {
  const rows = files.map(({ file, name, kind, game, positions }) => [link({ file: `${file}` }, name),
    link({ game, proof: kind === "certificate" && `${file}` }, `${kind}, ${game}`), grouped(positions)]);
  put(place, files.length > 0 ? table(["file", "what", "positions"], rows) : "No file is served: values are found by search.");
}

export async function drawStatistics(place, file, signal) {
  const found = await ask("statistics", { file: file.file }, signal);
  const { game, plies, slices, distances, longest, rows } = found;
  const facts = [[found.kind, game], ["positions", grouped(found.positions)], ...valueNames.filter((value) => found[value] > 0).map((value) => [value, grouped(found[value])]),
    ["made with", file.options], ["checksum", file.checksum]].filter(([, value]) => value);
  put(place, html("section", { class: "card" }, html("h2", {}, found.name),
    html("dl", { class: "facts" }, facts.map(([name, value]) => html("div", {}, html("dt", {}, capital(name)), html("dd", {}, value))))),
  html("div", { class: "plots" }, shares(plies, "ply"), shares(slices, "slice"), histogram(distances),
    list("The longest wins and losses", ["position", "value", "plies"], longest.map(({ position, value, distance }) => [link({ game, position }, position), value, distance])),
    list("Rows of the proof by what they rest on", ["kind", "rows"], rows.map((row) => [row.kind, grouped(row.positions)]))));
}
