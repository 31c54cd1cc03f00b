// The maker of games as cells are tapped: the server says what the shapes make, the live board shows
// one way to win after another, and arrow keys walk the board.
import { fetchPart, morphParts } from "./pages.js";
import { byId, cellReached, filled } from "./shared.js";

const TURN = 1100; // milliseconds that the live board shows a way

const form = byId("maker");
document.documentElement.dataset.script = "";

// The live board.
let way = 0;
let turning = !matchMedia("(prefers-reduced-motion: reduce)").matches;
const show = (step) => {
  const ways = [...document.querySelectorAll("#ways > svg")];
  const [count] = byId("of").children;
  count.textContent = "";
  if (!ways.length) return;
  way = (way + step + ways.length) % ways.length;
  ways.forEach((each, number) => each.classList.toggle("on", number === way));
  const shown = ways[way].cloneNode(true);
  const columns = Math.floor(shown.viewBox.baseVal.width / 100); // the form may be ahead
  for (const cell of shown.dataset.cells.split(" ").map(Number)) {
    const mark = document.createElementNS("http://www.w3.org/2000/svg", "use");
    const [x, y] = [cell % columns * 100, Math.floor(cell / columns) * 100];
    const look = { class: "X", href: `#mark-X${cell % 3}`, x, y, width: 100, height: 100 };
    for (const [name, value] of Object.entries(look)) mark.setAttribute(name, value);
    shown.append(mark);
  }
  shown.id = "live-board";
  shown.dataset.part = "";
  byId("live-board").replaceWith(shown);
  count.textContent = filled(byId("of").dataset.text, { at: way + 1, all: ways.length });
};
setInterval(() => { if (turning && !document.hidden) show(1); }, TURN);
for (const [id, step] of [["before", -1], ["next", 1]]) {
  byId(id).addEventListener("click", () => {
    turning = false;
    show(step);
  });
}

// One shape is drawn at a time.
const showShape = () => {
  for (const it of form.querySelectorAll("[data-shape]")) it.hidden = it.dataset.shape !== form.elements.at.value;
};

// One tab stop on each board: the last one focused, else the first.
const boxesOf = (draw) => [...draw.querySelectorAll("[type=checkbox]")];
const rove = (draw, stop) => {
  for (const box of boxesOf(draw)) box.tabIndex = box === stop ? 0 : -1;
};
const roveAll = () => {
  for (const draw of form.querySelectorAll(".draw")) rove(draw, draw.querySelector("[tabindex='0']") ?? boxesOf(draw)[0]);
};
form.addEventListener("focusin", ({ target }) => {
  if (target.type === "checkbox") rove(target.closest(".draw"), target);
});
form.addEventListener("keydown", (event) => {
  const { target, key } = event;
  if (target.type !== "checkbox") return;
  const draw = target.closest(".draw");
  const boxes = boxesOf(draw);
  const to = cellReached(event, boxes.indexOf(target), Number(draw.dataset.columns), boxes.length);
  if (to === undefined && key !== "Enter") return;
  event.preventDefault(); // Enter would press the first button
  if (to !== undefined) boxes[to].focus();
  else if (!event.repeat) target.click();
});

// What the server says of the shapes as they are now; *tapped* is a cell, if one was.
const told = byId("told");
// The button stays where it is: a press may have begun. Without this script it is never closed.
const close = (there) => {
  byId("solve").ariaDisabled = "closed" in there.getElementById("solve").dataset ? "true" : null;
};
// A screen reader says a status anew for each text that comes: here it is one.
const span = (properties) => Object.assign(document.createElement("span"), properties);
const say = (heard, textContent) => told.replaceChildren(
  span({ className: "unseen", textContent: `${heard} ${textContent}`.trim() }),
  span({ ariaHidden: "true", textContent }),
);
let asked = new AbortController();
const ask = async (tapped) => {
  asked.abort();
  asked = new AbortController();
  const address = `${form.action}?${new URLSearchParams(new FormData(form))}`;
  history.replaceState(null, "", address); // at once: without the network nothing is lost
  const { name, ok, there } = await fetchPart(address, asked.signal).catch((error) => error);
  if (name === "AbortError") return;
  if (!ok) {
    say("", form.dataset.unreachable);
    return;
  }
  for (const draw of form.querySelectorAll(".draw")) {
    const next = there.getElementById(draw.id);
    const [{ columns, rows }, size] = [draw.dataset, next.dataset];
    if (columns !== size.columns || rows !== size.rows) draw.replaceWith(next);
  }
  for (const box of there.querySelectorAll(".draw [type=checkbox]")) {
    form.querySelector(`[name="${box.name}"][value="${box.value}"]`).ariaLabel = box.ariaLabel;
  }
  morphParts(there);
  close(there);
  const said = there.getElementById("told");
  told.className = said.className;
  const draw = tapped?.closest(".draw");
  say(draw ? filled(tapped.checked ? form.dataset.in : form.dataset.out, {
    cell: tapped.value,
    drawn: draw.querySelectorAll(":checked").length,
    all: boxesOf(draw).length,
  }) : "", said.textContent);
  way = 0;
  show(0);
  roveAll();
};
form.addEventListener("change", ({ target }) => {
  showShape();
  ask(target.type === "checkbox" ? target : undefined);
});

showShape();
roveAll();
show(0);
close(document);
if (/[?&](go=add|drop=)/.test(location.search)) { // the button is gone that was pressed
  form.querySelector(`#draw-${form.elements.at.value} [tabindex="0"]`).focus();
}
