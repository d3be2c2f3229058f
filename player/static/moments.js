// Moments played one after another: a chain round by round, rows that clear, the other side's answer.
const PAUSE = 420, EVENT = 620; // milliseconds that a moment stays before the next
const calm = matchMedia("(prefers-reduced-motion: reduce)");

const END = /[.!?…。！？]$/;

// Sentences in a row: each but the last ends with a full stop.
const joined = (texts, stop, gap) =>
  texts.map((text, n) => n === texts.length - 1 || END.test(text) ? text : text + stop).join(gap);

export const isCalm = () => calm.matches;

// Each is shown on the board and told; any input may skip to the last. `places` says which board of a moment is shown.
export class Moments {
  constructor(board, tell, place = 0) {
    this.board = board;
    this.tell = tell;
    this.place = place;
    this.rest = [];
    this.done = null;
  }

  get playing() { return this.rest.length > 0; }

  show(moment, animate) {
    this.board.put(moment.boards[this.place], animate);
    this.board.mark((moment.changed || []).filter(([place]) => place === this.place).map(([, x, y]) => [x, y]));
  }

  // Resolves once the last is shown.
  play(moments) {
    this.skip();
    const said = moments.map(moment => moment.said).filter(words => words?.[0]);
    return new Promise(resolve => {
      this.done = resolve;
      this.rest = [...moments];
      if (isCalm() || moments.length === 1) {
        this.rest = [];
        this.show(moments.at(-1), !isCalm());
        this.tell(said.length > 1 ? [joined(said.map(words => words[0]), ".", " "), joined(said.map(words => words[1]), "。", "")] : said[0]);
        this.finish();
        return;
      }
      this.next();
    });
  }

  next() {
    const moment = this.rest.shift();
    this.show(moment, true);
    if (moment.said?.[0]) this.tell(moment.said);
    if (!this.rest.length) return this.finish();
    this.timer = setTimeout(() => this.next(), moment.event ? EVENT : PAUSE);
  }

  skip() {
    clearTimeout(this.timer);
    const last = this.rest.at(-1);
    this.rest = [];
    if (last) {
      this.show(last, false);
      if (last.said?.[0]) this.tell(last.said);
    }
    this.finish();
  }

  finish() {
    const done = this.done;
    this.done = null;
    done?.();
  }
}
