"use strict";
// Draws a story (rfsim/story.py has its fields) and moves through its frames. Whatever comes from the record is set as text.

const story = JSON.parse(document.getElementById("story").textContent);
const byId = (id) => document.getElementById(id);
const SHAPES = ["●", "■", "▲", "◆"];
const MARKS = {
  acts: ["▶", "acts"],
  hit: ["✸", "is hit"],
  healed: ["✚", "is healed"],
  moved: ["↷", "moves"],
  changed: ["↻", "is another now"],
  new: ["+", "is new"],
  gone: ["✕", "is gone"],
  down: ["", "lies face down"],
};
const MOST_ROOM = 4; // cards for which a column always has room, so that the page does not jump
const MOST_TRACK_CELLS = 24;
const MOST_SQUARE = 52; // pixels
const LEAST_SQUARE = 30;
const BOARD_HEIGHT = 420;
const PILES_SPELLED_OUT = ["hand", "in front", "accolades"];

// ------------------------------------------------------------------------------------------------------------ elements

function make(tag, classes, text) {
  const element = document.createElement(tag);
  if (classes) element.className = classes;
  if (text !== undefined) element.textContent = text;
  return element;
}

function makeSvg(tag, attributes, text) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

const sideClass = (side) => (side === null || side === undefined ? "" : `side-${side}`);

// --------------------------------------------------------------------------------------------------------------- cards

function cardElement(given) {
  const piece = typeof given === "string" ? { card: given } : given;
  const card = story.cards[piece.card];
  const marks = piece.marks || [];
  const element = make("div", ["card", card.kind, ...marks].join(" "));
  element.style.setProperty("--hue", card.hue);
  element.append(make("b", "sign", card.sign), make("span", "name", card.name));
  if (piece.owner !== undefined) element.append(ownerElement(piece.owner));
  if (piece.damage) element.append(make("span", "damage", piece.damage));
  const tag = marks.map((mark) => MARKS[mark][0]).join("") + (piece.note || "");
  if (tag) element.append(make("span", "mark", tag));
  element.setAttribute("role", "img");
  element.setAttribute("aria-label", cardWords(piece, marks));
  element.title = `${cardWords(piece, marks)}\n${card.text}`;
  return element;
}

function ownerElement(seat) {
  const element = make("span", `owner ${sideClass(seat)}`, SHAPES[seat]);
  element.append(make("span", "seat", seat));
  return element;
}

function cardWords(piece, marks) {
  const words = [piece.card];
  if (piece.owner !== undefined) words.push(`of seat ${piece.owner}`);
  if (piece.damage) words.push(`${piece.damage} damage`);
  return [...words, ...marks.map((mark) => MARKS[mark][1])].join(", ");
}

// --------------------------------------------------------------------------------------------------------------- board

function drawBoard(frame) {
  const board = byId("board");
  const isGrid = story.headings.length > 0;
  board.replaceChildren();
  board.classList.toggle("squares", isGrid);
  board.style.gridTemplateColumns = `repeat(${story.width}, minmax(0, 1fr))`;
  if (isGrid) board.style.width = `${story.width * squareSize()}px`;
  for (const heading of story.headings) board.append(make("div", "heading", heading));
  story.rows.forEach((row, r) => {
    for (let column = 0; column < story.width; column++) {
      const cell = story.parts[frame.cells[r * story.width + column]];
      board.append(cellElement(row, row.labels[column], cell));
    }
  });
}

const squareSize = () => Math.min(MOST_SQUARE, Math.max(LEAST_SQUARE, BOARD_HEIGHT / story.rows.length));

function cellElement(row, label, cell) {
  const element = make("div", `cell ${row.kind}`);
  const pieces = cell.pieces || [];
  element.append(...pieces.map(cardElement));
  if (row.kind === "square" && pieces.length === 0) element.append(make("span", "where", label));
  if (row.kind === "place") {
    const holder = cell.side === undefined ? "" : ` ${SHAPES[cell.side]}`;
    element.append(make("span", "", label + holder));
    element.title = cell.side === undefined ? `location ${label}` : `location ${label}, controlled by side ${cell.side}`;
    if (cell.side !== undefined) element.classList.add("held", sideClass(cell.side));
    if (cell.note) element.append(make("span", "note", cell.note));
  }
  return element;
}

function roomForColumns() {
  const heights = story.parts.map((part) => (part.pieces && part.name === undefined ? part.pieces.length : 0));
  return Math.min(MOST_ROOM, Math.max(1, ...heights));
}

