// The answer, replayed move by move on the board of the puzzle.
import { signButton } from "./parts.js";
const { both, make, ui } = window.tsume;

const PAUSE = 900; // milliseconds a moment stays when it plays by itself

// Controls for the frames of an answer on a board. `close` is called when one has seen enough.
export function replay(board, told, close) {
  const frames = told.steps?.length ? told.steps.flatMap(step => step.moments) : told.moments;
  let at = 0, timer = null;
  const said = make("p", { class: "line", "aria-live": "polite" }), count = make("span", { class: "count" });
  const playing = signButton("play", "play answer", () => (timer ? stop() : run()), { class: "sign main" });
  const stop = () => { clearInterval(timer); timer = null; playing.classList.remove("on"); };

  function go(to) {
    at = Math.max(0, Math.min(frames.length - 1, to));
    const { boards, changed, said: words } = frames[at];
    board.put(boards[0], true);
    board.mark((changed || []).filter(([place]) => place === 0).map(([, x, y]) => [x, y]));
    said.replaceChildren(...(words?.[0] ? both(words) : []));
    count.textContent = `${at} / ${frames.length - 1}`;
    if (at === frames.length - 1) stop();
  }

  function run() {
    if (at === frames.length - 1) go(0);
    timer = setInterval(() => go(at + 1), PAUSE);
    playing.classList.add("on");
  }

  const element = make("div", { class: "replay", role: "group" }, said,
    make("div", { class: "steps" }, signButton("left", "step back", () => { stop(); go(at - 1); }), count,
      signButton("right", "step on", () => { stop(); go(at + 1); }), playing,
      make("button", { type: "button", class: "plain" }, ui("close answer"))));
  element.querySelector("button.plain").addEventListener("click", () => { stop(); close(); });
  board.clear();
  go(0);
  run();
  return { element, stop, step: by => { stop(); go(at + by); } };
}
