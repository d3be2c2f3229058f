// What a player asks for, as it stands in the address of the page: so that a page loaded again asks for the same.
const TEXTS = ["mode", "game", "category", "theme", "level", "set", "ease", "puzzle_id", "run"];
const NUMBERS = ["position", "moves"];

export function wishOf(query) {
  const wish = {};
  for (const name of TEXTS) if (query.get(name)) wish[name] = query.get(name);
  for (const name of NUMBERS) if (Number.isInteger(Number.parseInt(query.get(name)))) wish[name] = Number.parseInt(query.get(name));
  return wish;
}

export function address(wish, more = {}) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...wish, ...more }))
    if (value !== undefined && value !== null && value !== "") query.set(name, value);
  return `/play?${query}`;
}

// The wish for the puzzle after this one; null where the list has come to its end.
export function following(wish, told, mode) {
  const { run, position, puzzle_id: _, ...same } = wish;
  if (mode.kind === "run") return { ...same, run: told.run?.id || run };
  if (mode.kind !== "choose") return same;
  const set = told.set;
  if (!set?.position) return { ...same, ...(wish.set ? { set: wish.set } : {}) };
  return set.position < set.total ? { ...same, set: set.name, position: set.position + 1 } : null;
}
