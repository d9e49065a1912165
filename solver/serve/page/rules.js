// The rules: a preset, every parameter, and how tiles are written.
import { words } from "./words.js";
import { $, ask, button, drawMain, drawn, h, Refused } from "./base.js";
import { setRules, state } from "./position.js";

let about = null, values = {}, base = {}, chosen = null, fault = "";

export async function show() {
  $("headline").textContent = "";
  about ??= await ask("about");
  chosen = { rules: state.rules, rule: { ...state.rule }, notation: state.notation };
  fault = "";
  await load();
}

async function load() {
  [base, values] = (await Promise.all([
    ask("rules", { rules: chosen.rules }), ask("rules", { rules: chosen.rules, rule: chosen.rule }),
  ])).map((found) => found.values);
  render();
}

const render = () => drawn(draw);

function draw() {
  const presets = h("select", { id: "preset", onchange: (event) => {
    const notation = about.rule_sets.find((one) => one.name === event.target.value).notation;
    Object.assign(chosen, { rules: event.target.value, rule: {}, notation });
    attempt(load);
  } }, about.rule_sets.map((one) => h("option", { value: one.name, selected: one.name === chosen.rules }, one.name)));
  const notations = h("select", { id: "notation", onchange: (event) => { chosen.notation = event.target.value; } },
    ["tiles", "cards"].map((name) => h("option", { value: name, selected: name === chosen.notation }, words[name])));
  const objectives = h("select", { id: "objective", onchange: (event) => { state.objective = event.target.value; } },
    about.objectives.map((one) => h("option", { value: one.name, selected: one.name === state.objective }, one.what)));
  drawMain(h("section", { "aria-labelledby": "rules-title" },
    h("h2", { id: "rules-title" }, words.pages.rules),
    h("label", {}, words.ruleSet, presets),
    h("p", { class: "dim" }, about.rule_sets.find((one) => one.name === chosen.rules).about),
    h("label", {}, words.objective, objectives),
    h("label", {}, words.notation, notations),
    h("p", { role: "alert", class: "fault-text" }, fault),
    button(words.saveRules, () => attempt(async () => {
      await setRules(chosen.rules, chosen.rule, chosen.notation);
      document.dispatchEvent(new CustomEvent("go", { detail: "position" }));
    }), { class: "main", id: "save-rules" }),
    h("details", { id: "parameters" }, h("summary", {}, words.parameters), about.parameters.map(field))));
}

function field(parameter) {
  const { key } = parameter;
  const value = values[key];
  const set = (event) => {
    if (event.target.value === base[key]) delete chosen.rule[key];
    else chosen.rule[key] = event.target.value;
    attempt(load);
  };
  const input = parameter.low == null
    ? h("select", { id: `rule-${key}`, onchange: set }, parameter.words.map((word) => h("option", { value: word, selected: word === value }, word)))
    : h("input", { type: "text", id: `rule-${key}`, value, onchange: set });
  return h("div", { class: "parameter" }, h("label", { for: `rule-${key}` }, key), input,
    key in chosen.rule ? h("small", {}, words.changedRules) : null, h("p", { class: "dim" }, `${parameter.about} (${parameter.values})`));
}

async function attempt(act) {
  fault = "";
  try {
    await act();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    fault = error.faults.join("; ");
    render();
  }
}
