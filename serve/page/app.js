/* The page: what the reader does, what is asked of the server, what is drawn of its answers.
 *
 * A position is asked for twice: /api/game says at once what the board looks like, /api/position what it is
 * worth. `turn` counts the positions that were shown: an answer that belongs to an earlier one is dropped. */
import { byId, html, put } from "./dom.js";
import { ask, offline } from "./api.js";
import { Board, sideDisc, valueLegend, valueShape } from "./board.js";
import { Line, readAddress, writeAddress } from "./game.js";
import { drawAccount, drawCourse, drawHistory, drawMoves } from "./panels.js";
import { drawFiles, drawStatistics } from "./statistics.js";
import { beginSetup } from "./setup.js";
import { drawProof, overlayOf } from "./proof.js";
import { capital } from "./words.js";

const state = {
  served: { games: [], files: [] }, game: "", line: null, info: null, found: null,
  values: true, paused: false, wish: false, stale: true, since: 0, proof: "", side: "", pieces: null,
};
const answers = new Map(); /* of this game, by position */
let turn = 0;
let calling = new AbortController();

const board = new Board(byId("board"), { move: (move) => playMove(move), hint: (text) => say(text) });

/* A new turn: what is still asked for an earlier one is called off. */
function begin() {
  calling.abort();
  calling = new AbortController();
  turn += 1;
  return { mine: turn, signal: calling.signal };
}

/* ---- sentences ---- */

function say(text, wrong = false) {
  const place = byId("error");
  place.hidden = !text;
  place.className = wrong ? "error" : "error hint";
  place.textContent = text;
  place.scrollIntoView({ block: "nearest" });
}

function fail(error) {
  if (error.name !== "AbortError") say(capital(error.message.replace(/([^.?!])$/, "$1.")), true);
}

const mover = () => (state.info.turn === "second" ? 1 : 0);

const here = () => state.line.here.position;

const pressed = (id, on) => byId(id).setAttribute("aria-pressed", on);

function tellValue(answer, waiting) {
  const { info } = state;
  const shown = answer && (state.values || info.outcome);
  const text = shown ? capital(answer.sentence) : info.outcome ? "The game is over." : waiting ? "Searching\u2026" : "";
  const winner = { win: mover(), loss: 1 - mover() }[answer?.value];
  const sign = shown && (winner === undefined ? valueShape(answer.value) : sideDisc(info, winner));
  put(byId("mover"), !info.outcome && [sideDisc(info, mover()), ` ${capital(info.sides[mover()])} to move`]);
  put(byId("sentence"), sign && [sign, " "], text);
  byId("source").textContent = shown ? (answer.origin || "").replace(/^From the \w+/, `$& ${state.served.files[answer.file]?.name}`) : "";
  document.title = `${shown ? `${text} ` : ""}${info.title} \u2013 Zermelo`;
}

/* ---- drawing ---- */

function draw(waiting = false) {
  const { info, line, found, values } = state;
  const answer = answers.get(here());
  const known = values && answer;
  board.draw(info, values && (answer?.moves || []), found?.row && overlayOf(info, found));
  tellValue(answer, waiting);
  drawMoves(byId("moves"), info, known, playMove);
  put(byId("legend"), info.moves.length === 0 ? "There is no move." : values && valueLegend());
  drawGame();
  const off = (when, ...ids) => ids.forEach((id) => byId(id).toggleAttribute("disabled", when));
  off(line.at === 0, "to-start", "back");
  off(line.ended, "forward", "to-end");
  off(info.moves.length === 0, "best", "line");
  byId("longer").hidden = offline || !known || known.complete;
  if (document.activeElement !== byId("text")) byId("text").value = info.position;
}

function drawGame() {
  const what = [state.line, state.info, mover(), state.values ? answers : new Map()];
  drawHistory(byId("history"), ...what, goTo);
  drawCourse(byId("course"), ...what);
  drawAccount(byId("account"), state.line, state.info, mover());
}

function drawProofPanel() {
  const { info, served, proof, found } = state;
  const files = served.files.filter(({ kind, game }) => kind === "certificate" && game === info.text);
  const choose = (file, side) => visit(Object.assign(state, { proof: file, side }));
  byId("proof").hidden = files.length === 0;
  drawProof(byId("proof-body"), files, proof, info, found, { play: playMove, position: setUp, file: (file) => choose(file, ""), side: (side) => choose(proof, side) });
}

