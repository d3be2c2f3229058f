// A piece that is moved, turned and dropped. Where keys lead stands in the numbers that the service gives; no rule is here.
const { say } = window.tsume;

export const LEFT = 0, RIGHT = 1, CLOCKWISE = 2, COUNTERCLOCKWISE = 3, DOWN = 4;

const cellsOf = ([shape, x, y], shapes) => shapes[shape].map(([dx, dy, token]) => [x + dx, y + dy, token]);

export class Steer {
  // `act` is told of a drop, of a key that leads nowhere, and of where the piece is.
  constructor(board, act) {
    this.board = board;
    this.act = act;
    this.steer = null;
  }

  load(steer) {
    this.steer = steer;
    this.at = steer.start;
    const top = Math.min(0, ...steer.holds.map(hold => Math.min(...cellsOf(hold, steer.shapes).map(([, y]) => y))));
    this.board.size(this.board.width, this.board.height, { above: -top });
    this.draw();
  }

  unload() {
    this.steer = null;
    this.board.lay("held", []);
    this.board.lay("ghost", []);
  }

  get hold() { return this.steer.holds[this.at]; }
  get rest() { return this.steer.rests[this.hold[3]] ?? null; }

  draw() {
    const held = cellsOf(this.hold, this.steer.shapes);
    this.board.lay("ghost", this.rest ? this.rest.cells : []);
    this.board.lay("held", held);
    const columns = held.map(([x]) => x + 1);
    this.act.moved(say("held at", { from: Math.min(...columns), to: Math.max(...columns) }));
  }

  leads(key) { return Boolean(this.steer) && this.hold[4][key] >= 0; }

  // Whether a key leads anywhere from any hold.
  everLeads(key) { return this.steer.holds.some(hold => hold[4][key] >= 0); }

  press(key) {
    if (!this.steer) return false;
    if (!this.leads(key)) {
      if (key !== DOWN) this.act.bumped(key);
      return false;
    }
    this.at = this.hold[4][key];
    this.draw();
    return true;
  }

  // Sideways by so many columns, as far as it goes.
  by(columns) {
    const key = columns < 0 ? LEFT : RIGHT;
    for (let n = Math.abs(columns); n > 0; n--) if (!this.press(key)) return;
  }

  drop() {
    if (!this.steer) return;
    const rest = this.rest;
    if (!rest) return this.act.refused();
    this.unload();
    for (const [x, y, token] of rest.cells) if (y >= 0) this.board.set(x, y, token);
    this.board.link();
    this.act.made(rest.move);
  }
}
