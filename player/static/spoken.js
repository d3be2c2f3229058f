// What stands on a board, in words, for those who listen. What cells are called goes by their marks.
import { look } from "./cells.js";
const { now, say } = window.tsume;

const WORDS = window.tsume.words;
const COLUMNS = "abcdefghijklmnopqrstuvwxyz";
const SEPARATORS = [", ", "、"], SENTENCES = [". ", "。"], ENDS = [".", "。"];

const byLanguage = make => [0, 1].map(make);
const isPiece = ({ shape }) => shape === "ghost"; // pieces are told one by one with their squares, other cells row by row

// What a cell is called: by its mark, or else by its shape.
function called(looks) {
  const name = [`cell ${looks.mark}`, `cell ${looks.shape}`].find(key => WORDS[key]) || "cell square";
  return isPiece(looks) ? say(looks.turned ? "their piece" : "your piece").map((text, n) => text.replace("{piece}", say(name)[n])) : say(name);
}

const square = (board, x, y) => `${COLUMNS[x]}${board.height - y}`;
const hasPieces = board => [...board.cells.values()].some(({ token }) => isPiece(look(board.tokens, token)));

function placesOf(board) {
  return [...board.cells].map(([place, { token }]) => ({ place: place.split(",").map(Number), looks: look(board.tokens, token) }));
}

// Each kind of piece with its squares: "your blue piece: a1, b2".
function pieces(board) {
  const kinds = new Map();
  for (const { place, looks } of placesOf(board)) {
    const words = called(looks), key = words[0];
    kinds.set(key, { words, turned: looks.turned, squares: [...(kinds.get(key)?.squares || []), square(board, ...place)] });
  }
  const sorted = [...kinds.values()].sort((a, b) => a.turned - b.turned);
  return byLanguage(n => sorted.map(({ words, squares }) => `${words[n]}: ${squares.sort().join(SEPARATORS[n])}`));
}

// The cells of a row from the left, those alike and side by side as one.
function stretches(board, y) {
  const found = [];
  for (let x = 0; x < board.width; x++) {
    const token = board.token(x, y), words = token === "." ? null : called(look(board.tokens, token)), last = found.at(-1);
    if (!words) continue;
    if (last && last.to === x - 1 && last.words[0] === words[0]) last.to = x;
    else found.push({ from: x, to: x, words });
  }
  return found;
}

const between = ({ from, to, words }, n) => `${words[n]} ${from === to ? from + 1 : `${from + 1}–${to + 1}`}`;

// Rows from the top that are not empty: "row 3: red 1–2, green 4".
function rows(board) {
  const found = [];
  for (let y = 0; y < board.height; y++) {
    const parts = stretches(board, y);
    if (parts.length) found.push(byLanguage(n => say("board row", { y: y + 1, cells: parts.map(one => between(one, n)).join(SEPARATORS[n]) })[n]));
  }
  return byLanguage(n => found.map(words => words[n]));
}

// The whole board.
export function standing(board) {
  const size = say(hasPieces(board) ? "board of pieces" : "board size", { width: board.width, height: board.height });
  const told = hasPieces(board) ? pieces(board) : rows(board);
  return byLanguage(n => [size[n], ...(told[n].length ? told[n] : [say("board empty")[n]])].join(SENTENCES[n]) + ENDS[n]);
}

// One place of it.
export function spotOf(board, [x, y]) {
  const token = board.token(x, y), words = token === "." ? say("cell empty") : called(look(board.tokens, token));
  const place = hasPieces(board) ? byLanguage(() => square(board, x, y)) : say("cursor at", { x: x + 1, y: y + 1 });
  return byLanguage(n => place[n] + SEPARATORS[n] + words[n]);
}

// An element that says it, in the language of the page only.
export class Standing {
  constructor(element) {
    this.element = element;
    this.words = ["", ""];
  }

  put(board) {
    this.words = standing(board);
    this.speak();
  }

  speak() { this.element.textContent = now(this.words); }
}
