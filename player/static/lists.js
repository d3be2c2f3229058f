// Lists of one's own: putting a puzzle into one, and the page of a list that somebody shares.
import { Refused, drop, get, post, put } from "./api.js";
import { button, confirmed, level, link, notice, signButton } from "./parts.js";
import { start } from "./start.js";
import { address } from "./wish.js";
const { both, copy, make, say, ui } = window.tsume;

const place = id => `/api/lists/${encodeURIComponent(id)}`;

// A button that opens one's lists, to put this puzzle into one of them or into a new one.
export function addToList(puzzle) {
  const details = make("details", { class: "to-list" }, make("summary", {}, ui("keep in list")));
  details.addEventListener("toggle", async () => {
    if (!details.open || details.querySelector("form")) return;
    const { lists } = await get("/api/lists");
    const done = name => details.replaceChildren(make("p", { class: "note" }, ui("kept in", { name })));
    const form = make("form", {}, lists.map(list => button("make", async () => {
      const there = (await get(place(list.id))).puzzles.map(one => one.puzzle_id);
      await put(place(list.id), { puzzle_ids: [...new Set([...there, puzzle])] });
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

// The page of one list. Whoever it belongs to can change its name, its note, and what is in it.
export async function list(main, view) {
  await start();
  const at = place(view.params[0]);
  const draw = found => {
    view.title([found.name, found.name]);
    main.replaceChildren(page(found, { change, drop: gone }));
  };
  // What was changed is shown as the service has it; `focus` says which part the keys go on from.
  const change = async (what, focus) => {
    try {
      draw(await put(at, what));
      notice(say("saved"));
      (main.querySelector(focus) || main).focus();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      notice(error.words);
    }
  };
  const gone = async () => {
    if (!await confirmed("drop list sure", "drop list")) return;
    await drop(at);
    view.go("/me");
  };
  draw(await get(at, view.signal));
}

function page(found, act) {
  const { puzzles, mine } = found, ids = puzzles.map(puzzle => puzzle.puzzle_id);
  const change = (puzzle_ids, focus) => act.change({ puzzle_ids }, focus);
  const up = (id, n) => signButton("up", "move up", () => change(ids.with(n, ids[n - 1]).with(n - 1, id), `[data-puzzle="${id}"] button`), { disabled: n === 0 });
  const out = id => signButton("cross", "take out", () => change(ids.filter(one => one !== id), "h1"));
  const rows = puzzles.map((puzzle, n) => make("li", { "data-puzzle": puzzle.puzzle_id },
    link(address({ mode: "practice", game: puzzle.game, puzzle_id: puzzle.puzzle_id }),
      make("b", {}, `${n + 1}`), make("span", {}, puzzle.title ? both(puzzle.title) : puzzle.puzzle_id), puzzle.level ? level(puzzle.level) : null),
    mine ? [up(puzzle.puzzle_id, n), out(puzzle.puzzle_id)] : null));
  const shared = make("button", { type: "button" }, ui("copy link"));
  shared.addEventListener("click", async () => { await copy(location.href); shared.replaceChildren(...ui("copied")); });
  return make("section", { class: "text list" },
    make("p", { class: "over" }, ui("a list")), make("h1", { tabindex: -1 }, found.name), found.note ? make("p", {}, found.note) : null,
    make("ol", { class: mine ? "rows own" : "rows" }, rows), rows.length ? null : make("p", { class: "note" }, ui("list empty")),
    make("p", { class: "row" }, shared, mine ? signButton("cross", "drop list", act.drop) : null),
    mine ? words(found, act) : null);
}

// The name and the note of a list.
function words({ name, note }, act) {
  const field = make("input", { required: true, maxlength: 80, value: name }), more = make("textarea", { rows: 2, maxlength: 1000 });
  more.value = note || "";
  const form = make("form", {}, make("label", { class: "field" }, make("span", {}, ui("list name")), field),
    make("label", { class: "field" }, make("span", {}, ui("list note")), more), make("p", { class: "row" }, make("button", {}, ui("save"))));
  form.addEventListener("submit", event => {
    event.preventDefault();
    act.change({ name: field.value.trim(), note: more.value.trim() }, "h1");
  });
  return make("details", {}, make("summary", {}, ui("change list")), form);
}
