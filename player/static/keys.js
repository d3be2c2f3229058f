// Keys and buttons that repeat while they are held, at a pace of our own rather than the system's.
const DELAY = 165, EACH = 42; // milliseconds before the first repeat, and between repeats

export class Repeat {
  constructor() {
    this.held = new Map(); // name -> timers
  }

  start(name, act, repeats = true) {
    if (this.held.has(name)) return;
    act();
    if (!repeats) return this.held.set(name, {});
    const timers = {};
    timers.first = setTimeout(() => { timers.each = setInterval(act, EACH); }, DELAY);
    this.held.set(name, timers);
  }

  stop(name) {
    const timers = this.held.get(name);
    if (!timers) return;
    clearTimeout(timers.first);
    clearInterval(timers.each);
    this.held.delete(name);
  }

  stopAll() {
    for (const name of [...this.held.keys()]) this.stop(name);
  }
}

// What keys mean to a piece that is steered.
export const STEERING = {
  ArrowLeft: "left", ArrowRight: "right", ArrowDown: "down", ArrowUp: "clockwise", x: "clockwise", z: "counterclockwise",
  Control: "counterclockwise", " ": "drop",
};
export const REPEATING = new Set(["left", "right", "down"]);

// What keys mean in either kind of game.
export const ALWAYS = { u: "undo", Backspace: "undo", r: "again", h: "hint", Enter: "next", Escape: "let go" };

const FIELDS = "input, select, textarea, [contenteditable], dialog";

// Whether a key press is meant for the game: not for a field, a button in focus, or the browser.
export function forGame(event) {
  if (event.defaultPrevented || event.metaKey || event.altKey || event.isComposing) return false;
  if (event.ctrlKey && event.key !== "Control") return false;
  const on = event.target;
  if (on.closest?.(FIELDS)) return false;
  return !([" ", "Enter"].includes(event.key) && on.closest?.("a, button, summary, label"));
}

export const named = event => event.key.length === 1 ? event.key.toLowerCase() : event.key;
