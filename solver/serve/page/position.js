// The page of one position: it is entered tap by tap, and answered while it is.
import { words } from "./words.js";
import { $, ask, bare, button, currentBox, drawMain, drawn, h, Refused, showPicker, table, tile, tiles, useBox } from "./base.js";

const fresh = () => ({
  rack: [], sets: [], open: null, opened: true, loose: false, rules: "standard", rule: {}, notation: "tiles",
  after: null, target: "table", objective: "value",
});

export const state = fresh();
let past = [], future = [];
let read = { states: [], left: {}, faults: [], position: null };
let answer = null, answered = null, faults = [], view = "after", step = 0, hidden = false, note = "";
let extra = { hints: null, others: null, verdict: null, odds: null };
let queue = Promise.resolve(), waiting = null, shown = false;

// --- What is entered ---

const inAfter = () => state.target === "after";
const grown = () => (inAfter() ? state.after : state);

export function asked() {
  return {
    rules: state.rules, rule: state.rule, notation: state.notation, opened: state.opened, loose: state.loose,
    table: packed(state.sets), rack: state.rack.join("") || "-", objective: state.objective,
  };
}

const packed = (sets) => sets.map((set) => set.join("")).filter(Boolean).join("/") || "-";

function remember() {
  past.push(JSON.stringify(state));
  if (past.length > 500) past.shift();
  future = [];
}

// Changes come one after the other, however fast the taps do.
const inTurn = (act) => (queue = queue.then(act).catch((error) => {
  if (!(error instanceof Refused)) throw error;
  faults = error.faults;
  render();
}));

function pick(text) {
  return inTurn(async () => {
    const into = inAfter() ? state.after : state;
    const body = { ...asked(), tap: text, target: state.target === "rack" ? "rack" : "table", sets: into.sets, open: into.open };
    if (inAfter()) Object.assign(body, { rack: "-", loose: false });
    const found = await ask("enter", body);
    if (found.refused) {
      faults = found.faults;
      render();
      return;
    }
    remember();
    if (state.target === "rack") state.rack = found.rack;
    else Object.assign(into, { sets: found.sets, open: found.open });
    // What a tap makes of table and rack comes with its answer.
    await changed(inAfter() ? null : found);
  });
}

function change(act) {
  return inTurn(async () => {
    remember();
    act();
    await changed();
  });
}

function travel(from, to) {
  return inTurn(async () => {
    if (!from.length) return;
    to.push(JSON.stringify(state));
    const before = `${state.rules} ${JSON.stringify(state.rule)} ${state.notation}`;
    Object.assign(state, JSON.parse(from.pop()));
    if (before !== `${state.rules} ${JSON.stringify(state.rule)} ${state.notation}`) await loadRules();
    await changed();
  });
}

function removeAt(i, j) {
  return change(() => {
    const into = grown();
    into.sets[i].splice(j, 1);
    if (!into.sets[i].length) {
      into.sets.splice(i, 1);
      into.open = null;
    } else into.open = state.loose && !inAfter() ? null : i;
  });
}

// --- The link: the part after # is sent nowhere ---

function toHash() {
  const parts = new URLSearchParams();
  if (state.sets.length) parts.set("t", packed(state.sets));
  if (state.rack.length) parts.set("r", state.rack.join(""));
  if (state.rules !== "standard") parts.set("rules", state.rules);
  for (const [key, value] of Object.entries(state.rule)) parts.append("rule", `${key}=${value}`);
  if (!state.opened) parts.set("opened", "no");
  if (state.loose) parts.set("loose", "yes");
  if (state.notation !== "tiles") parts.set("notation", state.notation);
  if (state.objective !== "value") parts.set("objective", state.objective);
  const hash = parts.toString();
  if (location.hash.slice(1) !== hash) history.replaceState(null, "", hash ? `#${hash}` : location.pathname);
}

export async function fromHash() {
  const parts = new URLSearchParams(location.hash.slice(1));
  Object.assign(state, fresh(), {
    rules: parts.get("rules") ?? "standard", opened: parts.get("opened") !== "no", loose: parts.get("loose") === "yes",
    notation: parts.get("notation") === "cards" ? "cards" : "tiles", objective: parts.get("objective") ?? "value",
    rule: Object.fromEntries(parts.getAll("rule").map((text) => text.split(/=(.*)/s).slice(0, 2))),
  });
  try {
    await loadRules();
    const found = await ask("read", { ...asked(), table: parts.get("t") ?? "-", rack: parts.get("r") ?? "-" });
    state.sets = found.sets;
    state.rack = found.rack;
    return found;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    faults = error.faults;
    Object.assign(state, { rules: "standard", rule: {} });
    await loadRules();
    return null;
  }
}

