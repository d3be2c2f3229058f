// What puzzles can be chosen and sorted by. The choice stands in the address, so that it can be passed on.
"use strict";
(() => {
  const { make, ui } = tsume;
  const range = count => [...Array(count).keys()];
  const first = (...keys) => (a, b) => keys.reduce((found, key) => found || key(a) - key(b), 0);

  tsume.sorts = list => ({
    "as listed": null,
    recommended: first(at => -(list.worth[at] ?? 0)),
    "most surprising": first(at => -(list.surprise_share[at] ?? 0)),
    easiest: first(at => list.difficulty[at]),
    hardest: first(at => -list.difficulty[at]),
    newest: first(at => list.added[at], at => -(list.worth[at] ?? 0)),
    shortest: first(at => list.length[at] ?? 0, at => list.difficulty[at]),
    longest: first(at => -(list.length[at] ?? 0), at => list.difficulty[at]),
  });

  // A set has an order of its own; all puzzles come in the order of what the choice goes by.
  const usual = set => set ? "as listed" : "recommended";

  const TAKEN = ["set", "sort", "id", "new"]; // names of boxes that are not there to choose a value of a puzzle

  // A box for each thing to choose by: its values of a puzzle, and what to call them.
  function boxes(list) {
    const facets = [...new Map(list.variants.flatMap(variant => variant.facets.map(([name]) => [name[0], name])))];
    const facet = (variant, name) => list.variants[variant].facets.find(([key]) => key[0] === name);
    const fixed = [
      { key: "game", label: tsume.words.game, of: at => [list.game[at]], name: value => list.games[value].name,
        title: value => list.games[value].title },
      { key: "level", label: tsume.words.level, of: at => [list.level[at]], name: value => list.levels[value],
        title: value => tsume.words[list.levels[value]] },
      { key: "variant", label: tsume.words.variant, of: at => [list.variant[at]],
        name: value => list.variants[value].name, title: value => list.variants[value].title },
      { key: "practised", label: tsume.words.category, more: true, of: at => [list.category[at]],
        name: value => list.categories[value].name, title: value => list.categories[value].title },
      { key: "length", label: tsume.words.length, more: true, number: true,
        of: at => list.length[at] === null ? [] : [list.length[at]], name: String, title: value => [String(value), String(value)] },
      { key: "theme", label: tsume.words.theme, more: true, warn: true, of: at => list.theme[at],
        name: value => list.themes[value].name, title: value => list.themes[value].title },
    ];
    const own = facets.filter(([key]) => !TAKEN.includes(key) && !fixed.some(box => box.key === key)).map(([key, label]) => ({
      key, label, ofGame: true, of: at => [facet(list.variant[at], key)?.[1][0]].filter(value => value !== undefined),
      name: value => value,
      title: (value, at) => facet(list.variant[at], key)[1],
      relabel: at => facet(list.variant[at], key)[0],
    }));
    return [...fixed.slice(0, 3), ...own, ...fixed.slice(3)];
  }

  tsume.filters = (list, form, changed) => {
    const known = boxes(list), sorts = tsume.sorts(list);
    const select = (key, label, note) => make("label", { "data-box": key }, make("span", {}, tsume.both(label)), note,
      make("select", { name: key }));
    const sets = list.sets.length ? select("set", tsume.words.set) : null;
    const warn = () => make("small", {}, " (", ui("themes warn"), ")");
    form.append(...[sets, ...known.filter(box => !box.more).map(box => select(box.key, box.label)),
      select("sort", tsume.words.sort)].filter(Boolean));
    const more = make("details", { class: "further" }, make("summary", {}, ui("more filters")), make("div", {},
      known.filter(box => box.more).map(box => select(box.key, box.label, box.warn ? warn() : null)),
      make("label", {}, make("span", {}, ui("id")), make("input", { name: "id", size: 17, autocomplete: "off", spellcheck: "false" })),
      make("label", { class: "tick" }, make("input", { type: "checkbox", name: "new", value: "1" }), ui("new only"))));
    form.append(more, make("button", { type: "reset" }, ui("reset")));

    const field = name => form.querySelector(`[name="${name}"]`); // form.elements.length is a number
    const chosen = () => Object.fromEntries([...new FormData(form)].filter(([, value]) => value));

    function options(box, entries, value) {
      const words = entries.map(([name, title]) => make("option", { value: name, selected: name === value }, tsume.now(title)));
      box.replaceChildren(...words);
      box.value = value ?? "";
      if (box.selectedIndex < 0) box.selectedIndex = 0;
    }

    const everything = ["", tsume.words.everything];

    const gamesOf = set => [...new Set(set.members.map(at => list.games[list.game[at]].name))];
    const mixed = new Set(list.mixed);

    // The sets of the chosen game, by kind, and those of all games.
    function setOptions(value, game) {
      const box = field("set");
      if (!box) return;
      const chosen = list.sets.find(set => set.name === value);
      const own = game || (chosen && !mixed.has(chosen.kind) ? gamesOf(chosen)[0] : null) || (list.games.length === 1 ? list.games[0].name : null);
      const ofOwn = set => game ? set.members.filter(at => list.games[list.game[at]].name === game) : set.members;
      const offered = list.sets.filter(set => set === chosen || (mixed.has(set.kind) ? ofOwn(set).length : gamesOf(set).includes(own)));
      box.replaceChildren(make("option", { value: "" }, tsume.now(everything[1])));
      for (const kind of new Set(offered.map(set => set.kind))) {
        const made = offered.filter(set => set.kind === kind)
          .map(set => make("option", { value: set.name }, `${tsume.now(set.title)} (${ofOwn(set).length || set.members.length})`));
        box.append(...(mixed.has(kind) ? made : [make("optgroup", { label: tsume.now(tsume.words[kind] || [kind]) }, made)]));
      }
      if (!own) box.append(make("option", { value: "", disabled: true }, tsume.now(tsume.words["choose a game"])));
      box.value = value ?? "";
      if (box.selectedIndex < 0) box.value = "";
    }

    // A facet that says how long puzzles are says it better than their length.
    const said = base => known.some(box => box.ofGame && base.every(at => box.of(at)[0] === String(list.length[at])));

    // The puzzles of the chosen set and game, and what else there is to choose among them.
    function offer(wanted) {
      setOptions(wanted.set, wanted.game);
      options(field("sort"), Object.keys(sorts).map(name => [name, tsume.words[name]]), Object.hasOwn(sorts, wanted.sort ?? "") ? wanted.sort : usual(field("set")?.value));
      const set = list.sets.find(entry => entry.name === field("set")?.value);
      let base = set ? set.members : range(list.ids.length);
      for (const box of known) {
        const values = new Map();
        for (const at of base) for (const value of box.of(at)) values.set(value, at);
        const games = new Set(base.map(at => list.game[at]));
        const common = !box.ofGame || [...games].every(game => base.some(at => list.game[at] === game && box.of(at).length));
        const entries = [...values].sort(([a], [b]) => Number(a) - Number(b) || 0).map(([value, at]) => [box.name(value), box.title(value, at)]);
        const useful = common && entries.length > 1 && !(box.key === "length" && said(base));
        const element = field(box.key);
        const value = useful && entries.some(([name]) => name === wanted[box.key]) ? wanted[box.key] : "";
        options(element, [everything, ...entries], value);
        element.closest("label").hidden = !useful;
        if (useful && box.relabel) element.closest("label").firstChild.replaceChildren(...tsume.both(box.relabel(values.values().next().value)));
        if (box.key === "game" && value) base = base.filter(at => list.games[list.game[at]].name === value);
      }
    }

    // What an address asks for and there is none of: nothing is left out in silence.
    function strange(wanted) {
      const names = { set: tsume.words.set, sort: tsume.words.sort, ...Object.fromEntries(known.map(box => [box.key, box.label])) };
      const at = document.documentElement.lang === "ja" ? 1 : 0;
      return Object.entries(wanted).filter(([key, value]) => value && key !== "id" && !(key === "new" && value === "1")).flatMap(([key, value]) => {
        if (!Object.hasOwn(names, key)) return [ui("no such filter", { key: key === "new" ? `new=${value}` : key })];
        if (field(key)?.value === value || only(key, value)) return [];
        const there = (names[key][at] || names[key][0]).toLowerCase();
        return [ui(key === "sort" ? "no such order" : "no such value", { what: there, value })];
      });
    }

    // Whether all that is offered is of that value anyhow: a box with one choice is not shown.
    const only = (key, value) => {
      const box = known.find(one => one.key === key), all = found();
      return Boolean(box) && all.length > 0 && all.every(at => box.of(at).some(one => box.name(one) === value));
    };

    function found() {
      const wanted = chosen();
      const set = list.sets.find(entry => entry.name === wanted.set);
      const tests = known.filter(box => wanted[box.key])
        .map(box => at => box.of(at).some(value => box.name(value) === wanted[box.key]));
      if (wanted.id) tests.push(at => list.ids[at].startsWith(wanted.id.trim().toLowerCase()));
      if (wanted.new) tests.push(at => list.nights[list.added[at]] === list.night);
      const all = (set ? set.members : range(list.ids.length)).filter(at => tests.every(test => test(at)));
      const order = sorts[wanted.sort];
      return order ? all.sort(order) : all; // equals stay as they are listed
    }

    const RENAMED = { "most interesting": "recommended" }; // orders, in addresses of earlier versions
    const read = () => {
      const wanted = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
      return Object.hasOwn(RENAMED, wanted.sort ?? "") ? { ...wanted, sort: RENAMED[wanted.sort] } : wanted;
    };

    function keep() {
      const wanted = chosen();
      if (wanted.sort === usual(wanted.set)) delete wanted.sort;
      const hash = String(new URLSearchParams(wanted));
      if (hash !== location.hash.slice(1)) history.replaceState(null, "", hash ? `#${hash}` : location.pathname + location.search);
    }

    function apply(wanted, fromAddress = false) {
      offer(wanted);
      if (wanted.id !== undefined) field("id").value = wanted.id;
      field("new").checked = wanted.new === "1";
      more.open ||= known.some(box => box.more && wanted[box.key]) || Boolean(wanted.id || wanted.new === "1");
      const ignored = fromAddress ? strange(wanted) : [];
      if (!ignored.length) keep();
      changed(found(), chosen().set ?? "", ignored);
    }

    form.addEventListener("input", ({ target }) => {
      const wanted = chosen();
      if (target.name === "set") delete wanted.sort; // every set has its own order
      apply(wanted);
    });
    form.addEventListener("reset", event => { event.preventDefault(); field("id").value = ""; apply({}); });
    form.addEventListener("submit", event => event.preventDefault());
    addEventListener("hashchange", () => apply(read(), true));
    document.addEventListener("tsume-language", () => offer(chosen()));
    apply(read(), true);
  };
})();
