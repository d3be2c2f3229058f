// The first view: tonight's puzzle of the day, the days in a row, the modes.
import { get } from "./api.js";
import { pictureOf } from "./boards.js";
import { choice, icon, level, link } from "./parts.js";
import { chooseGame, chosenGame, gameOf, gameOptions, here, placeOf, start } from "./start.js";
import { address } from "./wish.js";
const { both, make, ui } = window.tsume;

const DAYS = 7;

export async function home(main, view) {
  const [{ modes }, daily, me] = await Promise.all([start(true), get(here("/api/daily"), view.signal), get(here("/api/me"), view.signal)]);
  view.title(null);
  const cards = make("div", { class: "modes" });
  const fill = () => cards.replaceChildren(...modes.map(mode => card(mode)));
  fill();
  main.replaceChildren(make("div", { class: "home" },
    ofTheDay(daily),
    make("aside", { class: "beside" }, days(daily, me), tonight(daily), fitting()),
    make("section", { class: "all-modes" },
      make("div", { class: "kind" }, make("h2", {}, ui("modes"))),
      choice("game", "game", gameOptions(), chosenGame(), name => { chooseGame(name); fill(); for (const one of main.querySelectorAll("[data-fit]")) one.href = fit(); }),
      cards)));
}

const fit = () => address({ mode: "practice", game: chosenGame() });

function ofTheDay({ puzzle_of_the_day: puzzle, night }) {
  if (!puzzle) return make("section", { class: "hero-card empty" }, make("p", {}, ui("no puzzles")));
  const to = address({ mode: "daily", puzzle_id: puzzle.puzzle_id });
  const picture = pictureOf(puzzle);
  return make("section", { class: "hero-card" },
    make("div", { class: "day-words" },
      make("p", { class: "over" }, ui("of the day"), " · ", make("time", { datetime: night }, night)),
      make("h1", {}, both(puzzle.title)),
      make("p", { class: "day-facts" }, puzzle.level ? level(puzzle.level) : null, make("span", {}, both(gameOf(puzzle.game)?.title || ["", ""])),
        puzzle.done ? make("span", { class: "done" }, icon("check"), ui("done")) : null),
      make("a", { class: "button main big", href: to }, icon("play"), ui(puzzle.done ? "play again" : "play now"))),
    make("a", { class: "day-board", href: to, tabindex: -1, "aria-hidden": "true" }, picture || icon("play")));
}

// The last days, and how many in a row.
function days({ calendar }, { streaks }) {
  const count = streaks.current;
  const last = [...calendar].sort((a, b) => a.night < b.night ? -1 : 1).slice(-DAYS);
  return make("section", { class: "card streak" },
    make("p", { class: "flame" }, icon("flame"), make("b", {}, ui(count === 1 ? "one day" : "days in a row", { n: count }))),
    make("ol", { class: "dots" }, last.map(({ night, done, total }) => make("li", { class: done >= total && total ? "all" : done ? "some" : "", title: night },
      make("span", { class: "quiet" }, `${night}: ${done}/${total}`), make("span", { "aria-hidden": "true" }, String(Number(night.slice(8))))))),
    link("/daily", ui("calendar")));
}

function tonight({ tonight: puzzles = [] }) {
  const done = puzzles.filter(puzzle => puzzle.done).length;
  const next = puzzles.find(puzzle => !puzzle.done);
  return make("section", { class: "card" }, make("h2", {}, ui("tonight set")),
    make("p", { class: "progress" }, make("progress", { max: puzzles.length || 1, value: done, "aria-label": `${done} / ${puzzles.length}` }), make("span", {}, `${done} / ${puzzles.length}`)),
    next ? make("a", { class: "button", href: address({ mode: "daily", puzzle_id: next.puzzle_id }) }, ui(done ? "go on" : "begin")) : make("p", { class: "done" }, icon("check"), ui("all done")));
}

function fitting() {
  return make("section", { class: "card" }, make("h2", {}, ui("fitting")), make("p", { class: "note" }, ui("fitting about")),
    make("a", { class: "button", "data-fit": true, href: fit() }, icon("practice"), ui("play")));
}

function card(mode) {
  return make("a", { class: "mode", href: placeOf(mode), "data-mode": mode.name }, icon(mode.name), make("b", {}, both(mode.title)), make("span", {}, both(mode.about)));
}

