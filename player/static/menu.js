// The sheet behind the three dots: what to play next, and what else can be done here.
import { choice, select } from "./parts.js";
import { gameOf } from "./start.js";
import { address } from "./wish.js";
const { both, make, say, ui } = window.tsume;

export const EASES = ["easier", "harder", "surprise", "teach"];
const ANY = say("any");

// A theme, a level and how hard: as a form whose changes are told.
export function wishes(game, wish, change) {
  const { themes = [], levels = {} } = gameOf(game) || {};
  const rungs = Object.keys(levels).filter(name => levels[name]);
  const named = (list, title) => [["", ANY], ...list.map(one => [one.name, title(one)])];
  return [
    choice("ease", "how hard", [["", say("as fits")], ...EASES.map(name => [name, say(`ease ${name}`)])], wish.ease || "", value => change({ ease: value || undefined }), { "data-choice": "ease" }),
    rungs.length ? choice("level", "level", [["", ANY], ...rungs.map(name => [name, say(name)])], wish.level || "", value => change({ level: value || undefined })) : null,
    themes.length ? select("theme", named(themes, one => one.count ? one.title.map(text => `${text} (${one.count})`) : one.title), wish.theme, value => change({ theme: value || undefined })) : null,
  ].filter(Boolean);
}

const KEYS = {
  steer: [["← →", "key move"], ["↑ X", "key clockwise"], ["Z Ctrl", "key counterclockwise"], ["↓", "key down"], ["Space", "key drop"]],
  pick: [["← → ↑ ↓", "key cursor"], ["Enter", "key choose"], ["Esc", "key let go"]],
};
const BOTH = [["U ⌫", "undo"], ["R", "again"], ["H", "hint"], ["Enter", "next"], ["L", "key language"], ["D", "key look"]];

// The keys in one line, where there is room for it.
export function keyHints(kind, idle = []) {
  return make("p", { class: "hints" }, [...(KEYS[kind] || []), ...BOTH.slice(0, 3)].filter(([, words]) => !idle.includes(words)).map(([keys, words]) =>
    make("span", {}, keys.split(" ").map(key => [make("kbd", {}, key), " "]), ui(words))));
}

function keyList(kind) {
  const rows = [...(KEYS[kind] || []), ...BOTH].map(([keys, words]) => make("div", {},
    make("dt", {}, keys.split(" ").map(key => make("kbd", {}, key))), make("dd", {}, ui(words))));
  return make("details", { class: "keylist" }, make("summary", {}, ui("keys")), make("dl", {}, rows),
    kind === "steer" ? make("p", { class: "note" }, ui("swipes")) : null);
}

export function menu(play) {
  const { told } = play.attempt, { mode } = play;
  const wish = { ...play.wish };
  const dialog = make("dialog", { class: "sheet menu" });
  const act = (key, done, attributes = {}) => {
    const made = make("button", { type: "button", ...attributes }, ui(key));
    made.addEventListener("click", () => { dialog.close(); done(); });
    return made;
  };
  const changed = change => Object.assign(wish, change);
  dialog.append(
    make("div", { class: "kind" }, make("h2", {}, both(told.title)), act("close", () => {}, { class: "plain" })),
    told.why ? make("p", {}, make("b", {}, ui("why this")), " ", both(told.why)) : "",
    mode.kind === "endless" ? make("div", { class: "wishes" }, wishes(told.game, wish, changed),
      act("next with", () => play.view.go(address({ ...wish, puzzle_id: undefined }), true), { class: "main" })) : "",
    make("div", { class: "row" },
      play.mayGiveUp ? act("give up", () => play.giveUp()) : "",
      act("language", () => window.tsume.switches.language()), act("look", () => window.tsume.switches.look())),
    make("p", { class: "row" }, make("a", { href: "/rules", target: "_blank" }, ui("rules")), make("a", { href: play.home() }, ui("leave"))),
    keyList(play.hands.kind));
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", event => { if (event.target === dialog || event.target.closest("a")) dialog.close(); });
  document.body.append(dialog);
  dialog.showModal();
}
