// The end of a run: how many, how far, and once more.
import { Refused, keep } from "./api.js";
import { button, link, seconds } from "./parts.js";
import { address } from "./wish.js";
const { both, make, say, ui } = window.tsume;

// Whether there was one to show: not where nobody knows the run.
export async function result(main, view, { run: known, mode, wish, reason }) {
  let run = known;
  try {
    run = (await keep(`/api/runs/${encodeURIComponent(run.id)}/end`)).run || run;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
  if (run.solved === undefined) return false;
  if (view.signal.aborted) return true;
  const { run: _, position: __, ...same } = wish;
  const rows = (run.attempts || []).map((one, n) => make("li", { class: one.solved ? "won" : "lost" },
    make("span", {}, `${n + 1}`), make("span", { class: "quiet" }, ui(one.solved ? "solved" : "failed")),
    one.seconds ? make("small", {}, both(seconds(one.seconds))) : null));
  const best = run.best !== undefined && run.best !== null ? make("p", { class: "note" }, ui("best", { n: run.best })) : null;
  main.replaceChildren(make("section", { class: "result" },
    make("p", { class: "over" }, both(mode.title)),
    make("h1", {}, ui(mode.ends_at_miss ? "run streak" : "run score", { n: run.solved, of: run.length || run.number })),
    make("p", { class: "score", "aria-hidden": "true" }, make("b", {}, String(run.solved)), run.length ? make("small", {}, ` / ${run.length}`) : null),
    reason ? make("p", { class: "note" }, both(reason)) : null, best, rows.length ? make("ol", { class: "marks" }, rows) : null,
    make("p", { class: "row centre" }, button("once more", () => view.go(address(same), true), { class: "main" }), link("/", make("span", {}, ui("home"))))));
  view.title(say("result"));
  return true;
}