export async function loadRules() {
  const found = await ask("rules", { rules: state.rules, rule: state.rule, notation: state.notation });
  useBox(found.box);
  return found;
}

export async function setRules(rules, rule, notation) {
  const before = { rules: state.rules, rule: state.rule, notation: state.notation };
  remember();
  Object.assign(state, { rules, rule, notation });
  try {
    const written = before.notation === notation ? null : await ask("read", { ...asked(), ...before });
    if (written && (state.sets.length || state.rack.length)) Object.assign(state, { sets: [], rack: [], open: null, after: null });
    await loadRules();
  } catch (error) {
    Object.assign(state, before);
    past.pop();
    throw error;
  }
  await changed();
}

// --- Reading and answering ---

export async function changed(known = null) {
  faults = [];
  note = "";
  extra = { hints: null, others: null, verdict: null, odds: null };
  read = known ?? (await ask("read", asked()));
  if (state.open !== null && state.open >= state.sets.length) state.open = null;
  read.afterStates = [];
  if (state.after) read.afterStates = (await ask("read", { ...asked(), table: packed(state.after.sets), rack: "-", loose: false })).states;
  toHash();
  answerSoon();
  render();
}

function answerSoon() {
  waiting?.abort();
  waiting = null;
  step = 0;
  if (!read.position || (!state.rack.length && !state.loose)) {
    answer = null;
    return;
  }
  const mine = (waiting = new AbortController());
  const body = asked();
  // Taps in quick succession are not each worth an answer.
  new Promise((soon) => setTimeout(soon, 30)).then(() => ask("solve", { ...body, time_limit: 5 }, mine.signal)).then((found) => {
    if (waiting !== mine) return;
    [answer, answered, waiting] = [found, body, null];
    render();
  }).catch((error) => {
    if (error.name === "AbortError" || waiting !== mine) return;
    waiting = answer = null;
    if (error instanceof Refused) faults = error.faults;
    render();
  });
}

function headline() {
  if (faults.length) return faults[0];
  const open = state.loose ? -1 : (read.states ?? []).findIndex((one) => one.state !== "legal");
  if (open >= 0) return read.states[open].state === "begun" ? words.finishSet(open + 1) : read.states[open].reason;
  if (read.faults.length) return read.faults[0];
  if (!state.rack.length && !state.loose) return words.enterFirst;
  if (!answer || waiting) return words.thinking;
  return hidden ? "" : said(answer);
}

export function said(answer) {
  if (!answer.tiles) return words.draw;
  const parts = [words.lay(answer.tiles)];
  parts.push(answer.goes_out ? words.out : words.value(answer.value));
  if (answer.status === "feasible") parts.push(words.best);
  return parts.join(" – ");
}

// --- What is seen ---

export function show() {
  shown = true;
  render();
}

export const hide = () => { shown = false; };

export const render = () => drawn(draw);

function draw() {
  if (!shown) return;
  drawMain(entered(), answerPart(), more());
  $("headline").textContent = headline();
  $("bar").classList.toggle("fault", faults.length > 0);
  dock();
}

function dock() {
  const left = inAfter() ? afterLeft() : read.left;
  showPicker({
    left, pick,
    more: [
      { text: words.newSet, key: "new", act: () => change(() => { grown().open = null; }), disabled: state.target === "rack" || state.loose },
      { text: words.undo, key: "undo", act: () => travel(past, future), disabled: !past.length },
      { text: words.redo, key: "redo", act: () => travel(future, past), disabled: !future.length },
    ],
  });
}

// Only tiles of table and rack can lie on the new table.
function afterLeft() {
  const left = {};
  for (const text of [...state.sets.flat(), ...state.rack]) left[bare(text)] = (left[bare(text)] ?? 0) + 1;
  for (const text of state.after.sets.flat()) left[bare(text)] -= 1;
  return left;
}