/* ---- asking ---- */

const STEP = 2; // seconds of a longer search until it shows what it has; each of its steps takes twice as long

const askValue = (position, time, signal) => ask("position", { game: state.game, position, score: 1, time }, signal);

/* Show where the line stands: the board, then its value, then a player's move or what the history lacks. */
async function show() {
  const { mine, signal } = begin();
  const position = here();
  state.stale = true;
  editing(null);
  say("");
  try {
    const info = await ask("game", { game: state.game, position }, signal);
    if (mine !== turn) return;
    const found = state.proof && (await ask("certificate", { file: state.proof, position, side: state.side || null }, signal).catch(fail));
    if (mine !== turn) return;
    Object.assign(state, { info, found, stale: false, since: Date.now() });
    draw();
    drawProofPanel();
    await showValue(mine, position, signal);
    if (mine === turn && !(await letPlay(mine, signal))) await fillHistory(mine, signal);
  } catch (error) {
    if (mine === turn) fail(error);
  }
}

async function showValue(mine, position, signal, time) {
  if (answers.get(position)?.complete || (machine() && !state.values)) return;
  const slow = setTimeout(() => mine === turn && draw(true), 250);
  try {
    const end = Date.now() + 1000 * (time || 0);
    let answer, more, step = STEP;
    do { // in steps, to show a value as soon as it is proven; the server keeps what it has found
      answer = await askValue(position, time && Math.min(step, Math.max(Math.ceil((end - Date.now()) / 1000), 1)), signal);
      step *= 2;
      if (mine !== turn) return;
      if (answer) answers.set(position, answer);
      more = answer && !answer.complete && Date.now() < end;
      draw(more);
    } while (more);
    if (!answer) byId("source").textContent = "This page holds no value of this position.";
    if (state.wish) playBest();
  } finally {
    clearTimeout(slow);
  }
}

/* Values of the positions on the way, while nothing else is asked. */
async function fillHistory(mine, signal) {
  for (const { position } of [...state.line.nodes].reverse()) {
    if (!state.values || answers.has(position)) continue;
    const answer = await askValue(position, 1, signal);
    if (mine !== turn) return;
    if (answer) answers.set(position, answer);
    drawGame();
  }
}

/* ---- moving ---- */

const address = () => writeAddress({ game: state.game, position: here(), proof: state.proof, side: state.side });

const saved = () => ({ game: state.game, nodes: state.line.nodes, at: state.line.at });

function keep(push) {
  history[push ? "pushState" : "replaceState"](saved(), "", address());
}

function visit() {
  state.wish = false;
  keep(true);
  return show();
}

/* Not while the board still shows another position. `spent`: by a player; a person against one has a clock, too. */
function playMove(move, spent = anyMachine() && { player: "a person", nodes: 0, seconds: (Date.now() - state.since) / 1000 }) {
  if (state.stale) return;
  state.line.play({ ...move, spent });
  visit();
}

function goTo(at) {
  if (!state.line.go(at)) return;
  if (anyMachine() && !state.line.ended) pause(true);
  visit();
}

/* As soon as the values are there. */
function playBest() {
  const [best] = answers.get(here())?.moves || [];
  state.wish = !answers.has(here()) && !state.info.outcome && !offline;
  const legal = best?.value !== "unknown" && state.info.moves.find(({ move }) => move === best?.move);
  if (legal) playMove(legal);
  else if (!state.wish && !state.info.outcome) say("No best move is known.");
}

const lineTo = (info) => Line.to(info, (position) => ask("game", { game: info.text, position }).catch(() => null));

/* A position or moves as text: a new game that begins there. */
function setUp(text) {
  return ask("game", { game: state.game, position: text.trim() }).then(lineTo).then((line) => {
    state.line = line;
    byId("text").blur();
    return visit();
  }).catch(fail);
}

/* `pieces`: what to ask about the pieces on the board, or null while no position is set up. */
function editing(pieces) {
  state.pieces = pieces;
  byId("setup").hidden = !pieces;
  for (const each of document.querySelectorAll("#beside, #explore > :first-child > .bar, #source")) each.hidden = pieces;
}