// -------------------------------------------------------------------------------------------------------------- panels

const opened = new Set(); // folded piles that the reader looks into

function drawPanels(frame) {
  const places = { top: byId("top"), bottom: byId("bottom") };
  places.top.replaceChildren();
  places.bottom.replaceChildren();
  story.panels.forEach((panel, p) => {
    const place = panel.side !== null && panel.side % 2 === 1 ? places.top : places.bottom;
    place.append(panelElement(panel, p, frame.panels[p].map((index) => story.parts[index])));
  });
}

function panelElement(panel, p, piles) {
  const element = make("section", `panel ${sideClass(panel.side)}`);
  const name = make("p", "panel-name");
  const shape = panel.side === null ? "" : `${SHAPES[panel.side]} `;
  name.append(make("b", "", shape + panel.name), panel.detail ? ` ${panel.detail}` : "");
  element.append(name);
  const short = make("div", "pile piles-short");
  for (const pile of piles) {
    if (PILES_SPELLED_OUT.includes(pile.name)) element.append(pileElement(pile));
    else short.append(pile.folded && pile.count ? foldedPile(pile, `${p} ${pile.name}`) : shortPile(pile));
  }
  element.append(short);
  return element;
}

function pileElement(pile) {
  const element = make("div", "pile");
  element.append(make("span", "pile-name", `${pile.name} (${pile.count})`), ...pile.pieces.map(cardElement));
  return element;
}

function shortPile(pile) {
  const count = pile.count === undefined ? "" : ` ${pile.count}`;
  const element = make("span", "");
  element.append(make("span", "pile-name", pile.name), count + (pile.text ? `: ${pile.text}` : ""));
  return element;
}

function foldedPile(pile, key) {
  const element = make("details");
  element.open = opened.has(key);
  element.addEventListener("toggle", () => (element.open ? opened.add(key) : opened.delete(key)));
  const cards = make("div", "pile");
  cards.append(...pile.pieces.map(cardElement));
  const top = pile.pieces[pile.pieces.length - 1];
  element.append(make("summary", "", `${pile.name} ${pile.count}, ${top} on top`), cards);
  return element;
}

// --------------------------------------------------------------------------------------------------------- score track

function drawTrack(frame) {
  const scale = Math.max(1, Math.ceil(story.target / MOST_TRACK_CELLS));
  const track = byId("track");
  track.replaceChildren();
  story.sides.forEach((name, side) => {
    const lane = make("div", `lane ${sideClass(side)}`);
    const cells = make("div", "lane-cells");
    for (let points = scale; points <= story.target; points += scale) {
      cells.append(make("i", frame.score[side] >= points ? "full" : ""));
    }
    lane.append(make("span", "lane-name", `${SHAPES[side]} ${name}`), cells, make("span", "lane-points", frame.score[side]));
    track.append(lane);
  });
}

// -------------------------------------------------------------------------------------------------------------- curves

const CURVE = { width: 400, height: 130, left: 26, right: 16, top: 12, bottom: 18 };
const lastTurn = story.turns.length;
const scores = []; // after each turn
for (const frame of story.frames) scores[frame.turn] = frame.score;

const xOf = (turn) => CURVE.left + ((CURVE.width - CURVE.left - CURVE.right) * turn) / Math.max(1, lastTurn);

function yScale(low, high) {
  const room = CURVE.height - CURVE.top - CURVE.bottom;
  return (value) => CURVE.top + (room * (high - value)) / Math.max(1, high - low);
}

function chart(place, label, low, high) {
  const svg = makeSvg("svg", { viewBox: `0 0 ${CURVE.width} ${CURVE.height}`, role: "img", "aria-label": label });
  const y = yScale(low, high);
  for (const value of [...new Set([low, 0, high])]) {
    svg.append(makeSvg("line", { class: "grid", x1: CURVE.left, x2: CURVE.width - CURVE.right, y1: y(value), y2: y(value) }));
    svg.append(makeSvg("text", { x: CURVE.left - 4, y: y(value) + 4, "text-anchor": "end" }, Math.abs(value)));
  }
  for (const turn of [0, lastTurn]) {
    svg.append(makeSvg("text", { x: xOf(turn), y: CURVE.height - 4, "text-anchor": turn ? "end" : "start" }, `turn ${turn}`));
  }
  svg.append(makeSvg("line", { class: "cursor", y1: CURVE.top, y2: CURVE.height - CURVE.bottom }));
  svg.addEventListener("click", (event) => jumpToClick(svg, event));
  byId(place).replaceChildren(svg);
  return { svg, y };
}