function entered() {
  const targets = [["rack", words.rack], ["table", state.loose ? words.heap : words.table], ["after", words.after]];
  return h("section", { "aria-labelledby": "entered", class: "entered" },
    h("h2", { id: "entered", class: "sr" }, words.pages.position),
    h("div", { class: "segments", role: "group", "aria-label": words.tapInto }, targets.map(([key, text]) => button(text, () => inTurn(async () => {
      if (key === "after" && !state.after) state.after = { sets: state.loose ? [] : structuredClone(state.sets), open: null };
      state.target = key;
      state.open = null;
      await changed();
    }), { "data-key": `target-${key}`, "aria-pressed": state.target === key ? "true" : "false" }))),
    h("h3", {}, words.rack),
    h("div", { class: "row rack" }, state.rack.length ? state.rack.map((text, i) => tile(text, {
      tag: "button", "aria-label": words.remove(text, words.rack), "data-key": `rack-${i}`,
      onclick: () => change(() => state.rack.splice(i, 1)),
    })) : h("span", { class: "dim" }, words.empty)),
    h("h3", {}, inAfter() ? words.after : state.loose ? words.heap : words.table),
    sets(grown(), inAfter() ? read.afterStates : read.states ?? []),
    h("div", { class: "switches" },
      toggle("opened", words.opened), toggle("loose", words.loose),
      button(words.clear, () => change(() => {
        Object.assign(state, { rack: [], sets: [], open: null, after: null, target: "table" });
      }).then(() => { note = words.cleared; render(); }), { "data-key": "clear", disabled: !state.rack.length && !state.sets.length })),
    note ? h("p", { role: "status" }, note) : null);
}

function toggle(key, text) {
  return h("label", {}, h("input", {
    type: "checkbox", checked: state[key], "data-key": key, onchange: (event) => change(() => {
      state[key] = event.target.checked;
      if (key === "loose") Object.assign(state, { sets: state.loose ? [state.sets.flat()].filter((set) => set.length) : state.sets, open: null });
    }),
  }), ` ${text}`);
}

function sets(of, states) {
  if (!of.sets.length) return h("p", { class: "dim" }, words.empty);
  return h("ol", { class: "table entry" }, of.sets.map((set, i) => {
    const one = states[i] ?? { state: "legal", tiles: set };
    const isOpen = of.open === i;
    const label = words.states[isOpen ? "open" : one.state];
    const shownTiles = one.state === "legal" && one.tiles.length === set.length ? one.tiles : set;
    return h("li", { class: `${one.state.replace(" ", "-")}${isOpen ? " open" : ""}`, "aria-label": words.set(i + 1, label) },
      h("span", { class: "row" }, set.map((text, j) => tile(one.state === "legal" ? standing(text, shownTiles, j) : text, {
        tag: "button", "aria-label": words.remove(text, words.set(i + 1, "")), "data-key": `set-${i}-${j}`, onclick: () => removeAt(i, j),
      }))),
      state.loose && !inAfter() ? null : button("+", () => inTurn(() => { of.open = isOpen ? null : i; render(); }), {
        class: "small", "aria-label": words.openSet(i + 1), "aria-pressed": isOpen ? "true" : "false", "data-key": `open-${i}`,
      }),
      label && !isOpen ? h("small", {}, label) : null,
      one.reason && one.state === "legal" ? h("small", {}, one.reason) : null);
  }));
}

