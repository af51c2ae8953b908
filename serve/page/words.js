/* What a value is called and what it looks like: a word, a shape and a colour, each enough by itself. */
const shapes = {
  win: "M10 1.5 19 17.5H1z",
  draw: "M3 3.5H17V8.5H3zM3 11.5H17V16.5H3z",
  loss: "M10 18.5 1 2.5H19z",
  unknown: "M10 3.5a6.5 6.5 0 1 0 .01 0z",
};
export const valueNames = Object.keys(shapes);
const ranks = { loss: -1, draw: 0, win: 1 };

/* The path of a shape in a box of 20 by 20. */
export const shapePath = (value) => shapes[value] || shapes.unknown;

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

export const plies = (count) => (count === 1 ? "1 ply" : `${count} plies`);

export const grouped = (number) => String(number ?? "-").replace(/\B(?=(\d{3})+$)/g, "\u202f");

export const duration = (seconds) => (seconds < 1 ? `${+(1000 * seconds).toPrecision(2)} ms` : `${seconds.toFixed(1)} s`);

/* The value of a move for the side that makes it, as a clause. */
export function moveWords({ value, distance, bounds }) {
  const end = typeof distance === "number" ? ` in ${plies(distance)}` : "";
  if (value !== "unknown") return { win: `wins${end}`, draw: "draws", loss: `loses${end}` }[value];
  return bounds?.[0] === "draw" ? "does not lose" : bounds?.[1] === "draw" ? "does not win" : "not known";
}

/* The number beside a shape: plies to the end, else the score. */
export function moveNumber({ value, distance, score }) {
  return value in ranks && value !== "draw" ? `${distance ?? Math.abs(score ?? NaN)}`.replace("NaN", "") : "";
}

export const reversed = (value) => ({ win: "loss", loss: "win" })[value] || value;

/* Is the first value worse, and are both known? */
export const worse = (one, other) => ranks[one] < ranks[other];
