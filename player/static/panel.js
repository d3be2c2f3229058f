// What stands under the board once a puzzle is over, or tried in vain: how it went, what is asked, where to go from here.
import { Refused } from "./api.js";
import { replay } from "./answer.js";
import { button, icon, level, seconds } from "./parts.js";
import { opinions } from "./rate.js";
import { vocabulary } from "./start.js";
const { both, make, say, ui } = window.tsume;

const HOW = { "out of time": "out of time", "given up": "gave up", seen: "seen it", withdrawn: "withdrawn" };
const ARRIVING = 350; // milliseconds in which the panel takes no finger and no mouse

export class Panel {
  constructor(play) {
    this.play = play;
    this.element = make("div", { class: "panel", hidden: true });
  }

  hide() {
    this.replay?.stop();
    if (this.element.contains(document.activeElement)) this.play.table.focus({ preventScroll: true });
    this.element.hidden = true;
    this.element.replaceChildren();
  }

  show(...parts) {
    this.element.replaceChildren(...parts.flat().filter(Boolean));
    this.element.hidden = false;
    this.arrive();
    this.element.scrollTop = 0;
    this.play.quietly(this.title);
    this.land();
  }

  // A finger that was for the board must not press what comes up under it.
  arrive() {
    this.pressed = false;
    this.element.classList.add("arriving");
    clearTimeout(this.arriving);
    this.arriving = setTimeout(() => this.element.classList.remove("arriving"), ARRIVING);
  }

  // Whether a click began before the panel was there; those by key begin nowhere.
  isStray(click) { return click.detail > 0 && !this.pressed && this.element.contains(click.target); }

  // Whoever listens, or uses keys, goes on from the heading.
  land() {
    const heading = this.element.querySelector("h2");
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }

  // Wrong, but there are tries left.
  missed() {
    const { play } = this;
    this.title = say("missed");
    this.show(
      make("h2", {}, both(this.title)),
      make("div", { class: "row" },
        button("again", () => play.again(), { class: "main" }),
        play.canUndo ? button("undo", () => play.undo()) : null,
        play.mayGiveUp ? button("give up", () => play.giveUp(), { class: "plain" }) : null));
  }

