// Which page is shown, the colours, and what is restored after a reload.
import { words } from "./words.js";
import { $, button } from "./base.js";
import * as games from "./games.js";
import * as position from "./position.js";
import * as rules from "./rules.js";

const pages = { position, games, rules };
let page = null;

async function go(name, ...more) {
  sessionStorage.setItem("page", name);
  for (const [other, { hide }] of Object.entries(pages)) if (other !== name) hide?.();
  $("pages").replaceChildren(...Object.keys(pages).map((one) => button(words.pages[one], () => go(one), { "aria-current": one === name ? "page" : null })));
  document.body.classList.toggle("no-picker", name === "rules");
  // A game may have other tiles.
  if (name === "position" && page === "games") await position.loadRules();
  page = name;
  await pages[name].show(...more);
  $("main").scrollTop = 0;
}

function paint() {
  const dark = localStorage.getItem("theme") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  document.documentElement.dataset.theme = dark;
  $("theme").textContent = dark === "dark" ? words.light : words.dark;
  $("theme").setAttribute("aria-label", `${words.themeLabel}: ${dark === "dark" ? words.light : words.dark}`);
}

$("theme").addEventListener("click", () => {
  localStorage.setItem("theme", document.documentElement.dataset.theme === "dark" ? "light" : "dark");
  paint();
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paint);
paint();

const fold = () => {
  const folded = document.body.classList.toggle("folded");
  $("fold").textContent = folded ? words.showPicker : words.hidePicker;
  $("fold").setAttribute("aria-expanded", folded ? "false" : "true");
};
$("fold").addEventListener("click", fold);
$("fold").setAttribute("aria-controls", "picker");
$("fold").textContent = words.hidePicker;
$("fold").setAttribute("aria-expanded", "true");

document.addEventListener("go", (event) => go(event.detail));
addEventListener("hashchange", async () => {
  await position.changed(await position.fromHash());
});

await position.changed(await position.fromHash());
const game = sessionStorage.getItem("game");
const last = sessionStorage.getItem("page");
await go(last === "games" || last === "rules" ? last : "position", ...(last === "games" && game ? [game] : []));
document.body.dataset.ready = "yes";
