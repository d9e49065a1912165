// Games that go on: each turn is told with as few taps as it takes, and kept by the server.
import { words } from "./words.js";
import { $, ask, button, currentBox, drawMain, drawn, h, Refused, showPicker, table, tile, tiles, useBox } from "./base.js";
import { details, said, state as position } from "./position.js";

let listed = [], game = null, boxOf = null, tapped = [], answer = null, asking = null, faults = [], note = "";
let busy = false, drawing = false, correcting = null, missed = null, wanted = null, shown = false, queue = Promise.resolve();

export async function show(id) {
  shown = true;
  if (id) await open(id);
  else {
    game = null;
    sessionStorage.removeItem("game");
    await list();
  }
}

export const hide = () => { shown = false; };

async function list() {
  listed = (await ask("games")).games;
  wanted = null;
  $("headline").textContent = "";
  render();
}

const inTurn = (act) => (queue = queue.then(async () => {
  faults = [];
  note = "";
  await act();
}).catch(async (error) => {
  if (!(error instanceof Refused)) throw error;
  faults = error.faults;
  if (error.status === 409) {
    faults = [words.elsewhere];
    await take(error.state);
  } else render();
}));

async function open(id) {
  tapped = [];
  try {
    await take(await ask(`games/${id}`));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    faults = error.faults;
    game = null;
    await list();
  }
}

// The game as the server has it now.
async function take(state) {
  if (!boxOf || boxOf.id !== state.id) {
    const [rules, ...changes] = state.rules.split(" ");
    const rule = Object.fromEntries(changes.map((text) => text.split("=")));
    boxOf = { id: state.id, ...(await ask("rules", { rules, rule, notation: state.notation })) };
  }
  useBox(boxOf.box);
  game = state;
  drawing = false;
  correcting = missed = null;
  sessionStorage.setItem("game", state.id);
  advise();
  render();
}

const mine = () => game.players.findIndex((player) => player.me);
const myTurn = () => game.to_move === mine();

function advise() {
  asking?.abort();
  answer = null;
  if (game.ended || !game.rack.length) return;
  const control = (asking = new AbortController());
  ask("solve", { position: game.position, notation: game.notation, objective: "tiles", time_limit: 5 }, control.signal)
    .then((found) => { if (asking === control) { answer = found; render(); } })
    .catch((error) => { if (error.name !== "AbortError" && !(error instanceof Refused)) throw error; });
}

// --- What is done ---

// What is tapped while the server has not answered yet belongs to the next turn.
const tell = (what, body) => {
  const sent = tapped;
  tapped = [];
  busy = true;
  render();
  return inTurn(async () => {
    let found;
    try {
      found = await ask(`games/${game.id}/${what}`, { version: game.version, ...body });
    } catch (error) {
      if (error.status === 400) tapped = [...sent, ...tapped];
      throw error;
    } finally {
      busy = false;
    }
    await take(found);
    note = words.dropped(found.dropped ?? 0);
    render();
  });
};

const turn = (body) => tell("turn", body);

function pick(text) {
  if (wanted) {
    wanted.rack.push(text);
    render();
  } else if (drawing) {
    drawing = false;
    turn({ action: "draw", drew: text });
  } else {
    tapped.push(text);
    render();
  }
}

// Tiles that can be tapped: what is on my rack in my turn, else all that nobody has shown.
function left() {
  const counts = {};
  if (wanted) {
    for (const { tiles: of } of currentBox().colours) for (const text of of) counts[text] = boxOf.box.copies;
    counts[currentBox().joker] = boxOf.box.jokers;
    for (const text of wanted.rack) counts[text] -= 1;
    return counts;
  }
  if (myTurn() && !drawing) for (const text of game.rack) counts[text] = (counts[text] ?? 0) + 1;
  else Object.assign(counts, game.unseen);
  for (const text of tapped) counts[text] = (counts[text] ?? 0) - 1;
  return counts;
}

// --- What is seen ---

export const render = () => drawn(draw);

function draw() {
  if (!shown) return;
  drawMain(...(game ? playing() : wanted ? beginning() : all()));
  document.body.classList.toggle("no-picker", !wanted && (!game || Boolean(game.ended)));
  $("headline").textContent = faults[0] ?? (game ? headline() : "");
  $("bar").classList.toggle("fault", faults.length > 0);
  if (game || wanted) showPicker({ left: left(), pick, more: game ? gameButtons() : wantedButtons() });
}

function headline() {
  if (game.ended) return words.ended[game.ended];
  if (drawing) return words.drewWhich;
  const name = game.players[game.to_move].name;
  if (tapped.length) return tapped.join(" ");
  return myTurn() ? `${words.yourTurn}${answer ? `: ${said(answer)}` : ""}` : words.toMove(name);
}

