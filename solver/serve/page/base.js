// What all pages use: elements, requests, tiles.
import { words } from "./words.js";

export const $ = (id) => document.getElementById(id);

// An element; texts go into it as text, never as HTML.
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "class") element.className = value;
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value != null) element.setAttribute(key, value);
  }
  element.append(...children.flat(9).filter((child) => child != null && child !== false));
  return element;
}

export const button = (text, onclick, more = {}) => h("button", { type: "button", onclick, ...more }, text);

export class Refused extends Error {
  constructor(status, body) {
    super(body.error ?? "");
    this.status = status;
    this.faults = body.faults ?? [this.message];
    this.state = body.state;
  }
}

let failing = false;

// Ask the server; `Refused` is thrown for what it refuses, and it is asked again until it answers at all.
export async function ask(path, body, signal) {
  for (;;) {
    let answer;
    try {
      answer = await fetch(`/api/1/${path}`, body === undefined ? { signal } : {
        method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal,
      });
    } catch (error) {
      if (error.name === "AbortError") throw error;
      failing = true;
      showOffline();
      await new Promise((wake) => setTimeout(wake, 1000));
      continue;
    }
    if (failing) {
      failing = false;
      showOffline();
    }
    const found = await answer.json().catch(() => ({ error: `${answer.status}` }));
    if (!answer.ok) throw new Refused(answer.status, found);
    return found;
  }
}

function showOffline() {
  $("offline").hidden = !failing;
  $("offline").textContent = failing ? words.offline : "";
}

// --- Tiles ---

let box = { joker: "J", colours: [] };
let colourOf = new Map();

export function useBox(given) {
  box = given;
  colourOf = new Map();
  for (const { colour, tiles, numbers, name } of given.colours) {
    tiles.forEach((tile, i) => colourOf.set(tile, { colour, number: numbers[i], name }));
  }
}

export const currentBox = () => box;

// A tile as it lies; a joker shows what it stands for.
export function tile(text, more = {}) {
  const stands = /\((.+)\)$/.exec(text);
  const known = colourOf.get(stands ? stands[1] : text);
  const joker = stands || text === box.joker;
  const face = joker
    ? [h("span", { class: "star", "aria-hidden": "true" }, "★"), known ? h("span", { class: "stands" }, known.number, h("i", {}, known.name)) : null]
    : [known ? known.number : text, known ? h("i", {}, known.name) : null];
  const { tag = "span", mark = "", ...attributes } = more;
  return h(tag, {
    class: `tile${known ? ` c${known.colour}` : ""}${joker ? " joker" : ""}${mark ? ` ${mark}` : ""}`,
    "aria-label": text, ...(tag === "span" ? { role: "img" } : { type: "button" }), ...attributes,
  }, face);
}

export const bare = (text) => (/\(/.test(text) ? box.joker : text);

export function tiles(list, marks = []) {
  return h("span", { class: "row" }, list.map((text, i) => tile(text, { mark: marks[i] })));
}

// A table; `laid` are the tiles from the rack, `old` the table before: what is new in a set is marked.
export function table(sets, { old = null, laid = [], numbers = null } = {}) {
  if (!sets.length) return h("p", { class: "dim" }, words.empty);
  const left = count(laid);
  return h("ol", { class: "table" }, sets.map((set, i) => {
    const was = old ? count(old[i] ?? []) : null;
    const marks = set.map((text) => {
      if (!was) return "";
      const plain = bare(text);
      if (was.get(plain) > 0) { was.set(plain, was.get(plain) - 1); return ""; }
      if (left.get(plain) > 0) { left.set(plain, left.get(plain) - 1); return "laid"; }
      return "moved";
    });
    const number = numbers ? numbers[i] : i + 1;
    return h("li", { value: number, "aria-label": words.set(number, "") }, tiles(set, marks));
  }));
}

function count(list) {
  const counts = new Map();
  for (const text of list) counts.set(bare(text), (counts.get(bare(text)) ?? 0) + 1);
  return counts;
}

// --- Drawing anew ---

// Nothing is drawn anew between press and release: the press would be lost with the button.
let pressed = false;
const waiting = new Set();

export function drawn(draw) {
  if (pressed) waiting.add(draw);
  else draw();
}

addEventListener("pointerdown", () => { pressed = true; }, true);
for (const end of ["pointerup", "pointercancel"]) {
  addEventListener(end, () => setTimeout(() => {
    pressed = false;
    const due = [...waiting];
    waiting.clear();
    due.forEach((draw) => draw());
  }), true);
}

// New content for the main part; what is typed there, what is open and what has the focus stay.
export function drawMain(...content) {
  const main = $("main");
  const focus = main.contains(document.activeElement) ? document.activeElement : null;
  const selection = focus?.matches("textarea, input[type=text]") ? [focus.selectionStart, focus.selectionEnd] : null;
  const typed = [...main.querySelectorAll("[data-was]")].map((field) => [field.id, field.value, field.dataset.was]);
  const opened = [...main.querySelectorAll("details[open]")].map((one) => one.id);
  main.replaceChildren(...content.filter(Boolean));
  for (const [id, value, was] of typed) if ($(id) && value !== was) $(id).value = value;
  for (const id of opened) $(id)?.setAttribute("open", "");
  if (!focus) return;
  const again = (focus.id && $(focus.id)) || (focus.dataset.key && main.querySelector(`[data-key="${CSS.escape(focus.dataset.key)}"]`));
  again?.focus({ preventScroll: true });
  if (again && selection) again.setSelectionRange(...selection);
}

// --- The picker ---

let onPick = () => {};
let acts = new Map();
let laidOut = "";

// Two rows of seven for each colour of a usual box; the last place of each has something else to press.
export function showPicker({ left, pick, more }) {
  onPick = pick;
  acts = new Map(more.map(({ key, act }) => [key, act]));
  const layout = JSON.stringify([box, more.map(({ key, text }) => [key, text])]);
  if (layout !== laidOut) {
    laidOut = layout;
    const others = [pickButton(box.joker, "★", "joker"), ...more.map(({ key, text }) => h("button", { type: "button", class: "pick extra", "data-key": key }, text))];
    const rows = box.colours.map(({ colour, tiles: texts, numbers, name }) => h("div", { class: "of-colour" },
      texts.map((text, i) => pickButton(text, numbers[i], `c${colour}`, name)), others.shift()));
    if (others.length) rows.push(h("div", { class: "of-colour" }, others));
    $("picker").replaceChildren(...rows);
  }
  for (const one of $("picker").querySelectorAll("[data-tile]")) {
    const count = Math.max(0, left[one.dataset.tile] ?? 0);
    one.setAttribute("aria-label", words.left(one.dataset.tile, count));
    if (count) one.removeAttribute("aria-disabled");
    else one.setAttribute("aria-disabled", "true");
    one.lastChild.textContent = count ? "•".repeat(Math.min(count, 4)) : "–";
  }
  for (const { key, disabled } of more) $("picker").querySelector(`[data-key="${key}"]`).disabled = Boolean(disabled);
}

const pickButton = (text, face, kind, name) => h("button", { type: "button", class: `pick ${kind}`, "data-key": text, "data-tile": text },
  h("span", { "aria-hidden": "true" }, face, name ? h("i", {}, name) : null), h("sub", { "aria-hidden": "true" }));

$("picker").addEventListener("click", (event) => {
  const { tile: text, key } = event.target.closest("button")?.dataset ?? {};
  if (text) onPick(text);
  else acts.get(key)?.();
});
