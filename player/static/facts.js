// What else is worth showing of a position: counts and words that the engine gives along with it.
const { both, make, say, ui } = window.tsume;

const WORDS = window.tsume.words;
const isWords = value => Array.isArray(value) && value.length === 2 && value.every(one => typeof one === "string");

// Those that have a name in the list of words. Nothing is said of what has not happened yet.
export function factsOf(facts) {
  return Object.entries(facts || {}).flatMap(([name, value]) => {
    if (name === "goal" || !value) return [];
    if (isWords(value)) return [chip(both(value))];
    if (!WORDS[`fact ${name}`]) return [];
    if (typeof value === "number") return [chip(ui(`fact ${name}`, { n: value.toLocaleString("en") }))];
    const counts = Object.entries(value).filter(([of, n]) => typeof n === "number" && n && WORDS[`fact of ${of}`]);
    return counts.length ? [chip(ui(`fact ${name}`), " ", both(joined(counts)))] : [];
  });
}

const chip = (...children) => make("span", { class: "chip" }, children);
const joined = counts => [0, 1].map(n => counts.map(([of, value]) => say(`fact of ${of}`, { n: value })[n]).join(n ? "・" : ", "));
