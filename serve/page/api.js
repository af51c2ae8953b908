/* The answers: of the server that sent this page, or, in a page that was exported, of the data inside it. */
const embedded = document.getElementById("zermelo-data");
const data = embedded === null ? null : JSON.parse(embedded.textContent);

/* Is this a page without a server? Then nothing is searched, and no player moves. */
export const offline = data !== null;

/* The server calls off what a client asked before: one name for each tab. */
const client = `page-${Math.random().toString(36).slice(2, 12)}`;

/* Of a position: perhaps undefined. */
function inside(what, query) {
  const position = `${query.game}|${query.position || ""}`;
  const found = {
    files: data.files,
    statistics: data.statistics?.[query.file],
    certificate: data.certificate?.[`${query.file}|${query.position || ""}|${query.side || "first"}`],
    game: data.game[position] && { ...data.board[query.game], ...data.game[position] },
    position: data.position[position],
  }[what];
  if (found || what === "position") return found;
  throw new Error("This page holds nothing about that.");
}

/* Ask for one thing. An error has a sentence for the reader; it is an AbortError if `signal` called it off. */
export async function ask(what, query, signal) {
  if (offline) return inside(what, query);
  const words = new URLSearchParams(Object.entries({ ...query, client }).filter(([, value]) => (value ?? null) !== null));
  try {
    const answer = await (await fetch(`api/${what}?${words}`, { signal })).json();
    if (answer.error === undefined) return answer;
    throw new Error(answer.error);
  } catch (error) {
    throw error instanceof TypeError || error instanceof SyntaxError ? new Error("The server does not answer. Is zermelo serve still running?") : error;
  }
}
