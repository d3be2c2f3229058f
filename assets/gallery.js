// Filters: a section is shown if its facets are the chosen ones, a puzzle if its level is; a link to a
// puzzle that is filtered out shows all again.
"use strict";
(() => {
  const form = document.querySelector(".filters"), contents = document.querySelector(".contents");
  const sections = [...document.querySelectorAll("section")].map(element => ({
    element, facets: JSON.parse(element.dataset.facets), cards: [...element.querySelectorAll("article")],
  }));
  const links = new Map([...contents.querySelectorAll("a")].map(link => [link.hash.slice(1), link.parentElement]));
  const total = sections.reduce((sum, section) => sum + section.cards.length, 0);

  function apply() {
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
