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

  function score(list, at, target) {
    const [value, low, high] = ["", "_low", "_high"].map(end => list[target + end][at]);
    const told = low === null || high === null ? [] : [
      make("span", {
        class: "bar", style: `--at:${share(value)};--low:${share(low)};--high:${share(high)}`,
        title: tsume.say("interval", { low: digits(low), high: digits(high) }).join(" / "),
      }),
      make("span", { class: "range" }, `${digits(low)}–${digits(high)}`),
    ];
    return make("div", {}, make("dt", {}, ui(target)), make("dd", {}, make("b", {}, digits(value)), told));
  }

  tsume.scores = (list, at) => make("dl", { class: "scores" }, score(list, at, "interest"), score(list, at, "difficulty"));
  tsume.level = (list, at) => make("span", { class: `level ${list.levels[list.level[at]]}` }, ui(list.levels[list.level[at]]));
  tsume.reason = row => row.reason ? make("p", { class: "reason" }, both([row.reason, row.reason_ja || row.reason])) : null;

  tsume.card = (list, at, heading = "h2") => {
    const id = list.ids[at];
    return make("article", { class: "card", id, "aria-labelledby": `${id}-title` },
      make("div", { class: "kind" },
        make(heading, { id: `${id}-title` },
          make("a", { href: `puzzle.html#${id}` }, both(list.variants[list.variant[at]].title))),
        tsume.level(list, at)),
      make("div", { class: "stage" }), tsume.scores(list, at));
  };
})();