const wantedButtons = () => [{ text: words.undo, key: "undo", act: () => { wanted.rack.pop(); render(); }, disabled: !wanted.rack.length }];

const gameButtons = () => [
  { text: words.takeBack, key: "clear", act: () => { tapped.pop(); render(); }, disabled: !tapped.length },
  { text: words.undo, key: "undo", act: () => tell("undo", {}), disabled: !game.can_undo },
  { text: words.redo, key: "redo", act: () => tell("redo", {}), disabled: !game.can_redo },
];

function all() {
  return [h("section", { "aria-labelledby": "games-title" }, h("h2", { id: "games-title" }, words.gamesTitle),
    faults.length ? h("p", { role: "alert", class: "fault-text" }, faults.join("; ")) : null,
    listed.length ? h("ul", { class: "games" }, listed.map((one) => h("li", {},
      h("b", {}, one.name), one.error ? h("p", { class: "fault-text" }, one.error) : h("span", {}, ` ${one.players.map((player) => player.name).join(", ")} · ${one.rules} · ${words.played(one.turn - 1)}`),
      one.error ? null : button(words.go, () => inTurn(() => open(one.id)), { "data-key": `go-${one.id}`, "aria-label": `${words.go}: ${one.name}` })))) : h("p", { class: "dim" }, words.noGames),
    button(words.newGame, () => inTurn(begin), { class: "main", "data-key": "new-game" }),
    details("open-record", words.openRecord, h("label", {}, words.recordText, h("textarea", { id: "record-text", rows: 6, spellcheck: "false" })),
      h("input", { type: "file", accept: ".txt,text/plain", "aria-label": words.openRecord, onchange: async (event) => {
        $("record-text").value = await event.target.files[0].text();
      } }),
      button(words.open, () => inTurn(async () => take(await ask("games/open", { record: $("record-text").value }))), { "data-key": "open-it" })))];
}

async function begin() {
  boxOf = { id: null, ...(await ask("rules", { rules: position.rules, rule: position.rule, notation: position.notation })) };
  useBox(boxOf.box);
  wanted = { rack: [], players: "", begins: 0, name: "" };
  render();
}

function beginning() {
  const input = (id, text, value, more = {}) => h("label", {}, text, h("input", { type: "text", id, value, oninput: (event) => { wanted[more.key] = event.target.value; }, ...more }));
  const names = wanted.players.trim().split(/[\s,]+/).filter(Boolean);
  return [h("section", { "aria-labelledby": "new-title" }, h("h2", { id: "new-title" }, words.newGame),
    h("p", { class: "dim" }, `${words.ruleSet}: ${boxOf.rules}`),
    input("game-players", words.players, wanted.players, { key: "players", placeholder: "Ann Ben", onchange: render }),
    names.length > 1 ? h("label", {}, words.begins, h("select", { id: "game-begins", onchange: (event) => { wanted.begins = Number(event.target.value); } },
      names.map((name, i) => h("option", { value: i, selected: i === wanted.begins }, name)))) : null,
    input("game-name", words.name, wanted.name, { key: "name" }),
    h("h3", {}, words.myRack),
    h("div", { class: "row rack" }, wanted.rack.map((text, i) => tile(text, { tag: "button", "aria-label": words.remove(text, words.rack), onclick: () => { wanted.rack.splice(i, 1); render(); } }))),
    h("div", { class: "buttons" }, button(words.start, () => inTurn(async () => {
      const { rules, rule, notation } = position;
      const given = { rules, rule, notation, players: names, me: 0, begins: wanted.begins, rack: wanted.rack.join(""), name: wanted.name };
      given.held = names.map(() => wanted.rack.length);
      const state = await ask("games", given);
      wanted = null;
      await take(state);
    }), { class: "main", "data-key": "start" }), button(words.cancel, () => inTurn(list), { "data-key": "cancel" })))];
}

