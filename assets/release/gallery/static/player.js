// An answer played step by step in the place of its problem, hidden until it is asked for; and the keys for it.
"use strict";
(() => {
  const PAUSE = 1300; // milliseconds between steps when it plays by itself
  const players = new WeakMap();
  const { make, ui } = tsume;

  const SIGNS = {
    first: "M3 3h2v10H3zM13 3v10L6 8z", back: "M11 3v10L4 8z", on: "M5 3v10l7-5z", last: "M3 3v10l7-5zM11 3h2v10h-2z",
    play: "M8 1a7 7 0 1 0 .01 0zM6.3 4.6 11.6 8l-5.3 3.4z", pause: "M4 3h3v10H4zM9 3h3v10H9z",
  };

  const sign = key => `<svg viewBox="0 0 16 16" aria-hidden="true"><path fill-rule="evenodd" d="${SIGNS[key]}"/></svg>`;

  function label(button, key) {
    button.innerHTML = sign(key);
    button.append(make("span", { class: "quiet" }, ui(key)));
  }

  const button = (key, action) => {
    const made = make("button", { type: "button", "data-key": key });
    label(made, key);
    made.addEventListener("click", action);
    return made;
  };

  // Give an article with a `.stage` its player. `find` gives the puzzle with its drawings.
  tsume.player = (article, find) => {
    const stage = article.querySelector(".stage");
    const problem = stage.innerHTML;
    let frames = null, at = 0, timer = null;
    const ask = make("button", { type: "button", class: "ask", "aria-expanded": "false" }, ui("answer"));
    const said = make("p", { class: "said", "aria-live": "polite" });
    const count = make("span", { class: "count" });
    const playing = button("play", () => play());
    const steps = make("div", { class: "steps", role: "group" },
      button("first", () => go(0)), button("back", () => go(at - 1)), count,
      button("on", () => go(at + 1)), button("last", () => go(frames.length - 1)));
    playing.className = "play";
    steps.append(playing);
    const controls = make("div", { class: "controls", hidden: true }, said, steps);
    const holder = make("div", { class: "player" }, ask, controls);
    article.querySelector("details.answer")?.remove();
    stage.after(holder);

    function stop() {
      clearInterval(timer);
      timer = null;
      label(playing, "play");
    }

    function go(step) {
      if (!frames) return;
      at = Math.max(0, Math.min(frames.length - 1, step));
      const [, english, japanese] = frames[at];
      tsume.put(stage, frames[at]);
      count.replaceChildren(...ui("step", { at, count: frames.length - 1 }));
      said.replaceChildren(...(at || english ? tsume.both([english, japanese]) : ui("problem")));
      const buttons = steps.querySelectorAll("button");
      buttons[0].disabled = buttons[1].disabled = at === 0;
      buttons[2].disabled = buttons[3].disabled = at === frames.length - 1;
      article.dataset.step = at;
      if (at === frames.length - 1) stop();
    }

    function play() {
      if (timer) return stop();
      if (!frames) return;
      if (at === frames.length - 1) go(0);
      timer = setInterval(() => go(at + 1), PAUSE);
      label(playing, "pause");
    }

    function hide() {
      stop();
      go(0);
      if (!frames) stage.innerHTML = problem;
      frames = null;
      delete article.dataset.step;
      controls.hidden = true;
      ask.setAttribute("aria-expanded", "false");
      ask.replaceChildren(...ui("answer"));
      article.dispatchEvent(new Event("tsume-hidden"));
    }

    async function show() {
      try {
        frames = (await find()).drawn.frames;
      } catch (error) {
        said.replaceChildren(...ui("cannot load", { file: error.message }));
        controls.hidden = false;
        return;
      }
      controls.hidden = false;
      ask.setAttribute("aria-expanded", "true");
      ask.replaceChildren(...ui("hide"));
      stop();
      go(1);
      article.dispatchEvent(new Event("tsume-shown"));
    }

    const toggle = () => frames ? hide() : show();
    ask.addEventListener("click", toggle);
    article.tabIndex = -1;
    const player = { toggle, step: by => frames && go(at + by), play, get shown() { return Boolean(frames); } };
    players.set(article, player);
    return player;
  };

  const all = () => [...document.querySelectorAll("article.card")];
  const current = () => document.activeElement?.closest?.("article.card") || (all().length === 1 ? all()[0] : null);

  // The article after or before the current one; the first one in sight if there is none.
  function move(by) {
    const cards = all(), here = cards.indexOf(current());
    const next = here >= 0 ? cards[here + by] : cards.find(card => card.getBoundingClientRect().bottom > 60);
    next?.focus({ preventScroll: true });
    next?.scrollIntoView({ block: "nearest" });
  }

  const acts = {
    j: () => move(1), k: () => move(-1), ArrowDown: () => move(1), ArrowUp: () => move(-1),
    ArrowRight: player => player?.step(1), ArrowLeft: player => player?.step(-1),
    p: player => player?.play(),
    Enter: player => player?.toggle(), " ": player => player?.toggle(),
    o: () => current()?.querySelector("a[href^='puzzle.html']")?.click(),
  };

  addEventListener("keydown", event => {
    const on = event.target;
    if (event.ctrlKey || event.metaKey || event.altKey || on.closest?.("input, select, textarea, dialog")) return;
    if (["Enter", " "].includes(event.key) && on.closest?.("a, button, summary")) return;
    if (["ArrowDown", "ArrowUp"].includes(event.key) && !on.closest?.("article.card")) return;
    const player = players.get(current());
    if (!acts[event.key] || (["Enter", " "].includes(event.key) && !player)) return;
    if (event.key.startsWith("Arrow") && !player?.shown && !["ArrowDown", "ArrowUp"].includes(event.key)) return;
    event.preventDefault();
    (tsume.acts?.[event.key] || acts[event.key])(player);
  });
})();
