// The page of one mode: what it is, for which game, and what one wants of it; or the list of its problems.
import { Refused, get } from "./api.js";
import { wishes } from "./menu.js";
import { choice, icon, level, select } from "./parts.js";
import { chooseGame, chosenGame, gameOf, gameOptions, here, modeOf, start } from "./start.js";
import { address } from "./wish.js";
const { both, make, say, ui } = window.tsume;

const FEW = 3; // options that stand side by side

export async function mode(main, view) {
  await start();
  const found = modeOf(view.params[0]);
  if (!found) return view.go("/", true);
  view.title(found.title);
  const asked = view.query.get("game");
  const game = gameOf(asked) ? asked : chosenGame();
  chooseGame(game);
  const below = make("div", { class: "below" });
  main.replaceChildren(make("section", { class: "text mode-page", "data-mode": found.name },
    make("header", { class: "mode-head" }, icon(found.name), make("h1", {}, both(found.title))),
    make("p", { class: "lead" }, both(found.about)),
    choice("game", "game", gameOptions(), game, name => view.go(`/mode/${found.name}?game=${name}`, true)),
    below));
  if (found.kind === "choose") await problems(below, view, found, game);
  else begin(below, found, game, view.signal);
}

const ofMode = (game, name) => (gameOf(game).categories || []).filter(one => !one.modes || one.modes.includes(name));

// Where nothing has to be chosen: what one may wish, and a button.
function begin(below, found, game, signal) {
  const wish = { mode: found.name, game };
  const go = make("a", { class: "button main big", href: address(wish) }, icon("play"), ui("start"));
  const change = one => { Object.assign(wish, one); go.href = address(wish); };
  const parts = [];
  const categories = ofMode(game, found.name);
  if (categories.length && found.kind !== "run")
    parts.push(select("category", [["", say("any")], ...categories.map(one => [one.name, one.title])], "", value => change({ category: value || undefined })));
  if (found.kind === "endless") parts.push(...wishes(game, wish, change));
  const again = make("p", {});
  below.replaceChildren(make("div", { class: "wishes" }, parts), make("p", { class: "begin" }, go), again, conditions(found));
  if (found.kind === "endless" && !found.tries) misses(again, found, game, signal);
}

// What was missed in this game can be played again.
async function misses(place, found, game, signal) {
  const missed = (await get(here("/api/me"), signal)).misses.filter(one => one.game === game);
  if (missed.length) place.append(make("a", { class: "button", href: address({ mode: found.name, game, set: "misses" }) },
    icon("again"), ui("replay misses", { n: missed.length })));
}

// In short: how long, how often, what is told.
function conditions(found) {
  const lines = [];
  if (found.length) lines.push(ui("of length", { n: found.length }));
  if (found.seconds) lines.push(ui("seconds each", { n: found.seconds }));
  if (found.tries === 1) lines.push(ui("one try"));
  if (found.reveals === "never") lines.push(ui("no answers"));
  return make("ul", { class: "conditions" }, lines.map(line => make("li", {}, line)));
}

// Number of moves, then one of its sets, then a problem.
async function problems(below, view, found, game) {
  const sets = (gameOf(game).sets || []).filter(one => one.modes.includes(found.name) && one.count);
  const lengths = [...new Set(sets.flatMap(one => one.lengths))].sort((a, b) => a - b).map(String);
  const wanted = sets.find(one => one.name === view.query.get("set"));
  const shelf = make("div", { class: "shelf", "aria-live": "polite" });
  const titles = make("div", {});
  const show = async one => {
    const { name } = one;
    history.replaceState(null, "", `${location.pathname}?${new URLSearchParams({ game, set: name })}`);
    shelf.replaceChildren(make("p", { class: "waiting" }, ui("loading")));
    try {
      shelf.replaceChildren(...grid(await get(`/api/sets/${encodeURIComponent(name)}`, view.signal), found, game));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      shelf.replaceChildren(make("p", { class: "note" }, both(error.words)));
    }
  };
  const length = chosen => {
    const fitting = sets.filter(one => one.lengths.includes(Number(chosen)));
    const first = fitting.includes(wanted) ? wanted : fitting[0];
    const options = fitting.map(one => [one.name, one.title]), act = name => show(fitting.find(one => one.name === name));
    titles.replaceChildren(options.length > FEW ? select("which kind", options, first.name, act) : choice("set", "which kind", options, first.name, act));
    return show(first);
  };
  if (!sets.length) return below.replaceChildren(make("p", { class: "note" }, ui("no puzzles")));
  const now = wanted ? String(wanted.lengths[0]) : lengths[0];
  below.replaceChildren(choice("moves", "number of moves", lengths.map(n => [n, [n, n]]), now, length), titles, shelf);
  await length(now);
}

function grid(set, found, game) {
  const done = set.puzzles.filter(puzzle => puzzle.done).length;
  const next = set.puzzles.find(puzzle => !puzzle.done);
  const cell = puzzle => make("li", {}, make("a", {
    class: puzzle.done ? "problem solved" : puzzle.done === false ? "problem tried" : "problem",
    href: address({ mode: found.name, game, set: set.name, position: puzzle.position }),
  }, make("b", {}, String(puzzle.position)), puzzle.done ? icon("check") : null,
  make("span", { class: "quiet" }, ui(puzzle.done ? "done" : puzzle.done === false ? "tried" : "open")), puzzle.level ? level(puzzle.level) : null));
  return [
    make("div", { class: "kind" }, make("p", { class: "progress" }, make("progress", { max: set.puzzles.length || 1, value: done, "aria-label": `${done} / ${set.puzzles.length}` }), make("span", {}, `${done} / ${set.puzzles.length}`)),
      next ? make("a", { class: "button main", href: address({ mode: found.name, game, set: set.name, position: next.position }) }, ui("problem number", { n: next.position })) : null),
    make("ol", { class: "problems" }, set.puzzles.map(cell)),
  ];
}