function editBoard() {
  if (offline) return;
  begin();
  say("");
  byId("mover").textContent = "";
  byId("sentence").textContent = "Put pieces on the board.";
  editing(beginSetup(byId("brushes"), state.info, (info) => board.draw(info)));
}

function endSetup() {
  ask("setup", { game: state.game, ...state.pieces() }).then(({ position }) => setUp(position)).catch(fail);
}

/* The best line to its end, as moves that one can go through. */
async function playLine() {
  const { mine, signal } = begin();
  const { at, nodes } = state.line;
  const line = new Line(nodes.slice(0, at + 1));
  try {
    const { moves, positions } = await ask("line", { game: state.game, position: here(), score: 1 }, signal);
    moves.forEach((move, i) => line.play({ move, position: positions[i] }));
  } catch (error) {
    return fail(error);
  }
  if (mine !== turn) return null;
  if (line.at > at) state.line = new Line(line.nodes, at);
  keep(false);
  await show();
  return say(line.at > at ? "The best line stands in the game so far: go forward." : "No best line is known.");
}

/* ---- players ---- */

const machine = () => (offline || state.paused || !state.line.ended || state.info.outcome || state.line.stops(state.info) ? "" : byId(`player-${mover()}`).value);

const anyMachine = () => byId("player-0").value + byId("player-1").value !== "";

function pause(paused) {
  state.paused = paused;
  pressed("pause", paused);
  byId("pause").disabled = !anyMachine();
}

/* The move of a player that is no person. False: it is a person's turn. */
async function letPlay(mine, signal) {
  const name = machine();
  if (!name) return false;
  const keys = byId(`keys-${mover()}`).value.trim();
  const player = keys ? `${name}:${keys}` : name;
  const move = await ask("move", { game: state.game, position: here(), player }, signal).catch((error) => {
    if (mine === turn) pause(true);
    throw error;
  });
  if (mine === turn) playMove(move, { player, nodes: move.nodes, seconds: move.seconds });
  return true;
}

function offerPlayers() {
  for (const id of ["players", "line", "edit-board"]) byId(id).hidden = offline;
  if (!state.info.cells) byId("edit-board").hidden = true;
  for (const side of [0, 1]) {
    byId(`side-${side}`).textContent = capital(state.info.sides[side]);
    put(byId(`player-${side}`), html("option", { value: "" }, "a person"), state.info.players.map(({ name }) => html("option", {}, name)));
    offerKeys(side);
  }
}

function offerKeys(side) {
  const player = state.info.players.find((each) => each.name === byId(`player-${side}`).value);
  const field = byId(`keys-${side}`);
  field.value = "";
  field.placeholder = (player?.keys || []).map((key) => `${key}=`).join(",");
  field.disabled = field.placeholder === "";
  byId("player-note").textContent = player ? `${capital(player.name)} ${player.summary}.` : "";
  pause(false);
}

/* ---- views ---- */

function chooseView(view) {
  for (const each of ["explore", "files"]) {
    byId(each).hidden = view !== each;
    pressed(`view-${each}`, view === each);
  }
}

async function showFiles(number) {
  const { signal } = begin();
  const { files } = state.served;
  const file = files[number];
  chooseView("files");
  say("");
  document.title = `${file ? file.name : "Files"} \u2013 Zermelo`;
  drawFiles(byId("file-list"), files);
  put(byId("statistics"));
  if (file) await drawStatistics(byId("statistics"), file, signal).catch(fail);
}

function chooseGame(info) {
  answers.clear();
  Object.assign(state, { game: info.text, info, found: null });
  byId("games").value = info.text;
  offerPlayers();
}

/* What the address says. `before`: the line that was there, if the browser goes back to it. */
async function openAddress(before) {
  const words = readAddress();
  if (words.view === "files" || words.file) return showFiles(words.file);
  chooseView("explore");
  const game = words.game || state.game || state.served.games[0]?.game;
  if (!game) return say("No game is served.", true);
  const proves = state.served.files[words.proof]?.game === game;
  Object.assign(state, { proof: proves ? words.proof : "", side: words.side || "" });
  try {
    const info = await ask("game", { game, position: words.position || "" });
    if (info.text !== state.game) chooseGame(info);
    state.line = before?.game === info.text && before.nodes[before.at].position === info.position ? new Line(before.nodes, before.at) : await lineTo(info);
    keep(false);
    return await show();
  } catch (error) {
    return fail(error);
  }
}

