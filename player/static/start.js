// What the service says of itself: modes, games, their words and colours. Asked for once.
import { get } from "./api.js";
import { remember, remembered } from "./parts.js";

let data = null;

export async function start(fresh = false) {
  if (!data || fresh) data = await get("/api/start");
  return data;
}

// Words of tables that pages send and compare: groups of players, what they rate.
export const vocabulary = () => data.vocabulary;
export const modeOf = name => data.modes.find(mode => mode.name === name);
export const gameOf = name => data.games.find(game => game.name === name);
// An address that counts days: it is asked with the time zone of this browser.
export const here = path => `${path}?${new URLSearchParams({ zone: Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC" })}`;
// The game that this player played last, or the first.
export const chosenGame = () => (gameOf(remembered("game")) || data.games[0])?.name;
export const chooseGame = name => remember("game", name);

// The page where a mode begins. What has to be chosen and is of no one game is of the day.
export function placeOf(mode, game = chosenGame(), set = null) {
  if (mode.kind === "choose" && !mode.needs.includes("game")) return "/daily";
  return `/mode/${mode.name}?${new URLSearchParams({ game, ...(set ? { set } : {}) })}`;
}

export const gameOptions = () => data.games.map(game => [game.name, game.title]);
