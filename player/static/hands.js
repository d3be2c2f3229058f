// What hands can do with a position, whichever kind it is: one face for the play view.
import { CLOCKWISE, COUNTERCLOCKWISE, DOWN, LEFT, RIGHT, Steer } from "./steer.js";
import { Pick } from "./pick.js";
import { Swipe, buzz } from "./touch.js";
import { Repeat, REPEATING, STEERING } from "./keys.js";
import { signButton } from "./parts.js";
const { make } = window.tsume;

const MOVES = { left: LEFT, right: RIGHT, clockwise: CLOCKWISE, counterclockwise: COUNTERCLOCKWISE, down: DOWN };
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const MOST_WAITING = 8; // inputs kept while a reply is under way

export class Hands {
  // `act`: made(move), refused(), moved(words); `busy` says whether a reply is under way, `skip` ends what is shown.
  constructor(board, act) {
    this.board = board;
    this.act = act;
    this.kind = null;
    this.waiting = [];
    this.repeat = new Repeat();
    const told = { ...act, bumped: key => this.bumped(key) };
    this.steer = new Steer(board, told);
    this.pick = new Pick(board, told);
    this.swipe = new Swipe(board, {
      by: columns => this.steering(() => this.steer.by(columns)),
      turn: clockwise => this.press(clockwise ? "clockwise" : "counterclockwise"),
      down: () => this.press("down"),
      drop: () => this.press("drop"),
      leadsDown: () => this.kind === "steer" && this.steer.leads(DOWN),
    });
  }

  load(position) {
    this.kind = position.steer ? "steer" : position.pick ? "pick" : this.kind;
    this.board.svg.dataset.hands = this.kind;
    if (position.steer) this.steer.load(position.steer);
    if (position.pick) this.pick.load(position.pick);
    const waiting = this.waiting;
    this.waiting = [];
    for (const input of waiting) this.steering(input);
  }

  unload() {
    this.repeat.stopAll();
    this.waiting = [];
    this.steer.unload();
    this.pick.unload();
  }

  get open() { return Boolean(this.steer.steer || this.pick.pick); }

  get goesDown() { return Boolean(this.steer.steer?.holds.length) && this.steer.everLeads(DOWN); }

  // Inputs that come while a reply is under way are made as soon as it is there.
  steering(input) {
    if (this.kind !== "steer") return;
    this.act.skip();
    if (this.steer.steer) input();
    else if (this.act.busy() && this.waiting.length < MOST_WAITING) this.waiting.push(input);
  }

  press(name) {
    this.steering(() => {
      if (name === "drop") this.steer.drop();
      else if (this.steer.press(MOVES[name]) && name !== "down") buzz(4);
    });
  }

  bumped(key) {
    const { svg } = this.board;
    svg.classList.remove("bump-left", "bump-right", "bump-turn");
    void svg.getBoundingClientRect();
    svg.classList.add(key === LEFT ? "bump-left" : key === RIGHT ? "bump-right" : "bump-turn");
  }

  // Keys; whether it was one of these.
  keyDown(key, repeated) {
    if (this.kind === "pick") {
      this.act.skip();
      if (ARROWS[key]) this.pick.step(...ARROWS[key]);
      else if ((key === "Enter" || key === " ") && this.pick.pick) this.pick.enter();
      else if (key === "Escape" && this.pick.from) this.pick.letGo();
      else return false;
      return true;
    }
    const name = STEERING[key];
    if (!name || this.kind !== "steer") return false;
    if (!repeated) this.repeat.start(key, () => this.press(name), REPEATING.has(name));
    return true;
  }

  keyUp(key) { this.repeat.stop(key); }

  // The hint's move, shown on the board.
  point(move) {
    const wanted = JSON.stringify(move);
    const rest = this.steer.steer?.rests.find(one => JSON.stringify(one.move) === wanted);
    const choice = this.pick.pick?.choices.find(one => JSON.stringify(one.move) === wanted);
    if (rest) this.board.lay("targets", rest.cells);
    if (choice) this.pick.take(choice.from);
  }

  // Buttons as a controller has them.
  pad() {
    if (this.kind !== "steer") return null;
    const key = (name, sign = name) => {
      const made = signButton(sign, `pad ${name}`, null, { "data-pad": name });
      const stop = () => this.repeat.stop(`pad ${name}`);
      made.addEventListener("pointerdown", event => {
        if (event.button) return;
        event.preventDefault();
        if (!made.isConnected) return this.press(name); // the press ended what was shown, and the buttons were drawn anew
        made.setPointerCapture(event.pointerId);
        this.repeat.start(`pad ${name}`, () => this.press(name), REPEATING.has(name));
      });
      for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) made.addEventListener(end, stop);
      made.addEventListener("click", event => { if (!event.detail) this.press(name); }); // by key or by a screen reader
      made.addEventListener("contextmenu", event => event.preventDefault());
      return made;
    };
    return make("div", { class: "pad", role: "group" },
      key("left"), key("right"), key("counterclockwise"), key("clockwise"), this.goesDown ? key("down") : [], key("drop"));
  }
}