  // It is over. What is asked before the answer comes first.
  async over() {
    const { mode } = this.play, asked = mode.asks.filter(name => [...vocabulary().targets, "comment"].includes(name));
    if (mode.asks_when === "before" && asked.length && !this.said) {
      const on = async said => {
        if (said) await this.play.attempt.rate(said);
        this.said = true;
        if (!this.play.signal.aborted) this.over();
      };
      return this.show(this.heading(), opinions(asked, on, { key: "send and see", skip: () => on(null) }));
    }
    const stats = make("div", { class: "stats" }), more = make("div", { class: "more-about" });
    this.show(this.heading(), stats, this.ways(), this.further(asked), more);
    try {
      const after = await this.play.attempt.after(this.play.signal);
      if (!this.element.contains(stats)) return;
      stats.append(...this.stats(after));
      more.append(...this.about(after));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
    if (mode.asks_when === "before" && this.mayReveal) this.reveal();
  }

  heading() {
    const { solved, told } = this.play.attempt, won = told.how === "solved" || (solved && told.how !== "withdrawn");
    const { ownWord } = this.play, own = ownWord !== undefined && !won, good = own ? ownWord : won;
    this.title = say(own ? (ownWord ? "i have it" : "i do not") : won ? "solved" : HOW[told.how] || "failed");
    return make("h2", { class: good ? "won" : "lost" }, icon(good ? "check" : "cross"), make("span", {}, both(this.title)));
  }

  stats(after) {
    const found = [];
    const add = (key, words) => found.push(make("div", {}, make("dt", {}, ui(key)), make("dd", {}, both(words))));
    if (after.seconds !== null && after.seconds !== undefined && this.play.attempt.solved) add("time", seconds(after.seconds));
    if (after.others) {
      add("others solved", say("share", { n: Math.round(after.others.share * 100), players: after.others.players }));
      if (after.others.median_seconds !== null) add("others time", seconds(after.others.median_seconds));
    }
    if (after.standing) {
      const [before, now] = [after.standing.before, after.standing.after].map(one => one && Math.round(one.rating));
      add("your rating", [before && before !== now ? `${before} → ${now}` : `${now}`]);
    }
    return found.length ? [make("dl", {}, found)] : [];
  }

  get mayReveal() { return this.play.mode.reveals === "after"; }

  // The ways on. The first of them is what Enter does.
  ways() {
    const { play } = this, { mode } = play, row = make("div", { class: "row ways-on" });
    const likes = mode.asks.includes("liked");
    if (play.runIsOver) {
      row.append(button("see result", () => play.result(), { class: "main" }), ...(likes ? this.likes() : []));
    } else if (likes) row.append(
      button("liked next", () => { play.like(true); play.next(); }, { class: "main" }),
      button("meh next", () => { play.like(false); play.next(); }));
    else row.append(button("next", () => play.next(), { class: "main" }));
    if (mode.kind === "choose") row.append(button("back to list", () => play.leave(), { class: "plain" }));
    return row;
  }

  // Where nothing comes next: a word on the last puzzle.
  likes() {
    const buttons = [["liked", true], ["meh", false]].map(([key, liked]) => button(key, async () => {
      if (!await this.play.like(liked)) return;
      buttons[0].replaceWith(make("p", { class: "note", role: "status" }, ui("thanks")));
      buttons[1].remove();
    }));
    return buttons;
  }

  further(asked) {
    const row = make("div", { class: "row" });
    if (this.mayReveal) row.append(this.answerButton = button("see answer", () => this.reveal()));
    if (asked.length && this.play.mode.asks_when === "after") {
      const details = make("details", {}, make("summary", {}, ui("rate it")));
      details.append(opinions(asked, async said => {
        await this.play.attempt.rate(said);
        details.replaceChildren(make("p", { class: "note", role: "status" }, ui("thanks")));
      }));
      return [row, details];
    }
    return [row];
  }

  about(after) {
    const chips = (after.themes || []).map(theme => make("li", { class: "chip" }, both(theme.title)));
    const links = [...(after.page ? [[say("gallery page"), after.page]] : []), ...(after.links || [])];
    const line = (of, said) => make("span", {}, both([0, 1].map(n => say(of)[n] + [": ", "："][n] + say(said)[n])));
    const rests = after.difficulty_provenance; // null of what was made on the spot: nothing is predicted of it
    const given = [after.level ? level(after.level) : null, make("small", {},
      rests ? line("difficulty", `from ${rests}`) : null,
      ["not rated yet", "few ratings"].includes(after.interest_state) ? line("interest", after.interest_state) : null)];
    return [
      chips.length ? make("section", {}, make("h3", {}, ui("themes")), make("ul", { class: "chips" }, chips)) : null,
      make("p", { class: "given" }, given),
      links.length ? make("ul", { class: "links" }, links.map(([title, address]) => make("li", {},
        make("a", { href: address, target: "_blank", rel: "noopener" }, both(Array.isArray(title) ? title : say("open in", { form: title })))))) : null,
      this.play.listButton(),
    ].filter(Boolean);
  }

  async reveal() {
    const { play } = this;
    let told;
    try {
      told = await play.attempt.answer(play.signal);
    } catch (error) {
      if (error instanceof Refused) return play.tell(error.words);
      throw error;
    }
    if (this.element.hidden) return;
    this.replay?.stop();
    this.replay?.element.remove();
    this.replay = replay(play.board, told, () => {
      this.replay.element.remove();
      this.replay = null;
      play.showPosition();
      if (this.answerButton) this.answerButton.hidden = false;
      if (this.answerButton) this.answerButton.focus(); else this.land();
    });
    if (this.answerButton) this.answerButton.hidden = true;
    this.element.querySelector("h2").after(this.replay.element);
    this.land();
    this.element.scrollTop = 0;
  }
}