function playing() {
  const to = game.to_move;
  return [
    h("section", { "aria-labelledby": "game-title" },
      h("div", { class: "head" }, h("h2", { id: "game-title" }, game.name), button(words.gamesTitle, () => { faults = []; show(); }, { "data-key": "list" })),
      h("ul", { class: "players" }, game.players.map((player, i) => h("li", { class: i === to ? "to-move" : "", "aria-current": i === to ? "true" : null },
        `${player.name}${player.me ? ` (${words.you})` : ""}: ${words.heldBy(player.held, player.opened)}`)), h("li", {}, words.pool(game.pool))),
      note ? h("p", { role: "status" }, note) : null,
      faults.length > 1 ? h("ul", { class: "fault-text" }, faults.map((text) => h("li", {}, text))) : null,
      game.ended ? h("p", { class: "big" }, words.ended[game.ended]) : acts(),
      h("h3", {}, words.rack), tiles(game.rack),
      h("h3", {}, words.table), table(game.table)),
    myTurn() && answer ? advice() : null,
    h("section", { "aria-label": words.turns }, turns(),
      details("unseen", words.unseen, unseen()),
      details("more-game", words.review, button(words.review, () => inTurn(async () => { missed = (await ask(`games/${game.id}/review`, {})).turns; render(); }), { "data-key": "review" }), reviewed(),
        h("p", {}, h("a", { href: `/api/1/games/${game.id}/record`, download: "" }, words.download)),
        button(words.remove1, () => inTurn(async () => { await ask(`games/${game.id}/delete`, { version: game.version }); game = null; await list(); }), { "data-key": "delete" }))),
  ];
}

function acts() {
  const laid = { action: "lay", laid: tapped.join("") };
  const parts = [];
  if (myTurn() && answer?.tiles) parts.push(button(words.layThis, () => turn({ action: "lay", laid: answer.played.join(""), table: answer.table.map((set) => set.join("")).join("/") }), { class: "main", disabled: busy, "data-key": "lay-this" }));
  parts.push(button(tapped.length ? words.laidThese(tapped.length) : words.laidNone, () => turn(laid), { class: "main", disabled: busy || !tapped.length, "data-key": "laid" }));
  if (!game.pool) parts.push(button(words.passes, () => turn({ action: "pass" }), { disabled: busy, "data-key": "pass" }));
  else if (myTurn()) parts.push(button(words.drew, () => { drawing = !drawing; tapped = []; render(); }, { disabled: busy, "aria-pressed": drawing ? "true" : "false", "data-key": "drew" }));
  else parts.push(button(words.drewUnknown, () => turn({ action: "draw" }), { disabled: busy, "data-key": "drew" }));
  return h("div", { class: "buttons acts" }, parts);
}

function advice() {
  return h("section", { "aria-label": words.answer, class: "answer" }, h("h3", {}, words.answer), h("p", { class: "big" }, said(answer)),
    answer.tiles ? [tiles(answer.played, answer.played.map(() => "laid")), table(answer.table, { old: game.table, laid: answer.played }),
      details("game-steps", words.views.steps, h("ol", {}, answer.steps.map((step) => h("li", {}, step.text))))] : null);
}

function turns() {
  return details("turns", words.turns, h("ol", { class: "turns" }, game.turns.map((one) => h("li", { value: one.number },
    `${game.players[one.player].name} ${words.whats[one.what]} ${one.what === "lay" ? one.laid.join(" ") : ""}${one.assumed ? ` (${words.assumed})` : ""} ${one.note}`,
    one.what === "lay" || one.what === "draw" ? button(words.correct, () => { correcting = one.number; render(); setTimeout(() => $("correct-laid")?.focus()); }, { class: "small", "data-key": `correct-${one.number}`, "aria-label": `${words.correct} ${one.number}` }) : null,
    correcting === one.number ? correction(one) : null))));
}

function correction(one) {
  const send = () => {
    const laid = $("correct-laid").value.trim(), written = $("correct-table").value.trim();
    const body = laid || written ? { action: "lay", laid, table: written || null } : { action: "draw" };
    tell("correct", { turn: one.number, ...body });
  };
  return h("div", { class: "correction" }, h("p", { class: "dim" }, words.correctHelp),
    h("label", {}, words.laid, h("input", { type: "text", id: "correct-laid", value: one.laid.join(" ") })),
    h("label", {}, words.table, h("textarea", { id: "correct-table", rows: 3, spellcheck: "false" })),
    h("div", { class: "buttons" }, button(words.save, send, { class: "main", "data-key": "save" }), button(words.cancel, () => { correcting = null; render(); }, { "data-key": "cancel" })));
}

const unseen = () => h("div", { class: "row" }, Object.entries(game.unseen).filter(([, left]) => left > 0).map(([text, left]) =>
  h("span", { class: "counted" }, tile(text), left > 1 ? h("small", {}, `×${left}`) : null)));

function reviewed() {
  if (!missed) return null;
  const told = missed.filter((one) => one.missed_tiles || one.missed_points);
  return told.length ? h("ul", { role: "status" }, told.map((one) => h("li", {}, words.missed(one), " ", tiles(one.best)))) : h("p", { role: "status" }, words.nothingMissed);
}

