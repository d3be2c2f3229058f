// One attempt as the page knows it: what the service said of it, the moves so far, and the way back.
import { get, keep, post, sendLeftovers } from "./api.js";

const KEPT = "tsume-attempts", MOST = 4;

const read = () => { try { return JSON.parse(localStorage.getItem(KEPT)) || []; } catch { return []; } };

export class Attempt {
  constructor(told) {
    this.told = told;
    this.id = told.attempt;
    this.stack = []; // situations before each of the player's own moves
    this.moving = false;
  }

  static async begin(wish, signal) {
    return new Attempt(await post("/api/attempts", wish, signal)).kept();
  }

  // An attempt that was begun before: as the service has it once it has all that was kept for it, and with the moves that
  // this browser made in it.
  static async load(id, signal) {
    await sendLeftovers();
    const told = await get(`/api/attempts/${encodeURIComponent(id)}`, signal), known = read().find(one => one.attempt === id);
    if (known && !told.over && !known.over) Object.assign(told, { position: known.position, solved: known.solved });
    return new Attempt(told).kept();
  }

  kept() {
    if (this.position.pick) this.told.replies = true; // a game in which the other side moves too
    try {
      localStorage.setItem(KEPT, JSON.stringify([this.told, ...read().filter(one => one.attempt !== this.id)].slice(0, MOST)));
    } catch { /* private window */ }
    return this;
  }

  get path() { return `/api/attempts/${encodeURIComponent(this.id)}`; }
  get position() { return this.told.position; }
  get moves() { return this.position.moves; }
  get over() { return Boolean(this.told.over); }
  // Whether what is on the board now is solved; null as long as it is open.
  get solved() { return this.told.solved ?? null; }

  async at(moves) {
    this.moving = true;
    try {
      const state = await keep(`${this.path}/moves`, { moves });
      Object.assign(this.told, state);
      this.kept();
      return state;
    } finally {
      this.moving = false;
    }
  }

  // Make a move. The position that was left is kept, so that taking back asks nobody.
  async move(move) {
    const before = { position: this.position, solved: this.solved };
    const state = await this.at([...this.moves, move]);
    this.stack.push(before);
    return state;
  }

  get canUndo() { return !this.over && !this.moving && this.moves.length > 0; }

  // Take back one's last move, or all of them.
  async back(all = false) {
    const known = all ? this.stack[0] : this.stack.at(-1);
    if (known && (!all || known.position.moves.length === 0)) {
      this.stack = all ? [] : this.stack.slice(0, -1);
      Object.assign(this.told, known, { left: this.told.left });
      this.kept();
      return;
    }
    const own = this.told.replies ? 2 : 1; // a reply of the other side goes with one's own move
    await this.at(all ? [] : this.moves.slice(0, -own));
    this.stack = [];
  }

  async end(how, solved) {
    const state = await keep(`${this.path}/end`, solved === undefined ? { how } : { how, solved });
    Object.assign(this.told, state);
    this.kept();
    return state;
  }

  // Gone from within the page: nobody waits for the reply. A page that is closed or loaded again leaves nothing.
  leave() {
    if (this.over) return;
    this.told.over = true;
    keep(`${this.path}/end`, { how: "left" }, true).catch(() => {});
  }

  hint(signal) { return post(`${this.path}/hint`, {}, signal); }
  after(signal) { return get(`${this.path}/after`, signal); }
  answer(signal) { return get(`${this.path}/answer`, signal); }
  rate(said) { return keep(`${this.path}/rating`, said); }
}
