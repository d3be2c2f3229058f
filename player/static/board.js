// A board as SVG. Cells are kept by their place and changed where they are, so that nothing flickers.
import { cell, draw, look } from "./cells.js";

const ROUND = "round";
const ROOM = .62, EXIT = "M0 -.24 L.28 .04 H.12 V.24 H-.12 V.04 H-.28 Z"; // where things leave the board

export class Board {
  constructor(tokens) {
    this.tokens = tokens;
    this.width = this.height = this.above = this.side = this.below = 0;
    this.cells = new Map(); // "x,y" -> { token, element }
    this.well = draw("rect", { class: "well", rx: .14 });
    this.lines = draw("path", { class: "lines" });
    this.layers = {};
    for (const name of ["spots", "links", "stand", "ghost", "held", "changed", "targets", "cursor"])
      this.layers[name] = draw("g", { class: name });
    this.svg = draw("svg", { class: "board", role: "img" }, this.well, this.lines, ...Object.values(this.layers));
  }

  // Its size in cells, and how much room there is around it. Room is never taken back while a puzzle is played.
  size(width, height, room = {}) {
    const [above, side, below] = ["above", "side", "below"].map(name => Math.max(this[name], room[name] || 0));
    if (width === this.width && height === this.height && above === this.above && side === this.side && below === this.below) return;
    if (width !== this.width || height !== this.height) this.empty();
    Object.assign(this, { width, height, above, side, below });
    this.svg.setAttribute("viewBox", `${-.12 - side} ${-.12 - above} ${width + .24 + 2 * side} ${height + .24 + above + below}`);
    for (const [name, value] of [["width", width], ["height", height]]) this.well.setAttribute(name, value);
    let lines = "";
    for (let x = 1; x < width; x++) lines += `M${x} 0V${height}`;
    for (let y = 1; y < height; y++) lines += `M0 ${y}H${width}`;
    this.lines.setAttribute("d", lines);
  }

  // Show these rows: only cells that differ are touched.
  put(rows, animate = false) {
    this.size(rows[0].length, rows.length);
    rows.forEach((row, y) => [...row].forEach((token, x) => this.set(x, y, token, animate)));
    this.link();
  }

  set(x, y, token, animate = false) {
    const place = `${x},${y}`, there = this.cells.get(place);
    if ((there?.token ?? ".") === token) return;
    if (there) {
      this.cells.delete(place);
      if (animate && token === ".") this.vanish(there.element);
      else there.element.remove();
    }
    if (token === ".") return;
    const element = cell(this.tokens, token, x, y);
    if (animate && !there) element.classList.add("new");
    this.cells.set(place, { token, element });
    this.layers.stand.append(element);
  }

  empty() {
    for (const { element } of this.cells.values()) element.remove();
    this.cells.clear();
  }

  vanish(element) {
    element.classList.add("gone");
    element.addEventListener("animationend", () => element.remove(), { once: true });
    setTimeout(() => element.remove(), 400);
  }

  // Round things of one colour that touch hold together.
  link() {
    const links = [];
    for (const [place, { token }] of this.cells) {
      const { shape, mark, light, dark } = look(this.tokens, token);
      if (shape !== ROUND || !mark) continue;
      const [x, y] = place.split(",").map(Number);
      for (const [dx, dy] of [[1, 0], [0, 1]]) {
        if (this.cells.get(`${x + dx},${y + dy}`)?.token !== token) continue;
        const bar = draw("rect", dx ? { x: x + .5, y: y + .2, width: 1, height: .6 } : { x: x + .2, y: y + .5, width: .6, height: 1 });
        bar.style.setProperty("--light", light);
        bar.style.setProperty("--dark", dark);
        links.push(bar);
      }
    }
    this.layers.links.replaceChildren(...links);
  }

  // Cells that are not of the board: the piece as it is held, and where it would come to rest.
  lay(layer, cells) {
    this.layers[layer].replaceChildren(...cells.map(([x, y, token]) => cell(this.tokens, token, x, y)));
  }

  // Places that matter, as far as facts name any: a well to keep open, a cell to keep free, rows that are hidden.
  spots({ well = [], keep_free: free, hidden_rows: hidden = 0, exits = {} }) {
    const shown = well.map(([x, y]) => draw("rect", { x: x + .06, y: y + .06, width: .88, height: .88, rx: .12 }));
    if (free) shown.push(draw("path", { class: "free", d: `M${free[0] + .3} ${free[1] + .3}l.4 .4m0 -.4l-.4 .4` }));
    if (hidden) shown.push(draw("rect", { class: "shade", x: 0, y: 0, width: this.width, height: hidden }));
    for (const [whose, places] of Object.entries(exits)) for (const [x, y] of places) {
      const up = y < 0;
      this.size(this.width, this.height, up ? { above: ROOM } : { below: ROOM });
      shown.push(draw("path", { class: `exit ${whose}`, d: EXIT, transform: `translate(${x + .5} ${up ? -.3 : this.height + .3}) rotate(${up ? 0 : 180})` }));
    }
    this.layers.spots.replaceChildren(...shown);
  }

  // What the last move changed.
  mark(changed) {
    this.layers.changed.replaceChildren(...changed.map(([x, y]) =>
      draw("rect", { x: x + .05, y: y + .05, width: .9, height: .9, rx: .14 })));
  }

  clear() {
    for (const name of ["ghost", "held", "changed", "targets", "cursor"]) this.layers[name].replaceChildren();
  }

  // The cell at a point of the screen, as fractions of cells.
  at(clientX, clientY) {
    const matrix = this.svg.getScreenCTM();
    const point = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    return [point.x, point.y];
  }

  // Pixels of one cell.
  get scale() {
    return this.svg.getScreenCTM()?.a || 24;
  }

  token(x, y) {
    return this.cells.get(`${x},${y}`)?.token ?? ".";
  }

  // A small shake: that does not go.
  shake() {
    this.svg.classList.remove("shake");
    void this.svg.getBoundingClientRect();
    this.svg.classList.add("shake");
  }
}

// A board that only shows something.
export function still(tokens, rows) {
  const board = new Board(tokens);
  board.put(rows);
  board.svg.setAttribute("aria-hidden", "true");
  return board.svg;
}
