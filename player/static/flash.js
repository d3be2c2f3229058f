// Flash: the problem for a moment, its answer for another, then the next, on and on. Nothing to operate but a pause.
import { Refused } from "./api.js";
import { Attempt } from "./attempt.js";
import { Board } from "./board.js";
import { factsOf } from "./facts.js";
import { forGame, named } from "./keys.js";
import { queueOf, signButton } from "./parts.js";
import { gameOf, placeOf } from "./start.js";
const { both, make, ui } = window.tsume;

export async function flash(main, view, wish, mode) {
  const shown = new Flash(main, view, wish, mode);
  shown.run().catch(error => { if (!view.signal.aborted) shown.failed(error); });
  return () => shown.close();
}

// The moment that shows the answer at a glance: the last move as it lands, or the first where the other side replies.
function tellingOf({ steps, moments }, { told }) {
  if (!steps?.length) return moments.at(-1);
  return (told.replies ? steps[Math.min(1, steps.length - 1)] : steps.at(-1)).moments[0];
}

// The answers of the player's own test stay secret: then the next problem comes at once.
function secret(error) {
  if (error instanceof Refused && error.status === 403) return null;
  throw error;
}

class Flash {
  constructor(main, view, wish, mode) {
    Object.assign(this, { main, view, wish, mode, seen: 0, paused: false });
    this.title = make("h1", {});
    this.phase = make("p", { class: "phase", "aria-live": "off" });
    this.count = make("p", { class: "count" });
    this.facts = make("div", { class: "facts" });
    this.stage = make("div", { class: "table" });
    this.said = make("p", { class: "said", "aria-live": "polite" });
    this.line = make("div", { class: "countdown" }, make("span", {}));
    this.playing = signButton("pause", "pause", () => this.toggle(), { class: "sign main" });
    this.done = make("a", { class: "button", href: placeOf(mode, wish.game) }, ui("enough"));
    main.replaceChildren(make("section", { class: "play flash", "data-state": "open" },
      make("header", { class: "playbar" }, this.title, this.count), this.phase, this.facts, this.stage, this.line, this.said,
      make("div", { class: "row centre" }, this.playing, this.done)));
    addEventListener("keydown", event => this.key(event), { signal: view.signal });
    document.addEventListener("visibilitychange", () => this.changed(), { signal: view.signal });
    view.signal.addEventListener("abort", () => this.changed());
  }

  key(event) {
    if (!forGame(event) || event.repeat) return;
    const key = named(event);
    if (key === " " || key === "Enter") { event.preventDefault(); this.toggle(); }
  }

  // Whether time stands still: while it is paused, and while nobody can see it.
  get still() { return this.paused || document.hidden; }

  toggle() {
    this.paused = !this.paused;
    this.main.querySelector(".flash").toggleAttribute("data-paused", this.paused);
    const old = this.playing;
    this.playing = signButton(this.paused ? "play" : "pause", this.paused ? "go on" : "pause", () => this.toggle(), { class: "sign main" });
    old.replaceWith(this.playing);
    this.playing.focus();
    this.changed();
  }

  // The wait that is under way looks anew at whether time goes on.
  changed() { this.wake?.(); }

  // So many seconds, not counting those in which time stands still.
  async wait(seconds) {
    const bar = this.line.firstChild;
    bar.getAnimations?.().forEach(animation => animation.cancel());
    const shrinking = bar.animate?.([{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }], { duration: seconds * 1000, easing: "linear" });
    for (let left = seconds * 1000; left > 0;) {
      const from = performance.now(), { still } = this;
      if (still) shrinking?.pause(); else shrinking?.play();
      await this.awoken(still ? null : left);
      this.view.signal.throwIfAborted();
      if (!still) left -= performance.now() - from;
    }
  }

  // Until so many milliseconds are over, or something has changed.
  awoken(milliseconds) {
    return new Promise(resolve => {
      const timer = milliseconds === null ? null : setTimeout(resolve, milliseconds);
      this.wake = () => { clearTimeout(timer); resolve(); };
    });
  }

  draw(attempt, moment) {
    const { told, position: { queue, facts } } = attempt;
    if (!this.board || this.boardGame !== told.game) {
      this.board = new Board(gameOf(told.game).tokens);
      this.boardGame = told.game;
    }
    this.board.put(moment.boards[0]);
    this.board.spots(facts);
    this.facts.replaceChildren(...factsOf(facts));
    this.board.mark((moment.changed || []).filter(([place]) => place === 0).map(([, x, y]) => [x, y]));
    const coming = queue.length ? make("div", { class: "coming" }, queueOf(gameOf(told.game).tokens, queue, facts.shapes)) : [];
    this.stage.replaceChildren(...[this.board.svg, coming].flat());
  }

  async run() {
    const [problem, answer] = this.mode.look, { signal } = this.view;
    for (;;) {
      const attempt = this.attempt = await Attempt.begin(this.wish, signal);
      this.title.replaceChildren(...both(attempt.told.title));
      this.phase.replaceChildren(...ui("problem"));
      this.phase.className = "phase";
      this.draw(attempt, attempt.position.moments.at(-1));
      await this.wait(problem);
      await attempt.end("seen");
      this.seen += 1;
      this.count.replaceChildren(...ui("seen", { n: this.seen }));
      const told = await attempt.answer(signal).catch(secret);
      if (!told) continue;
      this.phase.replaceChildren(...ui("its answer"));
      this.phase.className = "phase shown";
      this.draw(attempt, tellingOf(told, attempt));
      await this.wait(answer);
    }
  }

  failed(error) {
    if (!(error instanceof Refused)) throw error;
    this.said.replaceChildren(...both(error.words));
    this.playing.hidden = true;
  }

  close() { this.attempt?.leave(); }
}
