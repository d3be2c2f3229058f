// One puzzle, large, with all that is known of it: the page that permalinks lead to.
"use strict";
(async () => {
  const { make, both, ui } = tsume;
  const main = document.getElementById("puzzle"), root = document.documentElement;
  const list = await tsume.open();

  // Text with a button that copies it.
  function line(text, label) {
    const copy = make("button", { type: "button" }, ui("copy"));
    copy.addEventListener("click", async () => {
      await tsume.copy(text);
      copy.replaceChildren(...ui("copied"));
      setTimeout(() => copy.replaceChildren(...ui("copy")), 1500);
    });
    return make("div", { class: "copy" }, label ? make("span", {}, label) : null, make("code", {}, text), copy);
  }

  const part = (title, ...content) => make("section", {}, make("h2", {}, title), content);

  // What may give the answer away: themes, and the long sentence on how the puzzle compares.
  function hints(at, row) {
    const found = list.theme[at].map(theme => list.themes[theme]);
    const lines = found.map(theme => make("div", {}, make("dt", {}, both(theme.title)), make("dd", {}, both(theme.about))));
    const reason = row.reason ? [make("h2", {}, ui("reason")), make("p", {}, both([row.reason, row.reason_ja || row.reason]))] : [];
    return make("details", { class: "hint" }, make("summary", {}, ui("hint"), " ", make("small", {}, ui("hint about"))),
      found.length ? make("dl", {}, lines) : make("p", { class: "note" }, ui("no themes")), reason);
  }

  // How agents see the answer: told once it is shown.
  function surprise(row) {
    if (!row.surprise) return null;
    const section = part(ui("surprise"), make("p", {}, both([row.surprise, row.surprise_ja || row.surprise])));
    section.className = "spoiler";
    section.hidden = true;
    return section;
  }

  function links(row) {
    const made = row.drawn.links.map(([title, address, answered]) => make("li", {},
      make("a", { href: address, rel: "noopener", target: "_blank" }, title),
      answered && answered !== address ? make("span", { class: "spoiler", hidden: true }, " · ",
        make("a", { href: answered, rel: "noopener", target: "_blank" }, ui("with answer"))) : null));
    return made.length ? part(ui("links"), make("ul", {}, made)) : null;
  }

  function report(id) {
    const lines = ["en", "ja"].map((language, place) =>
      make("div", { lang: language }, line(tsume.say("report line", { release: tsume.release, id })[place])));
    return make("details", { class: "report" }, make("summary", {}, ui("report")), make("p", {}, ui("report about")),
      lines, line(`tsume withdraw ${id} --why "..."`, make("span", {}, ui("operators"))));
  }

  // What the address says after the #: a puzzle, and perhaps the set that it was reached through.
  function asked() {
    const [id, ...rest] = location.hash.slice(1).split("&"), name = new URLSearchParams(rest.join("&")).get("set");
    const set = list.sets.find(one => one.name === name);
    return { id, set, missing: name && !set ? name : null };
  }

  // The puzzles before and after it: in its set, or else those of the same kind; and the way back to all of them.
  function neighbours(at, asked) {
    const set = asked?.members.includes(at) ? asked : null;
    const kin = set ? set.members : list.ids.map((_, other) => other).filter(other => list.variant[other] === list.variant[at]);
    const here = kin.indexOf(at), variant = list.variants[list.variant[at]];
    const tonight = set?.kind === "day" ? list.sets.find(one => one.kind === "tonight") : null; // what to go on with
    const way = (other, key, within) => other === undefined ? make("span", {}) :
      make("a", { href: tsume.address(list.ids[other], within), "data-way": key }, ui(key));
    const home = { tonight: "index.html#tonight", day: "index.html" };
    const back = set ? make("a", { href: home[set.kind] ?? `browse.html#set=${set.name}`, class: "within" }, both(set.title)) :
      make("a", { href: `browse.html#game=${list.games[variant.game].name}&variant=${variant.name}`, class: "within" }, both(variant.title));
    return make("nav", { class: "neighbours" }, way(kin[here - 1], "previous", set?.name),
      make("span", {}, back, kin.length > 1 ? ` ${here + 1} / ${kin.length}` : null),
      tonight && here === kin.length - 1 ? way(tonight.members[0], "next", tonight.name) : way(kin[here + 1], "next", set?.name));
  }

  function facts(at, row) {
    const [game, variant] = [list.games[list.game[at]], list.variants[list.variant[at]]];
    const audience = list.audiences[list.audience[at]];
    const entries = [["game", make("a", { href: `browse.html#game=${game.name}` }, both(game.title))],
      ["variant", make("a", { href: `browse.html#game=${game.name}&variant=${variant.name}` }, both(variant.title))],
      list.length[at] ? ["length", String(list.length[at])] : null, ["audience", both(tsume.words[audience] || [audience])],
      ["added", list.nights[list.added[at]]],
      row.method === "play" ? ["origin", ui("from play")] : null];
    return make("dl", { class: "facts" }, entries.filter(Boolean).map(([key, value]) =>
      make("div", {}, make("dt", {}, ui(key)), make("dd", {}, value))));
  }

  async function show() {
    const { id, set, missing } = asked(), at = list.place.get(id);
    if (at === undefined) {
      main.replaceChildren(make("p", { class: "warn" }, id ? ui("unknown", { id }) : ui("no id")),
        make("p", {}, make("a", { href: "browse.html" }, ui("browse")), " · ",
          make("a", { href: `../index.html#${encodeURIComponent(id)}` }, ui("releases"))));
      return;
    }
    const title = list.variants[list.variant[at]].title;
    [root.dataset.titleEn, root.dataset.titleJa] = [`${title[0]} · ${id}`, `${title[1] || title[0]} · ${id}`];
    document.title = tsume.now(title) + ` · ${id}`;
    let row;
    try {
      row = await list.find(at);
    } catch (error) {
      main.replaceChildren(make("p", { class: "warn" }, ui("cannot load", { file: error.message })));
      return;
    }
    if (asked().id !== id) return;
    const article = make("article", { class: "card alone", id: `puzzle-${id}`, "aria-label": id },
      make("div", { class: "stage" }));
    tsume.put(article.firstChild, row.drawn.frames[0]);
    tsume.player(article, async () => row);
    const sets = list.sets.filter(set => set.members.includes(at)).map(set =>
      make("li", {}, make("a", { href: `browse.html#set=${set.name}` }, both(set.title))));
    const address = location.href.split("#")[0] + `#${id}`;
    const about = make("div", { class: "about" },
      make("div", { class: "kind" }, make("h1", {}, both(title)), tsume.level(list, at)),
      tsume.rules(list.games[list.game[at]]), tsume.scores(list, at), tsume.reason(row), tsume.parts(list, at), facts(at, row), hints(at, row), surprise(row), links(row),
      part(ui("why"), make("p", {}, both([row.why, row.why_ja || row.why]))),
      sets.length ? part(ui("in sets"), make("ul", {}, sets)) : null,
      make("details", {}, make("summary", {}, ui("copy as")), line(row.puzzle, "json"),
        row.drawn.forms.map(([form, text]) => line(text, form))),
      make("details", {}, make("summary", {}, ui("permalink")), line(address)), report(id));
    const strange = missing ? make("p", { class: "warn" }, ui("no such set", { set: missing })) : null;
    main.replaceChildren(...[strange, neighbours(at, set), make("div", { class: "two" }, article, about)].filter(Boolean));
    const spoilers = hidden => { for (const one of about.querySelectorAll(".spoiler")) one.hidden = hidden; };
    article.addEventListener("tsume-shown", () => spoilers(false));
    article.addEventListener("tsume-hidden", () => spoilers(true));
    scrollTo(0, 0);
  }

  const go = key => document.querySelector(`[data-way=${key}]`)?.click();
  tsume.acts = { j: () => go("next"), k: () => go("previous"), ArrowDown: () => scrollBy(0, 60), ArrowUp: () => scrollBy(0, -60) };
  addEventListener("hashchange", show);
  await show();
})();
