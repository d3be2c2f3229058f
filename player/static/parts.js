// Small parts that several views have in common.
import { pieceOf, tile } from "./cells.js";
const { both, make, now, say, ui } = window.tsume;

const SIGNS = {
  left: "M14 5 7 12l7 7", right: "M10 5l7 7-7 7", down: "M5 10l7 7 7-7", up: "M5 14l7-7 7 7", drop: "M12 3v12M6 10l6 6 6-6M5 21h14",
  clockwise: "M19 12a7 7 0 1 1-2.2-5.1M19 3v5h-5", counterclockwise: "M5 12a7 7 0 1 0 2.2-5.1M5 3v5h5",
  undo: "M9 7 4 12l5 5M4 12h10a6 6 0 0 1 6 6v1", again: "M4 12a8 8 0 1 0 2.6-5.9M4 4v5h5",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.7 10.7c.5.5.7 1.3.7 2.3h6c0-1 .2-1.8.7-2.3A6 6 0 0 0 12 3z",
  flag: "M6 21V4h11l-2 4 2 4H6", more: "M5 12h.01M12 12h.01M19 12h.01", back: "M15 5l-7 7 7 7", check: "M5 12.5l4.5 4.5L19 7",
  home: "M4 11l8-7 8 7v9h-5v-6H9v6H4z", calendar: "M5 6h14v14H5zM5 10h14M9 3v4M15 3v4", person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21a8 8 0 0 1 16 0",
  book: "M5 4h10a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zM5 17a3 3 0 0 1 3-3h10", play: "M8 5l11 7-11 7z", pause: "M8 5v14M16 5v14",
  cross: "M6 6l12 12M18 6 6 18", flame: "M12 3c1 4 5 5.5 5 10a5 5 0 0 1-10 0c0-2 1-3 2-4 .3 1.5 1 2 2 2.3C11 8 10.5 6 12 3z",
  curated: "M12 4l2.4 5 5.6.7-4.1 3.8 1.1 5.5-5-2.7-5 2.7 1.1-5.5L4 9.7 9.6 9z", flash: "M13 3 5 14h6l-1 7 8-11h-6z",
  practice: "M4 12h3M17 12h3M7 8v8M17 8v8M7 12h10", training: "M4 12a8 8 0 0 1 14-5l2 2M20 4v5h-5M20 12a8 8 0 0 1-14 5l-2-2M4 20v-5h5",
  survey: "M6 4h12v16H6zM9 9h6M9 13h6M9 17h3", test: "M12 8v5l3 2M12 21a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM10 2h4",
};
SIGNS.daily = SIGNS.calendar;
SIGNS.streak = SIGNS.flame;

export function icon(name) {
  const NS = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(NS, "svg"), path = document.createElementNS(NS, "path");
  for (const [key, value] of Object.entries({ viewBox: "0 0 24 24", "aria-hidden": "true", class: "icon" })) svg.setAttribute(key, value);
  path.setAttribute("d", SIGNS[name] || SIGNS.curated);
  svg.append(path);
  return svg;
}

// A button with words; one with a sign has its words for those who listen.
export function button(key, act, attributes = {}) {
  const made = make("button", { type: "button", ...attributes }, ui(key));
  made.addEventListener("click", act);
  return made;
}

export function signButton(name, key, act, attributes = {}) {
  const made = make("button", { type: "button", class: "sign", ...attributes }, icon(name), make("span", { class: "quiet" }, ui(key)));
  if (act) made.addEventListener("click", act);
  return made;
}

export const chip = (words, name = "") => make("span", { class: `chip ${name}` }, both(words));
export const level = name => name ? make("span", { class: `level ${name}` }, ui(name)) : null;
export const link = (href, ...children) => make("a", { href }, ...children);

// Seconds as people say them.
export function seconds(value) {
  const whole = Math.max(0, Math.round(value));
  return whole < 60 ? say("seconds", { n: value < 10 ? value.toFixed(1) : whole })
    : say("minutes", { m: Math.floor(whole / 60), s: String(whole % 60).padStart(2, "0") });
}

export const clock = value => `${Math.floor(Math.max(0, Math.ceil(value)) / 60)}:${String(Math.max(0, Math.ceil(value)) % 60).padStart(2, "0")}`;

// One of several: radio buttons that look like one row of buttons. `options` are [value, words].
export function choice(name, key, options, chosen, act, attributes = {}) {
  const group = make("fieldset", { class: "choice", ...attributes }, make("legend", {}, ui(key)));
  for (const [value, words] of options) {
    const input = make("input", { type: "radio", name, value, checked: value === chosen });
    input.addEventListener("change", () => act(value));
    group.append(make("label", {}, input, make("span", {}, both(words))));
  }
  return group;
}

// A list to choose from. Its entries are in one language at a time.
export function select(key, options, chosen, act) {
  const box = make("select", {});
  const fill = () => {
    const value = box.value || chosen || "";
    box.replaceChildren(...options.map(([name, words]) => make("option", { value: name }, now(words))));
    box.value = value;
  };
  fill();
  box.value = chosen || "";
  box.addEventListener("change", () => act(box.value));
  box.refresh = fill;
  return make("label", { class: "field" }, make("span", {}, ui(key)), box);
}

document.addEventListener("tsume-language", () => {
  for (const box of document.querySelectorAll("select")) box.refresh?.();
  for (const box of document.querySelectorAll("[data-label]")) box.setAttribute("aria-label", now(say(box.dataset.label)));
});

// Give an element a name for those who listen, in the language of the page.
export function labelled(element, key) {
  element.dataset.label = key;
  element.setAttribute("aria-label", now(say(key)));
  return element;
}

// What is still to be placed, as shapes where the engine tells them.
export function queueOf(tokens, queue, shapes = {}) {
  return make("ol", { class: "queue" }, queue.map((signs, n) => make("li", { class: n ? "" : "now" },
    shapes[signs] ? pieceOf(tokens, signs, shapes[signs]) : tile(tokens, signs), make("span", { class: "quiet" }, [...signs].map(one => tokens[one]?.mark || one).join(" ")))));
}

// A question in a dialog. Resolves to whether it was answered with yes.
export function confirmed(key, yes) {
  return new Promise(resolve => {
    const dialog = make("dialog", { class: "sheet" }, make("p", {}, ui(key)));
    const close = answer => { dialog.close(); dialog.remove(); resolve(answer); };
    dialog.append(make("div", { class: "row" }, button("cancel", () => close(false)), button(yes, () => close(true), { class: "danger" })));
    dialog.addEventListener("cancel", () => close(false));
    document.body.append(dialog);
    dialog.showModal();
  });
}

// A line that appears for a moment at the foot of the page.
export function notice(words) {
  const place = document.getElementById("notices");
  const line = make("p", {}, both(words));
  place.replaceChildren(line);
  setTimeout(() => line.remove(), 5000);
}

export const remembered = name => { try { return localStorage.getItem(`tsume-${name}`); } catch { return null; } };
export const remember = (name, value) => { try { localStorage.setItem(`tsume-${name}`, value); } catch { /* private window */ } };