function jumpToClick(svg, event) {
  const box = svg.getBoundingClientRect();
  const x = ((event.clientX - box.left) / box.width) * CURVE.width;
  const share = (x - CURVE.left) / (CURVE.width - CURVE.left - CURVE.right);
  showTurn(Math.min(lastTurn, Math.max(0, Math.round(share * lastTurn))));
}

function drawScoreCurve() {
  const high = Math.max(story.target, ...scores.flat());
  const { svg, y } = chart("score-curve", `${story.score_name} after each turn`, 0, high);
  svg.append(makeSvg("line", { class: "target", x1: CURVE.left, x2: CURVE.width - CURVE.right, y1: y(story.target), y2: y(story.target) }));
  story.sides.forEach((_, side) => {
    let path = `M${xOf(0)} ${y(scores[0][side])}`;
    for (let turn = 1; turn <= lastTurn; turn++) path += `H${xOf(turn)}V${y(scores[turn][side])}`;
    svg.append(makeSvg("path", { class: `curve side-${side}`, d: path }));
    const end = { class: `curve-name side-${side}`, x: xOf(lastTurn) + 3, y: y(scores[lastTurn][side]) + 4 };
    svg.append(makeSvg("text", end, SHAPES[side]));
  });
}

function leadAfter(turn) {
  const order = scores[turn].map((points, side) => [points, side]).sort((a, b) => b[0] - a[0]);
  const margin = order.length > 1 ? order[0][0] - order[1][0] : order[0][0];
  return { side: order[0][1], margin, height: order.length === 2 && order[0][1] === 1 ? -margin : margin };
}

function drawLeadCurve() {
  const leads = scores.map((_, turn) => leadAfter(turn));
  const heights = leads.map((lead) => lead.height);
  const { svg, y } = chart("lead-curve", "the lead after each turn", Math.min(0, ...heights), Math.max(1, ...heights));
  const width = (CURVE.width - CURVE.left - CURVE.right) / Math.max(1, lastTurn);
  leads.forEach(({ side, margin, height }, turn) => {
    if (margin === 0 || turn === 0) return;
    const bar = { class: `lead side-${side}`, x: xOf(turn) - width, width: Math.max(1, width - 0.5), y: Math.min(y(0), y(height)), height: Math.abs(y(height) - y(0)) };
    const element = makeSvg("rect", bar);
    element.append(makeSvg("title", {}, `turn ${turn}: ${story.sides[side]} leads by ${margin}`));
    svg.append(element);
  });
  if (story.sides.length === 2) byId("lead-name").textContent = `Lead: ${SHAPES[0]} above, ${SHAPES[1]} below`;
}

function moveCursors(turn) {
  for (const cursor of document.querySelectorAll(".cursor")) {
    cursor.setAttribute("x1", xOf(turn));
    cursor.setAttribute("x2", xOf(turn));
  }
}

// --------------------------------------------------------------------------------------------------------------- words

function drawWords(at) {
  const frame = story.frames[at];
  const turn = story.turns[frame.turn - 1];
  byId("turn-name").replaceChildren(`Turn ${frame.turn} of ${lastTurn}`);
  if (turn) byId("turn-name").append(": ", make("span", `who ${sideClass(turn.side)}`, `${SHAPES[turn.side]} ${turn.who}`));
  byId("turn-summary").textContent = turn ? `${turn.who} ${turn.summary}` : "";
  byId("caption").textContent = turn ? `${turn.who}: ${frame.text}` : frame.text;
  byId("turn-record").textContent = turn ? turn.record : "";
  byId("steps").replaceChildren();
  for (let i = firstOf[frame.turn]; i <= lastOf[frame.turn]; i++) {
    const button = make("button", "", story.frames[i].text);
    button.type = "button";
    if (i === at) button.setAttribute("aria-current", "step");
    button.addEventListener("click", () => show(i));
    const item = make("li");
    item.append(button);
    byId("steps").append(item);
  }
}

function markTurn(turn) {
  for (const old of document.querySelectorAll("#turns [aria-current]")) old.removeAttribute("aria-current");
  const button = document.querySelector(`#turns [data-turn="${turn}"]`);
  const list = byId("turns");
  button.setAttribute("aria-current", "true");
  const top = button.offsetTop;
  if (top < list.scrollTop || top + button.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = top - list.clientHeight / 2;
  }
}