// What a joker of a set stands for is shown in its place, where the tiles lie in that order.
const standing = (text, shownTiles, j) => (text === currentBox().joker && /\(/.test(shownTiles[j]) ? shownTiles[j] : text);

function answerPart() {
  if (!answer || !read.position) return h("section", { "aria-label": words.answer, class: "answer" });
  const parts = [h("div", { class: "head" }, h("h2", {}, words.answer),
    button(hidden ? words.showAnswer : words.hideAnswer, () => { hidden = !hidden; render(); }, { "data-key": "hide" }))];
  if (!hidden) parts.push(...shownAnswer());
  parts.push(details("hints", words.hints, h("div", { class: "buttons" }, [1, 2, 3, 4].map((level) =>
    button(words.hint(level), () => load("hints", "hint", { level }), { "data-key": `hint-${level}` }))),
  extra.hints ? h("p", { role: "status" }, extra.hints.text) : null));
  if (answer.tiles) {
    parts.push(details("others", words.others, button(words.lookFor, () => load("others", "all", { count: 6 }), { "data-key": "others" }),
      extra.others ? others() : null));
  }
  return h("section", { "aria-label": words.answer, class: `answer${waiting ? " stale" : ""}`, "aria-busy": waiting ? "true" : null }, parts);
}

function shownAnswer() {
  const old = state.loose ? null : answered && packed(state.sets) === answered.table ? setsOf(answer) : null;
  const parts = [h("p", { class: "big" }, said(answer)), answer.played.length ? tiles(answer.played, answer.played.map(() => "laid")) : null];
  if (answer.reason) parts.push(h("p", {}, answer.reason));
  const closest = answer.closest;
  if (!answer.tiles && closest?.tile) parts.push(h("p", {}, `${closest.tile}: ${closest.frees.join(" ")}`));
  parts.push(...answer.notes.map((text) => h("p", { class: "dim" }, text)));
  if (!answer.tiles && !state.loose) return parts;
  parts.push(h("div", { class: "segments", role: "group", "aria-label": words.answer }, Object.entries(words.views).map(([key, text]) =>
    button(text, () => { view = key; step = 0; render(); }, { "aria-pressed": view === key ? "true" : "false", "data-key": `view-${key}` }))));
  if (view === "before") parts.push(table(state.loose ? state.sets : old ?? state.sets));
  else if (view === "after") parts.push(table(answer.table, { old: old ?? [], laid: answer.played }));
  else parts.push(...steps());
  return parts;
}

// The sets as they lie, with what their jokers stand for.
const setsOf = () => state.sets.map((set, i) => read.states[i]?.tiles ?? set);

function steps() {
  if (!answer.steps.length) return [h("p", { class: "dim" }, words.noSteps)];
  const now = answer.steps[step];
  return [
    h("p", { class: "step", role: "status" }, h("b", {}, words.step(step + 1, answer.steps.length)), ` ${now.text}`),
    h("div", { class: "buttons" },
      button(words.back, () => { step -= 1; render(); }, { disabled: step === 0, "data-key": "step-back" }),
      button(words.next, () => { step += 1; render(); }, { disabled: step === answer.steps.length - 1, "data-key": "step-next" })),
    table(now.table, { old: (step ? answer.steps[step - 1].table : setsOf()), laid: now.from?.rack ? now.tiles : [], numbers: now.numbers }),
  ];
}

function others() {
  const list = extra.others.answers ?? [];
  if (list.length < 2) return h("p", { role: "status" }, words.noOthers);
  return h("ol", {}, list.slice(1).map((one) => h("li", {}, h("p", {}, said(one)), table(one.table, { old: setsOf(), laid: one.played }))));
}

function load(key, question, more) {
  return inTurn(async () => {
    extra[key] = await ask(question, { ...asked(), ...more });
    render();
  });
}

function more() {
  const fields = [["typed-table", words.table, packed(state.sets)], ["typed-rack", words.rack, state.rack.join(" ")]];
  return h("section", { "aria-label": words.type, class: "more" },
    details("typing", words.type, h("p", { class: "dim" }, words.typeHelp), fields.map(([id, text, value]) => {
      const field = h("textarea", { id, rows: 2, spellcheck: "false", autocapitalize: "off" });
      field.value = value === "-" ? "" : value;
      field.dataset.was = field.value;
      return h("label", {}, text, field);
    }), button(words.take, takeTyped, { "data-key": "take" })),
    details("checking", words.check, h("p", { class: "dim" }, words.checkHelp), (() => {
      const field = h("textarea", { id: "typed-after", rows: 2, spellcheck: "false", autocapitalize: "off" });
      field.value = state.after ? packed(state.after.sets) : "";
      field.dataset.was = field.value;
      return h("label", {}, words.after, field);
    })(), button(words.judge, () => load("verdict", "check", { after: $("typed-after").value || "-" }), { "data-key": "judge" }), verdict()),
    details("odds", words.odds, button(words.workOut, () => load("odds", "odds", {}), { "data-key": "odds", disabled: !read.position }), odds()),
    details("link", words.link, h("p", {}, h("a", { href: location.href }, location.href))));
}

function verdict() {
  const found = extra.verdict;
  if (!found) return null;
  return h("div", { role: "status" }, h("p", { class: "big" }, found.legal ? words.legal : words.illegal),
    found.faults?.length ? h("ul", {}, found.faults.map((text) => h("li", {}, text))) : null,
    found.read_as?.length ? h("p", { class: "dim" }, found.read_as.join("; ")) : null);
}

function odds() {
  const found = extra.odds;
  if (!found) return null;
  const share = (value) => `${(100 * value).toFixed(1)} %`;
  return h("div", { role: "status" }, h("p", {}, words.chances(share(found.chance_to_go_out), share(found.chance_to_lay))),
    h("ul", { class: "odds" }, found.draws.filter((draw) => draw.tiles).map((draw) =>
      h("li", {}, tile(draw.tile), ` ${share(draw.chance)}: ${words.lay(draw.tiles)}${draw.goes_out ? ` – ${words.out}` : ""}`))));
}

function takeTyped() {
  return inTurn(async () => {
    const found = await ask("read", { ...asked(), table: $("typed-table").value || "-", rack: $("typed-rack").value || "-" });
    if (found.faults.length && !found.sets.length && !found.rack.length) throw new Refused(400, { error: found.faults[0], faults: found.faults });
    remember();
    Object.assign(state, { sets: found.sets, rack: found.rack, open: null, after: null, target: "table" });
    for (const id of ["typed-table", "typed-rack", "typed-after"]) $(id).value = $(id).dataset.was;
    await changed();
  });
}

export function details(id, title, ...children) {
  return h("details", { id }, h("summary", { "data-key": `details-${id}` }, title), children);
}