/* ---- what the reader does ---- */

async function copy(text, what) {
  byId("copied").textContent = await navigator.clipboard.writeText(text).then(() => `${what} copied.`, () => `The browser lets no page copy: ${text}`);
}

/* The moves as a text that can be set up again. */
function movesText() {
  const [{ position }, ...after] = state.line.nodes.slice(0, state.line.at + 1);
  return state.info.before ? here() : [position === state.info.start ? "" : position, ...after.map(({ move }) => move)].join(" ").trim();
}

function flip() {
  board.flip();
  pressed("flip", board.flipped);
}

function toggleValues() {
  state.values = !state.values;
  pressed("values", state.values);
  show();
}

function searchLonger() {
  const { mine, signal } = begin();
  showValue(mine, here(), signal, 30).catch(fail);
}

function open(text, line = null) {
  history.pushState(line, "", text);
  openAddress(line);
}

const actions = {
  "to-start": () => goTo(0), back: () => goTo(state.line.at - 1), forward: () => goTo(state.line.at + 1), "to-end": () => goTo(Infinity),
  best: playBest, flip, values: toggleValues, longer: searchLonger, line: playLine,
  "new-game": () => { pause(false); setUp(""); }, pause: () => { pause(!state.paused); show(); },
  "edit-board": editBoard, "setup-done": endSetup, "setup-cancel": show,
  "copy-position": () => copy(state.info.position, "Position"), "copy-moves": () => copy(movesText(), "Moves"),
  "view-explore": () => (state.line ? open(address(), saved()) : open("#")),
  "view-files": () => open("#view=files"), "help-open": () => byId("help").showModal(),
};

const shortcuts = {
  " ": playBest, ArrowLeft: actions.back, ArrowRight: actions.forward, Home: actions["to-start"], End: actions["to-end"],
  e: editBoard, f: flip, v: toggleValues, b: () => board.focusBoard(), m: () => byId("moves").querySelector("button")?.focus(), "?": actions["help-open"],
};

const listens = (target) => !byId("explore").hidden && state.info && !byId("help").open && !target.closest?.("input, textarea, select");

function onKey(event) {
  const { target, key } = event;
  if (state.pieces) {
    if (key === "Escape") show();
    if (key === "b") board.focusBoard();
    if (key >= 1) byId("brushes").querySelectorAll("input")[key - 1]?.click();
    return;
  }
  const action = shortcuts[key.length === 1 ? key.toLowerCase() : key];
  if (!action || event.ctrlKey || event.altKey || event.metaKey || !listens(target) || (key === " " && target.closest("button, a, summary"))) return;
  event.preventDefault();
  if (!event.repeat || !state.wish) action();
}

function onPaste(event) {
  const text = event.clipboardData.getData("text").trim();
  if (!text || !listens(event.target)) return;
  event.preventDefault();
  setUp(text);
}

function listen() {
  for (const [id, action] of Object.entries(actions)) byId(id).addEventListener("click", () => (state.info || /view|help/.test(id)) && action());
  document.addEventListener("keydown", onKey);
  document.addEventListener("paste", onPaste);
  byId("edit").addEventListener("submit", (event) => {
    event.preventDefault();
    setUp(byId("text").value);
  });
  byId("games").addEventListener("change", (event) => open(writeAddress({ game: event.target.value })));
  for (const side of [0, 1]) {
    byId(`player-${side}`).addEventListener("change", () => { offerKeys(side); show(); });
    byId(`keys-${side}`).addEventListener("change", show);
  }
  window.addEventListener("popstate", (event) => openAddress(event.state));
}

listen();
ask("files", {}).then((served) => {
  state.served = served;
  put(byId("games"), served.games.map(({ game, title }) => html("option", { value: game }, title)));
  return openAddress(history.state);
}).catch(fail);