function drawLegend() {
  byId("legend").replaceChildren("Left and right arrow: a step; with Shift: a turn; Home, End, space to play. ");
  for (const [sign, words] of Object.values(MARKS)) {
    if (sign) byId("legend").append(make("b", "", sign), ` ${words}. `);
  }
}

// ------------------------------------------------------------------------------------------------------------ movement

const firstOf = []; // of each turn, the first frame and the last
const lastOf = [];
story.frames.forEach((frame, i) => {
  if (firstOf[frame.turn] === undefined) firstOf[frame.turn] = i;
  lastOf[frame.turn] = i;
});
let now = 0;
let timer = null;

function show(at) {
  now = Math.min(story.frames.length - 1, Math.max(0, at));
  const frame = story.frames[now];
  drawTrack(frame);
  drawBoard(frame);
  drawPanels(frame);
  drawWords(now);
  markTurn(frame.turn);
  moveCursors(frame.turn);
  byId("where").textContent = `turn ${frame.turn} of ${lastTurn}`;
  byId("slider").value = frame.turn;
  for (const id of ["first", "turn-back", "back"]) byId(id).disabled = now === 0;
  for (const id of ["last", "turn-forward", "forward"]) byId(id).disabled = now === story.frames.length - 1;
  rememberPlace(frame.turn, now - firstOf[frame.turn] + 1, now === lastOf[frame.turn]);
}

function rememberPlace(turn, step, isLast) {
  const hash = isLast ? `#turn=${turn}` : `#turn=${turn}&step=${step}`;
  if (location.hash !== hash) history.replaceState(null, "", hash);
}

// The table after a turn: its last frame.
const showTurn = (turn) => show(lastOf[Math.min(lastTurn, Math.max(0, turn))]);

const turnBack = () => showTurn(story.frames[now].turn - 1);

function turnForward() {
  const turn = story.frames[now].turn;
  showTurn(now < lastOf[turn] ? turn : turn + 1);
}

function showHash() {
  const place = new URLSearchParams(location.hash.slice(1));
  const turn = Math.min(lastTurn, Math.max(0, parseInt(place.get("turn"), 10) || 0));
  const step = parseInt(place.get("step"), 10);
  show(step >= 1 ? Math.min(firstOf[turn] + step - 1, lastOf[turn]) : lastOf[turn]);
}

function pause() {
  clearTimeout(timer);
  timer = null;
  byId("play").textContent = "▶";
  byId("play").setAttribute("aria-label", "play");
}

function play() {
  if (now === story.frames.length - 1) show(0);
  byId("play").textContent = "❚❚";
  byId("play").setAttribute("aria-label", "pause");
  timer = setTimeout(playOn, Number(byId("speed").value));
}

function playOn() {
  show(now + 1);
  if (now === story.frames.length - 1) pause();
  else timer = setTimeout(playOn, Number(byId("speed").value));
}

const togglePlay = () => (timer === null ? play() : pause());

// A move by hand ends playing.
const byHand = (move) => () => {
  pause();
  move();
};

const moves = {
  first: byHand(() => show(0)),
  "turn-back": byHand(turnBack),
  back: byHand(() => show(now - 1)),
  forward: byHand(() => show(now + 1)),
  "turn-forward": byHand(turnForward),
  last: byHand(() => show(story.frames.length - 1)),
  play: togglePlay,
};
const KEYS = {
  ArrowLeft: "back",
  ArrowRight: "forward",
  "Shift+ArrowLeft": "turn-back",
  "Shift+ArrowRight": "turn-forward",
  Home: "first",
  End: "last",
  " ": "play",
};

function pressKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("select")) return;
  // A space presses the button that has the focus.
  if (event.key === " " && event.target.closest("button, summary")) return;
  const move = KEYS[(event.shiftKey ? "Shift+" : "") + event.key];
  if (move === undefined) return;
  event.preventDefault();
  moves[move]();
}

for (const [id, move] of Object.entries(moves)) byId(id).addEventListener("click", move);
for (const button of document.querySelectorAll("#turns button")) {
  button.addEventListener("click", byHand(() => showTurn(Number(button.dataset.turn))));
}
byId("slider").addEventListener("input", byHand(() => showTurn(Number(byId("slider").value))));
document.addEventListener("keydown", pressKey);
window.addEventListener("hashchange", byHand(showHash));
byId("board").style.setProperty("--tall", roomForColumns());
drawScoreCurve();
drawLeadCurve();
drawLegend();
showHash();
