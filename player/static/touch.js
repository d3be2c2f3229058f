// Fingers on the board of a piece that is steered: it moves by as many cells as the finger, a tap turns it, a flick drops it.
const TAP = { far: 12, long: 600 }; // pixels and milliseconds
const FLICK = { far: 56, speed: .35, steep: 1.6 }; // pixels, pixels a millisecond, down against sideways

export class Swipe {
  constructor(board, act) {
    this.board = board;
    this.act = act; // by(columns), turn(clockwise), down(), drop(), and leadsDown()
    const { svg } = board;
    svg.addEventListener("pointerdown", event => this.start(event));
    svg.addEventListener("pointermove", event => this.move(event));
    svg.addEventListener("pointerup", event => this.end(event));
    svg.addEventListener("pointercancel", () => { this.finger = null; });
  }

  start(event) {
    if (event.button) return;
    this.board.svg.setPointerCapture(event.pointerId);
    const { clientX: x, clientY: y, timeStamp: time } = event;
    this.finger = { id: event.pointerId, x, y, time, columns: 0, rows: 0, turnX: x, fromY: y, fromTime: time, moved: false,
      steps: this.act.leadsDown() };
  }

  move(event) {
    const finger = this.finger;
    if (finger?.id !== event.pointerId) return;
    const cell = this.board.scale, across = event.clientX - finger.x, along = event.clientY - finger.y;
    if (Math.hypot(across, along) > TAP.far) finger.moved = true;
    const columns = Math.trunc(across / cell);
    if (columns !== finger.columns) {
      this.act.by(columns - finger.columns);
      finger.columns = columns;
      // A drop has to begin anew after a move to the side.
      Object.assign(finger, { turnX: event.clientX, fromY: event.clientY, fromTime: event.timeStamp });
    }
    const rows = Math.trunc((event.clientY - finger.fromY) / cell);
    const slow = (event.clientY - finger.fromY) / Math.max(1, event.timeStamp - finger.fromTime) < FLICK.speed;
    for (; slow && finger.rows < rows && this.act.leadsDown(); finger.rows++) this.act.down();
  }

  end(event) {
    const finger = this.finger;
    this.finger = null;
    if (finger?.id !== event.pointerId) return;
    if (!finger.moved) {
      if (event.timeStamp - finger.time > TAP.long) return;
      const box = this.board.svg.getBoundingClientRect();
      this.act.turn(event.clientX >= box.left + box.width / 2);
      return;
    }
    const down = event.clientY - finger.fromY, across = Math.abs(event.clientX - finger.turnX);
    const speed = down / Math.max(1, event.timeStamp - finger.fromTime);
    const fast = !finger.steps || speed >= FLICK.speed; // where a piece goes down step by step only a flick drops it
    if (down >= FLICK.far && down >= FLICK.steep * across && fast) this.act.drop();
  }
}

export function buzz(pattern) {
  try { navigator.vibrate?.(pattern); } catch { /* not here */ }
}
