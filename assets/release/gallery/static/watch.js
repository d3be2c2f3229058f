// Games to watch: the board of every scene, what is said to it, and the ways to step through.
"use strict";
(() => {
  const { make, ui } = tsume;
  const NS = new DOMParser().parseFromString("<svg></svg>", "text/html").querySelector("svg").namespaceURI;
  const SPEEDS = { "½×": 1200, "1×": 600, "2×": 300, "5×": 120, "20×": 30 };
  const SIGNS = {
    start: "M3 3h2v10H3zM13 3v10L6 8z", back: "M11 3v10L4 8z", on: "M5 3v10l7-5z", last: "M3 3v10l7-5zM11 3h2v10h-2z",
    play: "M8 1a7 7 0 1 0 .01 0zM6.3 4.6 11.6 8l-5.3 3.4z", pause: "M4 3h3v10H4zM9 3h3v10H9z",
    "previous event": "M9 3v10L3 8zM15 3v10L9 8z", "next event": "M1 3v10l6-5zM7 3v10l6-5z",
  };
  const GHOST = "M.12 .92 V.5 A.38 .4 0 0 1 .88 .5 V.92 L.69 .8 L.5 .92 L.31 .8 Z";

  const draw = (tag, attributes, ...children) => {
    const element = document.createElementNS(NS, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };

  // One cell, its corner at (x, y).
  function cell(tokens, sign, x, y) {
    const [light, dark, shape, mark, turned] = tokens[sign] || ["#999", "#777", "square", sign, false];
    const style = `--token-light:${light};--token-dark:${dark}`;
    const place = { class: "token", style };
    const group = draw("g", { transform: `translate(${x} ${y})` });
    if (shape === "round") group.append(draw("circle", { ...place, cx: .5, cy: .5, r: .44 }));
    else if (shape === "ghost") group.append(draw("path", { ...place, d: GHOST, ...(turned ? { transform: "rotate(180 .5 .5)" } : {}) }));
    else group.append(draw("rect", { ...place, x: .03, y: .03, width: .94, height: .94, rx: .12 }));
    if (mark) group.append(draw("text", { class: "token-mark", x: .5, y: .52 }, mark));
    return group;
  }

  function boardOf(tokens, text, changed) {
    const rows = text.split("/"), width = rows[0].length, height = rows.length;
    const svg = draw("svg", { viewBox: `-.1 -.1 ${width + .2} ${height + .2}`, role: "img" });
    svg.append(draw("rect", { class: "well", width, height, rx: .1 }));
    let lines = "";
    for (let x = 1; x < width; x++) lines += `M${x} 0V${height}`;
    for (let y = 1; y < height; y++) lines += `M0 ${y}H${width}`;
    svg.append(draw("path", { class: "lines", d: lines }));
    rows.forEach((row, y) => [...row].forEach((sign, x) => { if (sign !== ".") svg.append(cell(tokens, sign, x, y)); }));
    for (const [x, y] of changed) svg.append(draw("rect", { class: rows[y][x] === "." ? "changed gone" : "changed", x: x + .06, y: y + .06, width: .88, height: .88, rx: .14 }));
    return svg;
  }

  // Words, or the tokens that they stand for: "rg bb" in a game that has tokens r, g and b.
  function value(tokens, text) {
    const words = text.split(" ").filter(Boolean);
    if (!words.length || !words.every(word => [...word].every(sign => tokens[sign]))) return [text];
    return words.map(word => {
      const svg = draw("svg", { viewBox: `0 0 ${word.length} 1` });
      [...word].forEach((sign, x) => svg.append(cell(tokens, sign, x, 0)));
      return svg;
    });
  }

  const sign = key => `<svg viewBox="0 0 16 16" aria-hidden="true"><path fill-rule="evenodd" d="${SIGNS[key]}"/></svg>`;
  function label(button, key) {
    button.innerHTML = sign(key);
    button.append(make("span", { class: "quiet" }, ui(key)));
  }
  function button(key, action) {
    const made = make("button", { type: "button", "data-key": key });
    label(made, key);
    made.addEventListener("click", action);
    return made;
  }

  function show(games) {
    const root = document.getElementById("watch");
    if (!games.length) return root.append(make("p", {}, ui("watch none")));
    let game = games[0], at = 0, timer = null;
    const pick = make("select", {}, games.map((one, n) => make("option", { value: n }, `${tsume.now(one.game)}: ${one.agent}, #${one.number}`)));
    const speed = make("select", {}, Object.keys(SPEEDS).map(name => make("option", { value: name, selected: name === "1×" }, name)));
    const boards = make("div", { class: "boards" }), said = make("p", { class: "said", "aria-live": "polite" });
    const shown = make("dl", { class: "shown" }), count = make("span", { class: "count" });
    const slider = make("input", { type: "range", min: 0, value: 0 });
    slider.setAttribute("aria-label", tsume.now(tsume.say("which game")));
    const playing = button("play", () => play());
    const steps = make("div", { class: "steps", role: "group" },
      button("start", () => go(0)), button("previous event", () => event(-1)), button("back", () => go(at - 1)), playing,
      button("on", () => go(at + 1)), button("next event", () => event(1)), button("last", () => go(game.scenes.length - 1)), count);
    const measures = make("dl", { class: "facts" }), links = make("p", {});
    root.append(
      make("div", { class: "choose" }, make("label", {}, make("span", {}, ui("which game")), pick), make("label", {}, make("span", {}, ui("speed")), speed)),
      make("div", { class: "watch" }, boards, make("div", { class: "watching" }, slider, steps, said, shown, measures, links)));

    function go(step) {
      at = Math.max(0, Math.min(game.scenes.length - 1, step));
      const [drawn, changed, english, japanese, beside, special] = game.scenes[at];
      const places = drawn.map(() => []);
      for (let n = 0; n < changed.length; n += 3) places[changed[n]].push([changed[n + 1], changed[n + 2]]);
      boards.replaceChildren(...drawn.map((text, n) => boardOf(game.tokens, text, places[n])));
      said.replaceChildren(...tsume.both([english, japanese]));
      said.classList.toggle("event", Boolean(special));
      shown.replaceChildren(...beside.flatMap(([name, text]) => [make("dt", {}, name), make("dd", {}, value(game.tokens, text))]));
      count.textContent = `${at} / ${game.scenes.length - 1}`;
      slider.value = at;
      root.dataset.step = at;
      if (at === game.scenes.length - 1) stop();
    }
    function event(by) {
      let next = at + by;
      while (next > 0 && next < game.scenes.length - 1 && !game.scenes[next][5]) next += by;
      go(next);
    }
    function stop() { clearInterval(timer); timer = null; label(playing, "play"); }
    function play() {
      if (timer) return stop();
      if (at === game.scenes.length - 1) go(0);
      timer = setInterval(() => go(at + 1), SPEEDS[speed.value]);
      label(playing, "pause");
    }
    function choose(number) {
      stop();
      game = games[number];
      slider.max = game.scenes.length - 1;
      measures.replaceChildren(...game.measures.map(([title, about, found]) => make("div", { title: about }, make("dt", {}, title), make("dd", {}, found.toLocaleString("en")))));
      links.replaceChildren(...Object.entries(game.links).filter(([, link]) => link).map(([form, link]) => {
        const copy = make("button", { type: "button" }, ui("copy"), ` ${form}`);
        copy.addEventListener("click", async () => { await navigator.clipboard?.writeText(link); copy.replaceChildren(...ui("copied")); });
        return link.startsWith("http") ? make("a", { href: link }, ui("open in", { form })) : copy;
      }));
      go(0);
    }
    slider.addEventListener("input", () => go(Number(slider.value)));
    pick.addEventListener("change", () => { choose(Number(pick.value)); pick.blur(); });
    speed.addEventListener("change", () => { if (timer) { stop(); play(); } });
    const acts = {
      ArrowRight: () => go(at + 1), ArrowLeft: () => go(at - 1), " ": play, Home: () => go(0),
      End: () => go(game.scenes.length - 1), n: () => event(1), b: () => event(-1),
    };
    addEventListener("keydown", pressed => {
      if (pressed.ctrlKey || pressed.metaKey || pressed.altKey || pressed.target.closest?.("select, textarea, dialog")) return;
      if (pressed.key === " " && pressed.target.closest?.("button, a")) return;
      if (pressed.target === slider && pressed.key.startsWith("Arrow")) return;
      const act = acts[pressed.key] || acts[pressed.key.toLowerCase()];
      if (!act) return;
      pressed.preventDefault();
      act();
    });
    choose(0);
    root.dataset.ready = games.length;
  }

  tsume.load("games").then(show, error => {
    document.getElementById("watch").append(make("p", { class: "warn" }, ui("cannot load", { file: error.message })));
  });
})();
