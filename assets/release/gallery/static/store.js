// Packed files: loaded as scripts, because a page opened from disk may load nothing else, and unpacked here.
// And small helpers to make elements in both languages.
"use strict";
(() => {
  const KEPT = 40; // unpacked files to keep
  const waiting = new Map(), kept = new Map();

  async function unpack(packed) {
    const bytes = Uint8Array.from(atob(packed), letter => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return JSON.parse(await new Response(stream).text());
  }

  tsume.arrive = (name, packed) => {
    const content = unpack(packed);
    if (waiting.has(name)) waiting.get(name)(content);
    else kept.set(name, content);
    waiting.delete(name);
  };

  tsume.load = name => {
    if (!kept.has(name)) {
      kept.set(name, new Promise((resolve, reject) => {
        const script = document.createElement("script");
        waiting.set(name, resolve);
        script.src = `gallery/${name}.js`;
        script.onload = () => script.remove();
        script.onerror = () => { kept.delete(name); waiting.delete(name); script.remove(); reject(new Error(script.src)); };
        document.head.append(script);
      }));
      const oldest = [...kept.keys()].filter(other => other !== "catalogue");
      for (const other of oldest.slice(0, Math.max(0, oldest.length - KEPT))) if (!waiting.has(other)) kept.delete(other);
    }
    return kept.get(name);
  };

  // One puzzle with its drawings.
  tsume.find = async (chunk, id) => (await tsume.load(chunk)).find(row => row.puzzle_id === id);

  // An element: attributes with null or false are left out, children may be text, elements or lists of them.
  tsume.make = (tag, attributes = {}, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes))
      if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
    element.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined));
    return element;
  };

  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

  // Both languages, of which the page shows one; what is the same in both is said once.
  tsume.both = ([english, japanese]) => !japanese || english === japanese ? [english] :
    [tsume.make("span", { lang: "en" }, english), tsume.make("span", { lang: "ja" }, japanese)];
  tsume.say = (key, values = {}) => tsume.words[key].map(text => fill(text, values));
  tsume.ui = (key, values) => tsume.both(tsume.say(key, values));
  tsume.now = words => words[document.documentElement.lang === "ja" ? 1 : 0] || words[0];

  // A step of an answer on a stage, its drawing named in the page's language.
  tsume.put = (stage, [svg, , japanese]) => {
    stage.innerHTML = svg;
    const title = stage.querySelector("svg > title");
    if (title && japanese) title.dataset.ja = japanese;
    tsume.rename(stage);
  };

  tsume.copy = async text => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const box = tsume.make("textarea", { class: "quiet" });
      box.value = text;
      document.body.append(box);
      box.select();
      document.execCommand("copy");
      box.remove();
    }
  };
})();
