// A small picture of a puzzle from its JSON: rows of characters, drawn as the engine's tokens say.
import { still } from "./board.js";
import { gameOf } from "./start.js";

const rowsOf = board => (typeof board === "string" ? board.split("/") : board).map(row => row.replaceAll("_", "."));

const LOW = .6; // height against width: flatter boards get some room above

// The picture, or nothing where there is no board to show.
export function pictureOf({ game, puzzle }) {
  const rows = puzzle?.board && rowsOf(puzzle.board);
  while (rows?.length && rows.length < rows[0].length * LOW) rows.unshift(".".repeat(rows[0].length));
  return rows?.length ? still(gameOf(game)?.tokens, rows) : null;
}
