/* Walking through a certificate: the strategy's move, the replies it has an answer to, and the argument at a leaf. */
import { html, put } from "./dom.js";
import { capital } from "./words.js";

/* What to draw on the board for an answer of /api/certificate. */
export const overlayOf = (info, { argument, move }) => argument?.drawing || { move: info.moves.find((each) => each.move === move?.move) };

/* `files`: certificates of this game; `events`: play (move), file (number), side (name), position (text). */
export function drawProof(place, files, file, info, found, events) {
  const option = ({ file: number, name }) => html("option", { value: `${number}`, selected: `${number}` === file }, name);
  const button = (attributes, onclick, ...text) => html("button", { ...attributes, onclick }, ...text);
  const parts = [html("label", {}, "Certificate ", html("select", { id: "proof-file", onchange: (event) => events.file(event.target.value) }, [{ file: "", name: "none" }, ...files].map(option)))];
  if (found) {
    const legal = new Map(info.moves.map((move) => [move.move, move]));
    const next = legal.get(found.move?.move);
    parts.push(html("div", { class: "bar", role: "group", "aria-label": "Whose strategy" }, found.strategies.map(({ side, sentence }) =>
      button({ "aria-pressed": `${side === found.side}` }, () => events.side(side), capital(sentence)))),
    html("p", { id: "proof-claim", role: "status" }, found.row ? capital(found.sentence) : "The strategy does not reach this position."),
    next && html("div", { class: "bar" }, button({ class: "main", id: "proof-move" }, () => events.play(next), `Play ${next.move}`)),
    html("ol", { class: "moves", id: "proof-replies" }, found.replies.filter(({ move }) => legal.has(move)).map(({ move, words }) => html("li", {},
      button({}, () => events.play(legal.get(move)), html("b", {}, move), html("span", { class: "words" }, ` ${words}`))))),
    !found.row && html("ul", {}, found.claims.slice(0, 20).map(({ position, value }) => html("li", {}, button({}, () => events.position(position), `${position || "the start"}: ${value}`)))));
  }
  put(place, parts);
}
