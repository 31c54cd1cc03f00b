// The board by keyboard, in a match and in a replay: one tab stop, arrow keys, and single keys,
// which the settings can turn off. templates/shared/keys.html lists them.
import { COLUMNS, byId, cellReached, markup, setting } from "./shared.js";

// The last one focused, else the first that can be played.
export const tabStop = (cells, last) =>
  cells.find(({ id }) => id === last) ?? cells.find(({ ariaDisabled }) => !ariaDisabled) ?? cells[0];

export const cellNamed = (letter, digit, columns, count) => {
  const [column, row] = [COLUMNS.indexOf(letter), Number(digit) - 1];
  const named = columns * row + column;
  return letter && column < columns && row >= 0 && named < count ? named : undefined;
};

// The letter or digit of a key: the one that it types. For a letter of another script the place of the
// key counts, and so it does in the upper row where a key types no digit, as on French keyboards.
export const keyMeant = ({ key, code, shiftKey }) => {
  const [, letter, digit] = code.match(/^Key([A-Z])$|^Digit([1-9])$/) ?? [];
  if (digit && !shiftKey && !/^[\w?]$/.test(key)) return digit;
  if (letter && /^[^\p{Script=Latin}\p{Script=Common}]+$/u.test(key)) return letter.toLowerCase();
  return key.toLowerCase();
};

// More unfolds in its room, which alone scrolls it into sight: nothing else moves.
export const scrolledBy = (more, room, height) => {
  const below = more.bottom - Math.min(room.bottom, height);
  return Math.max(0, Math.min(below, more.top - room.top));
};

const cells = () => [...document.querySelectorAll("#board button")];
const columns = () => Number(byId("board")?.dataset.columns);

// Cells from the server are no tab stops, so set one again whenever they arrive.
let last = "";
const rove = () => {
  const all = cells();
  const stop = tabStop(all, last);
  for (const cell of all) {
    const index = cell === stop ? "0" : "-1";
    if (cell.getAttribute("tabindex") !== index) cell.setAttribute("tabindex", index);
  }
};
document.addEventListener("focusin", (event) => {
  if (event.target.matches("#board button")) last = event.target.id;
  rove();
});
new MutationObserver(rove).observe(byId("main"), { attributeFilter: ["tabindex"], childList: true, subtree: true });
rove();

// The way to the board ends on its tab stop, and scrolls no further than to that.
document.addEventListener("click", (event) => {
  if (!event.target.matches('.skip[href="#board"]')) return;
  event.preventDefault();
  document.querySelector("#board [tabindex='0']").focus();
});

let letter = ""; // the letter typed, if a digit may follow to name a cell

// In the capture phase: off the board the same keys step through a replay.
document.addEventListener("keydown", (event) => {
  if (!event.target.matches("#board button")) return;
  // A held key plays once.
  if (event.repeat && (event.key === "Enter" || event.key === " ")) event.preventDefault();
  const all = cells();
  const to = cellReached(event, all.indexOf(event.target), columns(), all.length);
  if (to === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  letter = "";
  all[to].focus();
}, true);

const newGame = () => {
  const [again, setUp] = [byId("again-same"), byId("setup")];
  if (!again && setUp) setUp.open = true;
  const ways = [again, ...(setUp?.querySelectorAll("summary, button") ?? [])];
  ways.find((way) => way?.checkVisibility())?.focus();
};
// The sentence that says why, else how the game ended: it is heard by its focus. The face draws it.
const reason = () => {
  byId("speaker")?.click();
  const told = ["#why :is(summary, p[tabindex])", "#review p[tabindex]"];
  told.map((it) => document.querySelector(it)).find((it) => it?.checkVisibility())?.focus();
};
// The list of keys comes when it is first asked for. Keys that follow at once are not for the page.
const listKeys = async () => {
  const keys = byId("keys");
  keys.showModal();
  if (keys.hasChildNodes()) return;
  const response = await fetch(keys.dataset.of).catch(() => null);
  if (!response?.ok) return keys.close();
  keys.innerHTML = markup(await response.text());
  keys.querySelector("h2").focus();
};
const press = (...ids) => () => ids.map(byId).find(Boolean)?.click();
const commands = {
  u: press("undo"),
  h: press("hint"),
  i: press("hint"), // h begins the name of a cell on boards of eight columns
  v: press("values", "switch-values"),
  n: newGame,
  s: press("next"),
  w: reason,
  p: press("in-words"),
  m: press("sound"),
  "?": listKeys,
};

document.addEventListener("keydown", (event) => {
  if (setting("single-keys") === "off" || event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
  if (event.target.closest("input, select, textarea, dialog[open]")) return;
  const key = keyMeant(event);
  if (key === "shift") return;
  const all = cells();
  const named = all[cellNamed(letter, key, columns(), all.length)];
  letter = key.length === 1 && COLUMNS.slice(0, columns()).includes(key) ? key : "";
  if (named) named.focus();
  if (named || letter || !commands[key]) return;
  event.preventDefault();
  commands[key]();
});

document.addEventListener("toggle", ({ target }) => {
  const room = target.open && target.closest("#room, #note");
  if (!room) return;
  const [more, seen] = [target, room].map((one) => one.getBoundingClientRect());
  room.scrollTop += scrolledBy(more, seen, innerHeight);
}, true);
