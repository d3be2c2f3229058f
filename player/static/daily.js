// The puzzle of the day, tonight's set, and a calendar of the days done.
import { get } from "./api.js";
import { pictureOf } from "./boards.js";
import { icon, level } from "./parts.js";
import { gameOf, here, start } from "./start.js";
import { address } from "./wish.js";
const { both, make, now, say, ui } = window.tsume;

export async function daily(main, view) {
  const [, told] = await Promise.all([start(), get(here("/api/daily"), view.signal)]);
  view.title(say("daily"));
  const { night, puzzle_of_the_day: puzzle, tonight = [], calendar = [] } = told;
  main.replaceChildren(make("section", { class: "daily" },
    make("h1", {}, ui("daily")),
    make("div", { class: "daily-parts" },
      make("div", {}, puzzle ? [make("h2", {}, ui("of the day")), make("div", { class: "tonight" }, card(puzzle, true))] : null,
        make("h2", {}, ui("tonight set")), make("div", { class: "tonight" }, tonight.map(one => card(one)))),
      make("aside", {}, make("h2", {}, ui("calendar")), months(calendar, night)))));
}

function card(puzzle, large = false) {
  return make("a", { class: large ? "puzzle large" : "puzzle", href: address({ mode: "daily", puzzle_id: puzzle.puzzle_id }) },
    make("span", { class: "picture" }, pictureOf(puzzle) || icon("play")),
    make("b", {}, both(puzzle.title)), make("small", {}, both(gameOf(puzzle.game)?.title || ["", ""])), puzzle.level ? level(puzzle.level) : null,
    puzzle.done ? make("span", { class: "done" }, icon("check"), ui("done")) : null);
}

// Month by month, newest first.
function months(calendar, today) {
  const byMonth = new Map();
  for (const day of calendar) byMonth.set(day.night.slice(0, 7), [...(byMonth.get(day.night.slice(0, 7)) || []), day]);
  return [...byMonth.keys()].sort().reverse().map(month => grid(month, byMonth.get(month), today));
}

function grid(month, days, today) {
  const [year, number] = month.split("-").map(Number), first = new Date(Date.UTC(year, number - 1, 1));
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate(), known = new Map(days.map(day => [Number(day.night.slice(8, 10)), day]));
  const name = language => new Intl.DateTimeFormat(language, { year: "numeric", month: "long", timeZone: "UTC" }).format(first);
  const head = [...Array(7).keys()].map(n => {
    const day = new Date(Date.UTC(2024, 0, 1 + n)), short = language => new Intl.DateTimeFormat(language, { weekday: "narrow", timeZone: "UTC" }).format(day);
    return make("th", { scope: "col" }, both([short("en"), short("ja")]));
  });
  const cells = [...Array((first.getUTCDay() + 6) % 7).fill(null), ...Array(last).keys()].map(n => n === null ? make("td", {}) : dayCell(n + 1, known.get(n + 1), today));
  const rows = [];
  for (let n = 0; n < cells.length; n += 7) rows.push(make("tr", {}, cells.slice(n, n + 7)));
  return make("table", { class: "calendar" }, make("caption", {}, both([name("en"), name("ja")])), make("thead", {}, make("tr", {}, head)), make("tbody", {}, rows));
}

function dayCell(number, day, today) {
  if (!day) return make("td", { class: "none" }, String(number));
  const all = day.total && day.done >= day.total, words = say(all ? "day all" : day.done ? "day some" : "day none", { done: day.done, total: day.total });
  const problem = (set, ...children) => make("a", { href: address({ mode: "daily", set: `${set}-${day.night}`, position: 1 }) }, ...children);
  const ofTheDay = words => problem("day", icon(day.day_done ? "check" : "curated"), make("span", { class: "quiet" }, `${number}: `, ui("of the day"), ", ", ui(words)));
  return make("td", { class: all ? "all" : day.done ? "some" : "open", "aria-current": day.night === today ? "date" : null, title: now(words) },
    problem("tonight", String(number), make("span", { class: "quiet" }, " ", both(words))),
    day.day_done === null ? null : ofTheDay(day.day_done ? "done" : "open"));
}
