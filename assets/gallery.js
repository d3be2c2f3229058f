// Filters: a section is shown if its facets are the chosen ones, a puzzle if its level is; the boxes are those
// of the chosen game; a link to a puzzle that is filtered out shows all again.
"use strict";
(() => {
  const form = document.querySelector(".filters"), contents = document.querySelector(".contents");
  const sections = [...document.querySelectorAll("section")].map(element => ({
    element, facets: JSON.parse(element.dataset.facets), cards: [...element.querySelectorAll("article")],
  }));
  const links = new Map([...contents.querySelectorAll("a")].map(link => [link.hash.slice(1), link.parentElement]));
  const total = sections.reduce((sum, section) => sum + section.cards.length, 0);

  // What can be chosen by follows the game: facets that all games in question have, and their values there.
  function offer() {
    const game = form.elements.game?.value;
    const asked = sections.map(({ facets }) => facets).filter(facets => !game || facets.game === game);
    const games = new Set(asked.map(facets => facets.game));
    for (const box of form.querySelectorAll("select:not([name=difficulty], [name=game])")) {
      const having = asked.filter(facets => box.name in facets);
      const values = new Set(having.map(facets => facets[box.name]));
      const common = new Set(having.map(facets => facets.game)).size === games.size;
      for (const option of box.options) option.hidden = Boolean(option.value) && !values.has(option.value);
      box.parentElement.hidden = values.size < 2 || !common;
      if (box.parentElement.hidden || box.selectedOptions[0].hidden) box.value = "";
    }
  }

  function apply() {
    offer();
    const { difficulty, ...wanted } = Object.fromEntries(
      [...new FormData(form)].filter(([, value]) => value));
    let shown = 0;
    for (const { element, facets, cards } of sections) {
      const fits = Object.entries(wanted).every(([name, value]) => facets[name] === value);
      let count = 0;
      for (const card of cards) {
        card.hidden = !fits || Boolean(difficulty) && card.dataset.level !== difficulty;
        count += !card.hidden;
      }
      element.hidden = !count;
      element.querySelector("h2 .note").textContent = count;
      const link = links.get(element.querySelector("h2").id);
      link.hidden = !count;
      link.querySelector(".note").textContent = count;
      shown += count;
    }
    form.querySelector("output").value = shown === total ? `${total} puzzles` : `${shown} of ${total} puzzles`;
    form.querySelector("button").disabled = shown === total;
  }

  function follow() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    if (target.closest("[hidden]")) {
      form.reset();
      apply();
    }
    target.scrollIntoView();
  }

  form.addEventListener("change", apply);
  form.addEventListener("reset", () => setTimeout(apply));
  form.addEventListener("submit", event => event.preventDefault());
  addEventListener("hashchange", follow);
  form.hidden = false;
  contents.open = innerWidth > 700;
  apply();
  follow();
})();
