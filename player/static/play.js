// The view in which a puzzle is played, whatever the game and the mode.
import { Refused } from "./api.js";
import { Attempt } from "./attempt.js";
import { Board } from "./board.js";
import { factsOf } from "./facts.js";
import { flash } from "./flash.js";
import { Hands } from "./hands.js";
import { ALWAYS, forGame, named } from "./keys.js";
import { addToList } from "./lists.js";
import { keyHints, menu } from "./menu.js";
import { Moments } from "./moments.js";
import { Panel } from "./panel.js";
import { clock, icon, labelled, level, notice, queueOf, signButton } from "./parts.js";
import { result } from "./result.js";
import { Standing } from "./spoken.js";
import { gameOf, modeOf, placeOf, start } from "./start.js";
import { buzz } from "./touch.js";
import { address, following, wishOf } from "./wish.js";
const { both, make, say, ui } = window.tsume;

const TICK = 250; // milliseconds between two looks at the clock
const LOW = 10; // seconds left that are told

export async function play(main, view) {
  const wish = wishOf(view.query);
  await start();
  const mode = modeOf(wish.mode || "practice");
  if (!mode) return view.go("/", true);
  if (mode.kind === "look") return flash(main, view, wish, mode);
  const playing = new Play(main, view, wish);
  await playing.open();
  return () => playing.close();
}

class Play {
  constructor(main, view, wish) {
    Object.assign(this, { main, view, wish, signal: view.signal });
    this.listening = new AbortController();
    this.wait();
  }

  wait() { this.main.replaceChildren(make("p", { class: "waiting", role: "status" }, ui("loading"))); }

  async open() {
    const known = this.view.query.get("attempt");
    try {
      this.attempt = (known && await this.resumed(known)) || await Attempt.begin(this.wish, this.signal);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (this.wish.run && await this.resultOf({ id: this.wish.run }, modeOf(this.wish.mode), error.words)) return;
      return this.main.replaceChildren(make("div", { class: "empty" }, make("p", {}, both(error.words)),
        make("p", {}, make("a", { class: "button main", href: "/" }, ui("home")))));
    }
    history.replaceState(null, "", address(this.wish, { attempt: this.attempt.id }));
    this.build();
    this.begin();
  }

  // An attempt of an earlier visit, unless it was left for good.
  async resumed(id) {
    try {
      const found = await Attempt.load(id, this.signal);
      return found.told.how === "left" ? null : found;
    } catch (error) {
      if (error instanceof Refused) return null;
      throw error;
    }
  }

  get mode() { return modeOf(this.attempt.told.mode); }
  get game() { return gameOf(this.attempt.told.game); }
  get canUndo() { return this.mode.undo && this.attempt.canUndo; }
  get mayGiveUp() { return !this.attempt.over && (this.mode.kind !== "choose" || this.mode.reveals === "after"); }
  get runIsOver() {
    const { run, over } = this.attempt.told;
    return Boolean(over && run?.over);
  }

  build() {
    const { told } = this.attempt;
    this.view.title(told.title);
    this.board = new Board(this.game.tokens);
    this.moments = new Moments(this.board, words => this.tell(words));
    this.hands = new Hands(this.board, {
      made: move => this.made(move), refused: () => this.refused(), moved: words => this.quietly(words),
      busy: () => "waiting" in this.section.dataset, skip: () => this.moments.skip(),
    });
    this.panel = new Panel(this);
    this.status = make("p", { class: "said", "aria-live": "polite" });
    this.whisper = make("p", { class: "quiet", "aria-live": "polite" });
    this.standing = new Standing(make("p", { class: "quiet", id: "standing" }));
    this.facts = make("div", { class: "facts" });
    this.queue = make("div", { class: "coming" });
    this.head = make("p", { class: "runhead" });
    this.tools = make("div", { class: "tools", role: "group" });
    this.pad = make("div", { class: "pads" });
    this.board.svg.setAttribute("aria-hidden", "true"); // what happens on it is said in words
    this.table = labelled(make("div", { class: "table", tabindex: 0, role: "application", "aria-describedby": "standing" }, this.board.svg, this.queue), "board");
    const more = signButton("more", "menu", () => menu(this));
    this.section = make("section", { class: "play", "data-game": told.game },
      make("header", { class: "playbar" },
        make("a", { class: "sign", href: this.home(), "data-back": true }, icon("back"), make("span", { class: "quiet" }, ui("leave"))),
        make("div", { class: "what" }, make("h1", {}, both(told.title)), told.level ? level(told.level) : null),
        this.head, more),
      make("div", { class: "brief" }, goalOf(told), this.facts, told.why ? make("p", { class: "why" }, both(told.why)) : null),
      this.table, this.standing.element, this.status, this.tools, this.pad, this.panel.element, this.whisper);
    this.main.replaceChildren(this.section);
    this.listen();
  }

