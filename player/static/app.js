// Which view is shown, and how one gets from one to another without loading a page.
import { Refused, patch, sendLeftovers } from "./api.js";
import { daily } from "./daily.js";
import { home } from "./home.js";
import { list } from "./lists.js";
import { me } from "./me.js";
import { mode } from "./mode.js";
import { notice } from "./parts.js";
import { play } from "./play.js";
import { rules } from "./rules.js";
import { start } from "./start.js";
const { both, make, now, say, ui } = window.tsume;

const VIEWS = [
  ["home", /^\/$/, home], ["play", /^\/play$/, play], ["mode", /^\/mode\/([\w-]+)$/, mode], ["daily", /^\/daily$/, daily],
  ["me", /^\/me$/, me], ["list", /^\/list\/([\w-]+)$/, list], ["rules", /^\/rules$/, rules],
];

const NOWHERE = ["nowhere", /^/, nowhere];

const main = document.getElementById("main");
const plain = [document.documentElement.dataset.titleEn, document.documentElement.dataset.titleJa];
let leaving = () => {}, controller = new AbortController(), times = 0;

function title(words) {
  const { dataset } = document.documentElement;
  [dataset.titleEn, dataset.titleJa] = words ? words.map(text => `${text} · tsume`) : plain;
  document.title = now([dataset.titleEn, dataset.titleJa]);
}

async function show(focus = true) {
  leaving();
  controller.abort();
  controller = new AbortController();
  const time = ++times, { signal } = controller;
  const [name, pattern, view] = VIEWS.find(([, one]) => one.test(location.pathname)) || NOWHERE;
  document.body.dataset.page = name;
  delete document.body.dataset.ready;
  for (const way of document.querySelectorAll("[data-way]"))
    if (way.dataset.way === name) way.setAttribute("aria-current", "page"); else way.removeAttribute("aria-current");
  const context = { params: location.pathname.match(pattern)?.slice(1) || [], query: new URLSearchParams(location.search), signal, go, title };
  leaving = () => {};
  try {
    const leave = await view(main, context);
    if (time !== times) return leave?.();
    leaving = leave || leaving;
  } catch (error) {
    if (signal.aborted) return;
    failed(error);
  }
  if (focus && name !== "play") main.focus({ preventScroll: true });
  document.body.dataset.ready = name;
}

function nowhere(main, view) {
  view.title(say("nowhere"));
  main.replaceChildren(make("div", { class: "empty" }, make("h1", {}, ui("nowhere")), make("p", {}, ui("nowhere about")),
    make("p", {}, make("a", { class: "button main", href: "/" }, ui("home")))));
}

function failed(error) {
  main.replaceChildren(make("div", { class: "empty" }, make("p", {}, error instanceof Refused ? both(error.words) : ui("trouble")),
    make("p", {}, make("a", { class: "button", href: "/" }, ui("home")))));
  if (!(error instanceof Refused)) console.error(error);
}

function go(address, instead = false) {
  history[instead ? "replaceState" : "pushState"](null, "", address);
  scrollTo(0, 0);
  show();
}

document.addEventListener("click", event => {
  const link = event.target.closest?.("a[href]");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || link.target || link.hasAttribute("download")) return;
  const to = new URL(link.href);
  if (to.hash && to.href.replace(to.hash, "") === location.href.replace(location.hash, "")) return within(event, to.hash.slice(1));
  if (to.origin !== location.origin || !VIEWS.some(([, pattern]) => pattern.test(to.pathname))) return;
  event.preventDefault();
  go(to.pathname + to.search);
});
// To a place on the page that is shown: nothing is left by that.
function within(event, id) {
  const place = document.getElementById(id);
  event.preventDefault();
  place?.scrollIntoView();
  place?.focus();
}

addEventListener("popstate", () => show());

// A refusal that no view has a place for; and a request of a view that was left, which nobody waits for.
addEventListener("unhandledrejection", event => {
  const { reason } = event, refused = reason instanceof Refused;
  if (!refused && reason?.name !== "AbortError") return;
  event.preventDefault();
  if (refused) notice(reason.words);
});

// Whoever is known already keeps the language that they choose.
document.addEventListener("tsume-language", async () => {
  if ((await start()).me) patch("/api/me", { language: document.documentElement.lang }).catch(() => {});
});

if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => {});
sendLeftovers();
show(false);
