// All puzzles: a page of cards at a time, drawn when they come into view and cleared when they are far away.
"use strict";
(async () => {
  const PAGE = 24;
  const { make } = tsume;
  const [grid, count, more, notice, rules] = ["list", "count", "more", "notice", "rules"].map(id => document.getElementById(id));
  const list = await tsume.open();
  const places = new WeakMap();
  let found = [], shown = 0, within = "";

  async function draw(article) {
    const at = places.get(article), stage = article.querySelector(".stage");
    article.dataset.near = "";
    if (stage.firstChild || article.dataset.step) return;
    let row;
    try {
      row = await list.find(at);
    } catch (error) {
      stage.replaceChildren(tsume.make("p", { class: "note" }, tsume.ui("cannot load", { file: error.message })));
      return;
    }
    if (!("near" in article.dataset) || stage.firstChild) return;
    tsume.put(stage, row.drawn.frames[0]);
    if (!article.querySelector(".player")) {
      tsume.player(article, () => list.find(at));
      const reason = tsume.reason(row);
      if (reason) article.append(reason);
    }
  }

  function clear(article) {
    delete article.dataset.near;
    if (!("step" in article.dataset)) article.querySelector(".stage").replaceChildren();
  }

  const near = new IntersectionObserver(entries => {
    for (const { target, isIntersecting } of entries) (isIntersecting ? draw : clear)(target);
  }, { rootMargin: "900px 0px" });

  function extend() {
    for (const at of found.slice(shown, shown + PAGE)) {
      const article = tsume.card(list, at, within);
      places.set(article, at);
      grid.append(article);
      near.observe(article);
    }
    shown = Math.min(found.length, shown + PAGE);
    more.hidden = shown >= found.length;
  }

  const end = new IntersectionObserver(entries => {
    if (entries.some(entry => entry.isIntersecting) && shown < found.length) {
      extend();
      end.unobserve(more);
      end.observe(more); // it may be in sight still
    }
  }, { rootMargin: "1200px 0px" });

  // The rules, where all that is shown is of one game.
  function about(game) {
    if (rules.dataset.game === (game?.name ?? "")) return;
    rules.dataset.game = game?.name ?? "";
    rules.replaceChildren(...(game ? [tsume.rules(game, true)].filter(Boolean) : []));
  }

  tsume.filters(list, document.getElementById("filters"), (chosen, set, ignored) => {
    near.disconnect();
    [found, within] = [chosen, set];
    notice.hidden = !ignored.length;
    notice.replaceChildren(...ignored.map(line => make("span", {}, line)));
    about(list.games.find(game => found.length && found.every(at => list.games[list.game[at]] === game)));
    shown = 0;
    grid.replaceChildren();
    const numbers = { count: found.length.toLocaleString("en"), total: list.ids.length.toLocaleString("en") };
    count.replaceChildren(...tsume.ui(found.length ? "found" : "none found", numbers));
    extend();
  });
  more.addEventListener("click", extend);
  end.observe(more);
  tsume.acts = {};
  addEventListener("keydown", event => {
    if (event.key === "/" && !event.target.closest?.("input, select, textarea")) {
      event.preventDefault();
      document.querySelector("#filters select").focus();
    }
    if (event.key === "Escape") document.activeElement?.blur();
  });
})();
