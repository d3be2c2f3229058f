// Lists of one's own: putting a puzzle into one, and the page of a list that somebody shares.
import { Refused, drop, get, post, put } from "./api.js";
import { button, confirmed, level, link, notice, signButton } from "./parts.js";
import { start } from "./start.js";
import { address } from "./wish.js";
const { both, copy, make, ui } = window.tsume;

const place = id => `/api/lists/${encodeURIComponent(id)}`;

// A button that opens one's lists, to put this puzzle into one of them or into a new one.
export function addToList(puzzle) {
  const details = make("details", { class: "to-list" }, make("summary", {}, ui("keep in list")));
  details.addEventListener("toggle", async () => {
    if (!details.open || details.querySelector("form")) return;
    const { lists } = await get("/api/lists");
    const done = name => details.replaceChildren(make("p", { class: "note" }, ui("kept in", { name })));
    const form = make("form", {}, lists.map(list => button("make", async () => {
      const { puzzle_ids } = await get(place(list.id));
      await put(place(list.id), { puzzle_ids: [...new Set([...puzzle_ids, puzzle])] });
      done(list.name);
    }, {})));
    form.querySelectorAll("button").forEach((made, n) => made.replaceChildren(lists[n].name));
    const name = make("input", { required: true, maxlength: 80 });
    form.append(make("label", { class: "field" }, make("span", {}, ui("new list")), name), make("button", {}, ui("make")));
    form.addEventListener("submit", async event => {
      event.preventDefault();
      try {
        await post("/api/lists", { name: name.value.trim(), puzzle_ids: [puzzle] });
        done(name.value.trim());
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        notice(error.words);
      }
    });
    details.append(form);
  });
  return details;
}

// The page of one list.
export async function list(main, view) {
  await start();
  const found = await get(place(view.params[0]), view.signal);
  view.title([found.name, found.name]);
  const puzzles = found.puzzles || found.puzzle_ids.map(puzzle_id => ({ puzzle_id }));
  const rows = puzzles.map((puzzle, n) => make("li", {}, link(address({ mode: "practice", game: puzzle.game, puzzle_id: puzzle.puzzle_id }),
    make("b", {}, `${n + 1}`), make("span", {}, puzzle.title ? both(puzzle.title) : puzzle.puzzle_id), puzzle.level ? level(puzzle.level) : null)));
  const shared = make("button", { type: "button" }, ui("copy link"));
  shared.addEventListener("click", async () => { await copy(location.href); shared.replaceChildren(...ui("copied")); });
  main.replaceChildren(make("section", { class: "text list" },
    make("p", { class: "over" }, ui("a list")), make("h1", {}, found.name), found.note ? make("p", {}, found.note) : null,
    make("ol", { class: "rows" }, rows), rows.length ? null : make("p", { class: "note" }, ui("list empty")),
    make("p", { class: "row" }, shared, found.mine ? signButton("cross", "drop list", async () => {
      if (!await confirmed("drop list sure", "drop list")) return;
      await drop(place(view.params[0]));
      view.go("/me");
    }) : null)));
}

