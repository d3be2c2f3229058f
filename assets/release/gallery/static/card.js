// The catalogue as functions of a puzzle's place in it, and a puzzle as an article: what `cards.py` writes.
"use strict";
(() => {
  const { make, both, ui } = tsume;
  const LOWEST = 100, HIGHEST = 500; // of the scale of ratings, in hundredths

  tsume.open = async () => {
    const list = await tsume.load("catalogue");
    list.ids = list.ids ? list.ids.split(" ") : [];
    list.place = new Map(list.ids.map((id, place) => [id, place]));
    list.game = list.variant.map(variant => list.variants[variant].game);
    list.find = at => tsume.find(list.chunks[list.chunk[at]], list.ids[at]);
    return list;
  };

  const digits = hundredths => (hundredths / 100).toFixed(1);
  const share = value => ((Math.min(HIGHEST, Math.max(LOWEST, value)) - LOWEST) / (HIGHEST - LOWEST)).toFixed(3);

  // An interest of simulated raters has no number; every number says what it rests on.
  function score(list, at, target) {
    const state = list.states[list.interest_state[at]], from = list.rests_on[list[`${target}_from`][at]];
    if (target === "interest" && from === "simulated")
      return make("div", {}, make("dt", {}, ui(target)), make("dd", {}, make("span", { class: "unrated" }, ui(state))));
    const few = target === "interest" && state === "few ratings";
    const [value, low, high] = ["", "_low", "_high"].map(end => list[target + end][at]);
    const told = low === null || high === null ? [] : [
      make("span", {
        class: "bar", style: `--at:${share(value)};--low:${share(low)};--high:${share(high)}`,
        title: tsume.say("interval", { low: digits(low), high: digits(high) }).join(" / "),
      }),
      make("span", { class: "range" }, `${digits(low)}–${digits(high)}`),
    ];
    return make("div", {},
      make("dt", { title: tsume.say(`from ${few ? state : from}`).join(" / ") }, ui(target),
        make("small", {}, ui(few ? state : `by ${from}`))),
      make("dd", {}, make("b", {}, digits(value)), told));
  }

  // The rules of a game in a few words; its example is folded away unless it is asked for.
  tsume.rules = (game, opened = false) => {
    if (!game.rules) return null;
    const figures = game.rules.pictures.map((svg, place) => {
      const figure = make("figure", {}, make("figcaption", {}, ui(place ? "its answer" : "an example")));
      figure.insertAdjacentHTML("afterbegin", svg);
      return figure;
    });
    return make("details", { class: "rules", open: opened }, make("summary", {}, ui("how to play"), " ", both(game.title)),
      game.rules.lines.map(line => make("p", {}, both(line))), figures.length ? make("div", { class: "example" }, figures) : null);
  };

  tsume.scores = (list, at) => make("dl", { class: "scores" }, list.targets.map(target => score(list, at, target)));
  tsume.level = (list, at) => make("span", { class: `level ${list.levels[list.level[at]]}` }, ui(list.levels[list.level[at]]));
  // What is known of its worth without people, in parts.
  tsume.parts = (list, at) => make("dl", { class: "facts parts" }, list.part[at].map(part => list.parts[part]).map(([title, said]) =>
    make("div", {}, make("dt", {}, both(title)), make("dd", {}, both(said)))));
  // The short sentence, which tells nothing of the answer; the long one is a hint.
  tsume.reason = row => row.reason_short ?
    make("p", { class: "reason" }, both([row.reason_short, row.reason_short_ja || row.reason_short])) : null;

  // The address of a puzzle, within a set if it is reached through one: then the next is the set's next.
  tsume.address = (id, set) => `#${id}${set ? `&set=${encodeURIComponent(set)}` : ""}`;

  tsume.card = (list, at, set = "", heading = "h2") => {
    const id = list.ids[at];
    return make("article", { class: "card", id, "aria-labelledby": `${id}-title` },
      make("div", { class: "kind" },
        make(heading, { id: `${id}-title` },
          make("a", { href: `puzzle.html${tsume.address(id, set)}` }, both(list.variants[list.variant[at]].title))),
        tsume.level(list, at)),
      make("div", { class: "stage" }), tsume.scores(list, at));
  };
})();
