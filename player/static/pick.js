// Something on the board is picked up and put down elsewhere: by dragging, by two taps, or with a cursor.
import { cell, draw } from "./cells.js";
import { spotOf } from "./spoken.js";

const ROOM = { above: .95 }; // for what leaves the board
const FAR = .3; // cells a finger moves before it drags

const same = ([x, y], [u, v]) => x === u && y === v;

export class Pick {
  constructor(board, act) {
    this.board = board;
    this.act = act;
    this.pick = this.from = this.cursor = null;
    this.board.svg.addEventListener("pointerdown", event => this.down(event));
    this.board.svg.addEventListener("pointermove", event => this.move(event));
    this.board.svg.addEventListener("pointerup", event => this.up(event));
    this.board.svg.addEventListener("pointercancel", () => this.rest());
  }

  load(pick) {
    this.pick = pick;
    this.from = null;
    this.board.size(this.board.width, this.board.height, ROOM);
    this.draw();
  }

  unload() {
    this.pick = this.from = null;
    this.board.lay("targets", []);
    this.board.lay("cursor", []);
    this.board.lay("held", []);
  }

  choicesFrom(spot) { return this.pick.choices.filter(choice => same(choice.from, spot)); }
  inside([x, y]) { return x >= 0 && y >= 0 && x < this.board.width && y < this.board.height; }

  draw() {
    const { targets, cursor } = this.board.layers;
    const shown = [];
    if (this.from) {
      shown.push(this.square("picked", this.from));
      for (const { to } of this.choicesFrom(this.from)) shown.push(this.target(to));
    } else {
      const spots = new Map(this.pick.choices.map(({ from }) => [from.join(), from]));
      for (const spot of spots.values()) shown.push(this.square("able", spot));
    }
    targets.replaceChildren(...shown);
    cursor.replaceChildren(...(this.cursor ? [this.square("", this.cursor)] : []));
  }

  square(name, [x, y]) {
    return draw("rect", { class: name, x: x + .04, y: y + .04, width: .92, height: .92, rx: .14 });
  }

  target(to) {
    const [x, y] = to;
    if (this.inside(to)) {
      const taken = this.board.token(x, y) !== ".";
      return draw("circle", { class: taken ? "take" : "target", cx: x + .5, cy: y + .5, r: taken ? .44 : .17 });
    }
    return draw("path", { class: "exit", d: "M.5 .12 L.88 .52 H.66 V.9 H.34 V.52 H.12 Z",
      transform: `translate(${x} ${y})${y < 0 ? "" : ` rotate(${y >= this.board.height ? 180 : x < 0 ? 270 : 90} .5 .5)`}` });
  }

  // Which spot is meant by a point: a target outside the board is larger than its cell.
  spot([x, y]) {
    const spot = [Math.floor(x), Math.floor(y)];
    if (this.inside(spot) || !this.from) return spot;
    const near = this.choicesFrom(this.from).map(({ to }) => to).filter(to => !this.inside(to));
    return near.find(([u, v]) => Math.hypot(u + .5 - x, v + .5 - y) < 1) || spot;
  }

  take(spot) {
    const choices = this.choicesFrom(spot);
    if (!choices.length) return false;
    this.from = spot;
    this.draw();
    this.act.moved([0, 1].map(n => choices.map(choice => choice.said[n]).filter(Boolean).join(n ? "、" : ", ")));
    return true;
  }

  put(spot) {
    const choice = this.choicesFrom(this.from).find(({ to }) => same(to, spot));
    if (!choice) return false;
    const [x, y] = this.from, token = this.board.token(x, y);
    this.unload();
    this.board.set(x, y, ".");
    if (this.inside(choice.to)) this.board.set(...choice.to, token);
    this.act.made(choice.move);
    return true;
  }

  letGo() {
    if (!this.pick) return;
    this.from = null;
    this.draw();
  }

  // What a tap, or Enter, on a spot does.
  choose(spot) {
    if (!this.pick) return;
    if (this.from && same(spot, this.from)) return this.letGo();
    if (this.from && this.put(spot)) return;
    if (this.take(spot)) return;
    if (this.from || this.board.token(...spot) !== ".") this.act.refused();
    this.letGo();
  }

  // Fingers and mice.
  down(event) {
    if (!this.pick || event.button) return;
    this.cursor = null;
    const point = this.board.at(event.clientX, event.clientY);
    this.began = { point, spot: this.spot(point), was: this.from, dragging: false };
    if (this.choicesFrom(this.began.spot).length && !(this.from && this.targets(this.began.spot))) this.take(this.began.spot);
    this.board.svg.setPointerCapture(event.pointerId);
  }

  targets(spot) { return this.choicesFrom(this.from).some(({ to }) => same(to, spot)); }

  move(event) {
    if (!this.began || !this.from || !same(this.began.spot, this.from)) return;
    const [x, y] = this.board.at(event.clientX, event.clientY), [u, v] = this.began.point;
    if (!this.began.dragging && Math.hypot(x - u, y - v) < FAR) return;
    this.began.dragging = true;
    const held = this.board.layers.held;
    if (!held.firstChild) held.append(cell(this.board.tokens, this.board.token(...this.from), 0, 0));
    held.firstChild.setAttribute("transform", `translate(${x - .5} ${y - .5})`);
  }

  up(event) {
    const began = this.began;
    this.rest();
    if (!began || !this.pick) return;
    const spot = this.spot(this.board.at(event.clientX, event.clientY));
    if (began.dragging) {
      if (!this.put(spot)) {
        if (!same(spot, began.spot)) this.act.refused();
        this.letGo();
      }
    } else if (!this.from || (began.was && same(began.was, began.spot)) || !same(began.spot, this.from)) this.choose(began.spot);
  }

  rest() {
    if (this.began) this.board.lay("held", []);
    this.began = null;
  }

  // Keys: a cursor, and what is there said aloud. One step beyond the edge is where things leave the board.
  step(dx, dy) {
    if (!this.pick) return;
    const [x, y] = this.cursor || this.from || this.pick.choices[0]?.from || [0, 0];
    const next = this.cursor ? [x + dx, y + dy] : [x, y];
    if (!this.inside(next) && !(this.from && this.targets(next))) return;
    this.cursor = next;
    this.draw();
    const here = this.from && this.choicesFrom(this.from).find(({ to }) => same(to, next));
    this.act.moved(here?.said[0] ? here.said : spotOf(this.board, next));
  }

  enter() {
    if (!this.pick) return;
    if (this.cursor) this.choose(this.cursor);
    else this.step(0, 0);
  }
}

