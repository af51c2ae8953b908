/* The game that is looked at: positions in a row, one of which is shown, and its address. */

/* What is in the address: after # (of this page), or after ? (as others write it). */
export function readAddress() {
  const text = location.hash.length > 1 ? location.hash.slice(1) : location.search.slice(1);
  return Object.fromEntries(new URLSearchParams(text));
}

export function writeAddress(words) {
  const text = Object.entries(words).filter(([, value]) => value).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `#${text.join("&").replace(/%20/g, "+").replace(/%(3A|2C)/g, decodeURIComponent)}`;
}

/* Boards without keys have no text of the position after a move, but take moves behind one. */
const textAfter = (position, move) => `${position} ${move}`.trim();

export class Line {
  /* nodes: {position, move, spent: {player, nodes, seconds}}; the first has no move, one that was set up was not played. */
  constructor(nodes, at = nodes.length - 1) {
    this.nodes = nodes;
    this.at = at;
  }

  get here() {
    return this.nodes[this.at];
  }

  get ended() {
    return this.at === this.nodes.length - 1;
  }

  /* Make a move: along the line if it is the next one, else what followed is dropped. */
  play({ move, position, spent }) {
    const next = { move, position: position ?? textAfter(this.here.position, move), spent };
    if (spent || this.nodes[this.at + 1]?.position !== next.position) this.nodes = [...this.nodes.slice(0, this.at + 1), next];
    this.at += 1;
  }

  /* Why play stops here though the rules do not say so: `info` of the position knows, or the line. */
  stops({ stale }) {
    const same = this.nodes.slice(0, this.at + 1).filter(({ position }) => position === this.here.position);
    return stale ? "neither side can win any more" : same.length > 2 && "the same position for the third time";
  }

  /* False: there is no such position. */
  go(at) {
    const there = Math.max(0, Math.min(at, this.nodes.length - 1));
    if (there === this.at) return false;
    this.at = there;
    return true;
  }

  /* The line to a position, through those before it as far as its text names them. `look` answers as /api/game, or with null. */
  static async to(info, look) {
    const nodes = [];
    for (let at = info; at; at = at.before && (await look(at.before.position))) nodes.unshift({ position: at.position, move: at.before?.move });
    return new Line(nodes);
  }
}
