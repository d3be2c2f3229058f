// My page: what I solved, how I stand, what I missed, my lists; and what is kept of me, to carry, download or delete.
import { Refused, drop, get, patch, post } from "./api.js";
import { curve } from "./curve.js";
import { button, choice, confirmed, icon, level, link, notice } from "./parts.js";
import { gameOf, here, start, vocabulary } from "./start.js";
import { address } from "./wish.js";
const { both, copy, make, now, say, ui } = window.tsume;

const SHOWN = 12; // misses
const THEMES = 5; // rows of a game, itself included

export async function me(main, view) {
  await start();
  view.title(say("me"));
  const told = await get(here("/api/me"), view.signal);
  main.replaceChildren(make("section", { class: "me" },
    make("h1", {}, told.nickname ? told.nickname : ui("me")),
    numbers(told), make("div", { class: "columns" }, ratings(told), strengths(told), misses(told), lists(told), profile(told, view), carry(told, view), told.player ? data(view) : null)));
}

function numbers({ solved, attempts, seen, streaks }) {
  const stat = (key, value) => make("div", {}, make("dt", {}, ui(key)), make("dd", {}, value.toLocaleString("en")));
  return make("dl", { class: "numbers" }, stat("solved puzzles", solved), stat("attempts", attempts), stat("seen puzzles", seen),
    stat("current streak", streaks.current), stat("longest streak", streaks.longest));
}

const card = (key, ...children) => make("section", { class: "card" }, make("h2", {}, ui(key)), children);

function ratings({ curves }) {
  const games = Object.entries(curves).filter(([, points]) => points.length);
  return card("rating curve", games.length ? games.map(([game, points]) => make("figure", {},
    make("figcaption", {}, both(gameOf(game)?.title || [game, game]), " ", make("b", {}, String(Math.round(points.at(-1).rating)))),
    curve(points, `${now(gameOf(game)?.title || [game, game])}: ${Math.round(points.at(-1).rating)}`))) : make("p", { class: "note" }, ui("no tries")));
}

// Each game as a whole, then its themes, those with most tries first. The others are behind a line.
function strengths({ strengths: found }) {
  if (!found.length) return card("strengths", make("p", { class: "note" }, ui("no tries")));
  const row = one => make("li", { class: one.name ? "" : "whole" }, make("span", {}, both(one.title)),
    make("meter", { min: 0, max: one.tries, value: one.solved, "aria-label": `${now(one.title)}: ${one.solved} / ${one.tries}` }),
    make("small", {}, `${one.solved} / ${one.tries}`));
  const games = [...new Set(found.map(one => one.game))].map(game => found.filter(one => one.game === game));
  const parts = games.map(rows => [...rows].sort((a, b) => Boolean(a.name) - Boolean(b.name) || b.tries - a.tries));
  const rest = parts.flatMap(rows => rows.slice(THEMES));
  return card("strengths", make("ol", { class: "strengths" }, parts.flatMap(rows => rows.slice(0, THEMES)).map(row)),
    rest.length ? make("details", {}, make("summary", {}, ui("all themes")), make("ol", { class: "strengths" }, rest.map(row))) : null);
}

function misses({ misses: found = [] }) {
  return card("misses", found.length ? make("ol", { class: "rows" }, found.slice(0, SHOWN).map(one => make("li", {},
    link(address({ mode: "practice", game: one.game, puzzle_id: one.puzzle_id }), icon("again"), make("span", {}, both(one.title || [one.puzzle_id, one.puzzle_id])), one.level ? level(one.level) : null))))
    : make("p", { class: "note" }, ui("no misses")));
}

function lists({ lists: found = [] }) {
  return card("lists", found.length ? make("ol", { class: "rows" }, found.map(one => make("li", {},
    link(`/list/${encodeURIComponent(one.id)}`, make("span", {}, one.name), make("small", {}, String(one.puzzle_ids.length))))))
    : make("p", { class: "note" }, ui("no lists")));
}

function profile(told, view) {
  const name = make("input", { maxlength: 40, value: told.nickname || "", autocomplete: "nickname" });
  const form = make("form", { class: "row end" }, make("label", { class: "field" }, make("span", {}, ui("nickname")), name), make("button", {}, ui("save")));
  const change = async what => {
    try {
      await patch("/api/me", what, view.signal);
      notice(say("saved"));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      notice(error.words);
    }
  };
  form.addEventListener("submit", event => { event.preventDefault(); change({ nickname: name.value.trim() || null }); });
  return card("profile", form, choice("group", "group", vocabulary().groups.map(group => [group, say(`i am ${group}`)]), told.group, group => change({ group })), make("p", { class: "note" }, ui("group about")));
}

function carry(told, view) {
  const shown = make("p", { class: "code", "aria-live": "polite" });
  const give = button("get code", async () => {
    const { code, until } = await post("/api/me/code", {}, view.signal);
    const time = new Intl.DateTimeFormat(undefined, { timeStyle: "short" }).format(new Date(until));
    const again = make("button", { type: "button" }, ui("copy"));
    again.addEventListener("click", () => { copy(code); again.replaceChildren(...ui("copied")); });
    shown.replaceChildren(make("code", {}, code), " ", again, make("small", {}, ui("code until", { time })));
  });
  const field = make("input", { maxlength: 20, autocapitalize: "characters", autocomplete: "off", spellcheck: "false", required: true });
  const form = make("form", { class: "row end" }, make("label", { class: "field" }, make("span", {}, ui("code here")), field), make("button", {}, ui("carry over")));
  form.addEventListener("submit", async event => {
    event.preventDefault();
    if (told.attempts && !await confirmed("carry sure", "carry over")) return;
    try {
      await post("/api/me/carry", { code: field.value.trim() }, view.signal);
      view.go("/me", true);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      notice(error.words);
    }
  });
  return card("carry", make("p", { class: "note" }, ui("carry about")), make("p", {}, give), shown, form);
}

function data(view) {
  const forget = button("delete data", async () => {
    if (!await confirmed("delete sure", "delete data")) return;
    await drop("/api/me", view.signal);
    for (const key of Object.keys(localStorage)) if (key.startsWith("tsume-") && !/-(language|look)$/.test(key)) localStorage.removeItem(key);
    notice(say("deleted"));
    view.go("/", true);
  }, { class: "danger" });
  return card("my data", make("p", { class: "note" }, ui("data about")), make("p", { class: "row" }, make("a", { class: "button", href: "/api/me/data", download: "tsume-player.json" }, ui("download")), forget));
}
