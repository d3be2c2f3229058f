// A rating over the days, as a line with its deviation as a band.
import { draw } from "./cells.js";

const WIDTH = 320, HEIGHT = 120, LEFT = 36, RIGHT = 8, TOP = 8, BOTTOM = 18;

// `points`: { day, rating, deviation }, oldest first.
export function curve(points, name) {
  const svg = draw("svg", { class: "curve", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": name });
  const lows = points.map(point => point.rating - point.deviation), highs = points.map(point => point.rating + point.deviation);
  const low = Math.floor(Math.min(...lows) / 100) * 100, high = Math.max(low + 100, Math.ceil(Math.max(...highs) / 100) * 100);
  const x = n => points.length === 1 ? (LEFT + WIDTH - RIGHT) / 2 : LEFT + n / (points.length - 1) * (WIDTH - LEFT - RIGHT);
  const y = value => TOP + (high - value) / (high - low) * (HEIGHT - TOP - BOTTOM);
  const line = values => values.map((value, n) => `${x(n).toFixed(1)} ${y(value).toFixed(1)}`).join("L");
  for (const value of [low, (low + high) / 2, high]) {
    svg.append(draw("path", { class: "rule", d: `M${LEFT} ${y(value)}H${WIDTH - RIGHT}` }));
    svg.append(draw("text", { class: "tick", x: LEFT - 5, y: y(value) + 3, "text-anchor": "end" }, String(Math.round(value))));
  }
  svg.append(draw("path", { class: "band", d: `M${line(highs)}L${lows.map((value, n) => `${x(n).toFixed(1)} ${y(value).toFixed(1)}`).reverse().join("L")}Z` }));
  svg.append(draw("path", { class: "line", d: `M${line(points.map(point => point.rating))}` }));
  const last = points.length - 1;
  svg.append(draw("circle", { class: "end", cx: x(last), cy: y(points[last].rating), r: 3.5 }));
  for (const [n, anchor] of points.length > 1 ? [[0, "start"], [last, "end"]] : [[0, "middle"]])
    svg.append(draw("text", { class: "tick", x: x(n), y: HEIGHT - 4, "text-anchor": anchor }, points[n].day));
  return svg;
}
