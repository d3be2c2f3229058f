// How one cell of a board looks, from the token that stands for it. Colours, shapes and marks are the engine's own.
const NS = "http://www.w3.org/2000/svg";
const GHOST = "M.13 .9 V.5 A.37 .4 0 0 1 .87 .5 V.9 L.685 .79 L.5 .9 L.315 .79 Z";
const UNKNOWN = { light: "#98a2b3", dark: "#66717f", shape: "square", mark: "", turned: false };

export function draw(tag, attributes = {}, ...children) {
  const element = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== null && value !== undefined) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

export const look = (tokens, sign) => tokens?.[sign] || UNKNOWN;

function body({ shape, turned }) {
  if (shape === "round") return [
    draw("circle", { class: "fill", cx: .5, cy: .5, r: .46 }),
    draw("path", { class: "shine", d: "M.2 .42 A.33 .33 0 0 1 .52 .15" }),
  ];
  if (shape === "ghost") return [
    draw("path", { class: turned ? "fill rim" : "fill", d: GHOST, transform: turned ? "rotate(180 .5 .5)" : null }),
  ];
  return [
    draw("rect", { class: "fill", x: .02, y: .02, width: .96, height: .96, rx: .11 }),
    draw("path", { class: "shine", d: "M.12 .1 H.88" }),
  ];
}

// Signs that are drawn rather than written: a ring and a cross.
function sign(mark, shape) {
  if (shape === "ghost" && mark === "o") return draw("circle", { class: "sign", cx: .5, cy: .5, r: .14 });
  if (shape === "ghost" && mark === "x") return draw("path", { class: "sign", d: "M.37 .37 L.63 .63 M.63 .37 L.37 .63" });
  return draw("text", { class: "mark", x: .5, y: .53 }, mark);
}

// One cell, its corner at (x, y).
export function cell(tokens, token, x, y) {
  const looks = look(tokens, token);
  const group = draw("g", { class: `cell ${looks.shape}`, transform: `translate(${x} ${y})` });
  group.style.setProperty("--light", looks.light);
  group.style.setProperty("--dark", looks.dark);
  const inner = draw("g", { class: "inner" }, ...body(looks));
  if (looks.mark) inner.append(sign(looks.mark, looks.shape));
  group.append(inner);
  return group;
}

// A small drawing of a piece by its cells.
export function pieceOf(tokens, sign, cells) {
  const [width, height] = [0, 1].map(n => 1 + Math.max(...cells.map(cell => cell[n])));
  return draw("svg", { class: "piece", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true", "data-width": width }, ...cells.map(([x, y]) => cell(tokens, sign, x, y)));
}

// A small drawing of some tokens one above the other, the first at the bottom: a pair, a piece.
export function tile(tokens, signs) {
  const all = [...signs].reverse();
  const svg = draw("svg", { class: "tile", viewBox: `0 0 1 ${all.length}`, "aria-hidden": "true" });
  svg.append(...all.map((token, y) => cell(tokens, token, 0, y)));
  return svg;
}