  listen() {
    const { signal } = this.listening;
    document.addEventListener("tsume-language", () => this.standing.speak(), { signal });
    addEventListener("keydown", event => this.keyDown(event), { signal });
    addEventListener("keyup", event => this.hands.keyUp(named(event)), { signal });
    addEventListener("blur", () => this.hands.repeat.stopAll(), { signal });
    addEventListener("pointerdown", () => {
      this.panel.pressed = true;
      if (this.moments.playing) this.moments.skip();
    }, { signal, capture: true });
    addEventListener("click", event => {
      if (!this.panel.isStray(event)) return;
      event.preventDefault();
      event.stopPropagation();
    }, { signal, capture: true });
  }

  // Show where the attempt stands: at its beginning, or where it was left.
  begin() {
    const { told } = this.attempt;
    this.limit();
    this.board.put(told.position.moments.at(-1).boards[0]);
    this.settle();
  }

  // Until when, by this machine's clock.
  limit() {
    clearInterval(this.ticking);
    const { told } = this.attempt, left = told.seconds_limit ? told.left ?? told.seconds_limit - (told.seconds || 0) : null;
    this.ends = left === null || told.over ? null : performance.now() + left * 1000;
    this.drawHead();
    if (this.ends !== null) this.ticking = setInterval(() => this.tick(), TICK);
  }

  get left() { return (this.ends - performance.now()) / 1000; }

  tick() {
    this.drawHead();
    if (this.left <= LOW && !this.warned) {
      this.warned = true;
      this.quietly(say("seconds left", { n: LOW }));
    }
    if (this.left <= 0) {
      clearInterval(this.ticking);
      this.finish("out of time");
    }
  }

  drawHead() {
    const { run, set } = this.attempt.told, parts = [];
    if (run) parts.push(run.length ? `${run.number}/${run.length}` : `${run.number}`);
    else if (set?.position) parts.push(`${set.position}/${set.total}`);
    if (this.ends) parts.push(clock(this.left));
    this.head.textContent = parts.join(" · ");
    this.head.classList.toggle("low", Boolean(this.ends) && this.left <= LOW);
  }

  // After every reply: what can be done now.
  settle() {
    const { attempt } = this, { told, position } = attempt;
    this.queue.replaceChildren(...(position.queue.length ? [queueOf(this.game.tokens, position.queue, position.facts.shapes)] : []));
    this.facts.replaceChildren(...factsOf(position.facts));
    this.board.spots(position.facts);
    this.standing.put(this.board);
    const state = told.over ? (attempt.solved ? "solved" : "over") : attempt.solved === false ? "missed" : "open";
    Object.assign(this.section.dataset, { state, moves: position.moves.length });
    this.hands.unload();
    if (state === "open") {
      this.panel.hide();
      this.hands.load(position);
      if (!this.pad.firstChild) this.pad.replaceChildren(...[this.hands.pad(), keyHints(this.hands.kind, [...(this.hands.goesDown ? [] : ["key down"]), ...(this.mode.hints ? [] : ["hint"])])].filter(Boolean));
    } else {
      clearInterval(told.over ? this.ticking : undefined);
      this.pad.replaceChildren();
      if (told.over) this.panel.over(); else this.panel.missed();
    }
    this.drawTools(state);
  }

  // The buttons change; who was on one of them stays there, or goes to the board.
  drawTools(state) {
    const held = this.tools.contains(document.activeElement) ? document.activeElement.dataset.tool : null;
    const open = state === "open", { told } = this.attempt;
    const tool = (sign, key, act, shown = true, able = true) => shown && signButton(sign, key, act, { "data-tool": key, disabled: !able });
    this.tools.replaceChildren(...(open ? [
      tool("undo", "undo", () => this.undo(), this.mode.undo, this.attempt.moves.length > 0),
      tool("again", "again", () => this.again(), this.mode.undo, this.attempt.moves.length > 0),
      tool("hint", "hint", () => this.hint(), this.mode.hints),
      ...(this.mode.asks.includes("solved") ? [this.own(true), this.own(false)] : [tool("flag", "give up", () => this.giveUp(), this.mayGiveUp)]),
    ].filter(Boolean) : []));
    if (held && open) (this.tools.querySelector(`[data-tool="${held}"]:enabled`) || this.table).focus({ preventScroll: true });
    this.section.classList.toggle("timed", Boolean(told.seconds_limit));
  }

  // In a survey players say themselves whether they have it.
  own(solved) {
    const key = solved ? "i have it" : "i do not";
    const made = make("button", { type: "button", "data-tool": key }, ui(key));
    made.addEventListener("click", () => { this.ownWord = solved; this.finish("seen", solved); });
    return made;
  }

  async made(move) {
    buzz(8);
    this.section.dataset.waiting = "";
    try {
      await this.attempt.move(move);
      this.limit();
      await this.moments.play(this.attempt.position.moments);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.showPosition();
      this.refused(error.words);
    } finally {
      delete this.section.dataset.waiting;
    }
    if (this.signal.aborted) return;
    const waiting = this.hands.waiting;
    this.settle();
    if (this.attempt.solved) buzz([15, 60, 15, 60, 40]);
    for (const input of waiting) this.hands.steering(input);
  }

  refused(words = say("not legal")) {
    this.board.shake();
    buzz([10, 40, 10]);
    this.tell(words);
  }

  showPosition() {
    this.board.clear();
    this.board.put(this.attempt.position.moments.at(-1).boards[0]);
  }

  async undo(all = false) {
    if (!this.canUndo) return;
    this.moments.skip();
    this.hands.unload();
    await this.attempt.back(all);
    this.showPosition();
    this.settle();
    this.tell(say(all ? "from the start" : "taken back"));
  }

  again() { if (this.mode.undo || this.attempt.solved === false) this.undo(true); }

  async hint() {
    if (!this.mode.hints || this.attempt.over) return;
    try {
      const { hint } = await this.attempt.hint(this.signal);
      this.tell(hint.words);
      if (hint.move) this.hands.point(hint.move);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.tell(error.words);
    }
  }

  giveUp() { return this.finish("given up"); }

  async finish(how, solved) {
    if (this.attempt.over) return;
    this.hands.unload();
    try {
      await this.attempt.end(how, solved);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.ownWord = undefined; // it came too late
      await this.attempt.at(this.attempt.moves);
    }
    this.settle();
  }

  // One word in passing: whether it was taken. A refusal is told on whichever page one is by then.
  async like(liked) {
    try {
      await this.attempt.rate({ liked });
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      notice(error.words);
      return false;
    }
  }

  next(change = {}) {
    const wish = following({ ...this.wish, ...change }, this.attempt.told, this.mode);
    this.view.go(wish ? address(wish) : this.home(), true);
  }

  home() {
    const { set, game } = this.attempt.told;
    return placeOf(this.mode, game, this.mode.kind === "choose" ? set?.name : null);
  }

  leave() { this.view.go(this.home()); }

  result() { return this.resultOf(this.attempt.told.run, this.mode); }

  // The end of a run: whether there is one to show. `reason` says why it ended where nobody missed anything.
  async resultOf(run, mode, reason = null) {
    const shown = await result(this.main, this.view, { run, mode, wish: this.wish, reason });
    if (shown) this.close();
    return shown;
  }

  listButton() { return addToList(this.attempt.told.puzzle_id); }

  keyDown(event) {
    if (!forGame(event)) return;
    const key = named(event);
    if (this.panel.replay && ["ArrowLeft", "ArrowRight"].includes(key)) {
      event.preventDefault();
      return this.panel.replay.step(key === "ArrowRight" ? 1 : -1);
    }
    if (this.section.dataset.state === "open" && this.hands.keyDown(key, event.repeat)) return event.preventDefault();
    const act = { undo: () => this.undo(), again: () => this.again(), hint: () => this.hint(), next: () => this.on() }[ALWAYS[key]];
    if (!act || event.repeat || event.ctrlKey) return;
    event.preventDefault();
    act();
  }

  // Enter: the next puzzle, once this one is over.
  on() {
    if (!this.attempt.over) return;
    if (this.runIsOver) this.result();
    else if (this.panel.element.querySelector(".opinions") === null || this.mode.asks_when === "after") this.next();
  }

  tell(words) { this.status.replaceChildren(...(words?.[0] ? both(words) : [])); }
  quietly(words) { this.whisper.replaceChildren(...both(words)); }

  // Whoever goes on, or goes away, has left what is not over.
  close() {
    this.attempt?.leave();
    clearInterval(this.ticking);
    this.listening.abort();
    this.panel?.hide();
    this.hands?.unload();
  }
}

// The goal in words, unless the title says it already.
function goalOf({ title, goal, position }) {
  const words = position.facts.goal || goal;
  const told = words.every((text, n) => title[n].toLowerCase().includes(text.toLowerCase()));
  return make("p", { class: told ? "goal quiet" : "goal" }, both(words));
}
