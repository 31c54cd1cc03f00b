// News of a game with a friend: the page asks again and again, and the server answers once there
// are any. A hidden page asks less often, and so does one after an error. Without game.js the page loads
// anew by itself, or by its key.
import { restoreFocus, tell } from "./game.js";
import htmx from "./htmx-4.0.1.esm.min.js";
import { COLUMNS, byId, filled } from "./shared.js";

const HIDDEN = 10_000; // milliseconds between questions of a hidden page
const PATIENCE = 15_000; // for an answer: the server waits for news for half of it
const FIRST_PAUSE = 1000; // after an error; twice as long after each further one
const LONGEST_PAUSE = 30_000;
const MOVED = 10; // pixels
const SETTLED = 700; // milliseconds until the eye has found a board that moved

const main = byId("main");
const { cut, kept: keptWords, news, next, unreachable } = main.dataset;
const { dataset: page } = document.documentElement;
page.live = ""; // news come by themselves

const version = (root) => Number(root.querySelector("#shown [name=version]")?.value);

// Nothing older than the page may replace it: answers can overtake each other.
document.addEventListener("htmx:before:swap", (event) => {
  const ages = event.detail.tasks.map(({ fragment }) => version(fragment)).filter(Boolean);
  if (ages.length && Math.max(...ages) < version(document)) event.preventDefault();
});

const show = async (text) => {
  const focused = document.activeElement;
  const top = () => byId("board").getBoundingClientRect().top;
  const before = top();
  const context = { sourceElement: main, target: main, swap: "none", text };
  await htmx.swap(context);
  document.title = context.title || document.title;
  // A tap that was meant for another cell must not count.
  if (Math.abs(top() - before) > MOVED) {
    main.dataset.moved = "";
    setTimeout(() => { delete main.dataset.moved; }, SETTLED);
  }
  restoreFocus(focused, null, { preventScroll: true });
};

let wake = () => {};
const rest = (milliseconds) => new Promise((resolve) => {
  wake = resolve;
  setTimeout(resolve, milliseconds);
});
// Who comes back to the page sees what happened at once.
document.addEventListener("visibilitychange", () => { if (!document.hidden) wake(); });
for (const event of ["online", "pageshow"]) addEventListener(event, () => wake());

// News are changes of the page that asked for them. A click changes it too: its answer comes first.
let clicked = false;
document.addEventListener("htmx:before:request", () => { clicked = true; });
document.addEventListener("htmx:finally:request", ({ detail: { ctx: { pressed, response } } }) => {
  clicked = false;
  drop();
  if (!response && pressed?.matches("#board button") && !pressed.ariaDisabled) keep(pressed);
  wake();
});

let pause = 0;
// Without news the page cannot say who is here. A state that none has brings them with the next.
const present = () => byId("shown").querySelector("[name=present]");
const lose = () => {
  delete page.live;
  byId("retry").hidden = false;
  byId("company").dataset.look = "away";
  byId("company").querySelector(".line").textContent = cut;
  present().value = "?";
};
addEventListener("offline", lose);
byId("retry").addEventListener("click", ({ target }) => { if (target.matches("button")) wake(); });
let counting; // down to the next question
const count = (until) => {
  clearTimeout(counting);
  const s = Math.ceil((until - Date.now()) / 1000);
  byId("retry").lastElementChild.textContent = s > 0 ? filled(next, { s }) : "";
  if (s > 0) counting = setTimeout(count, 1000, until);
};

// A move that found no connection is kept on the page, and sent again once there is one. By then
// it may have arrived: only its answer was lost.
let kept = null;
const drop = () => {
  delete kept?.cell.dataset.kept;
  delete kept?.cell.dataset.pending;
  kept = null;
};
const keep = (cell) => {
  const { ply, turn, columns } = byId("board").dataset;
  kept = { cell, ply };
  cell.dataset.pending = cell.dataset.kept = turn;
  lose();
  const name = `${COLUMNS[cell.value % columns]}${Math.floor(cell.value / columns) + 1}`;
  tell(filled(keptWords, { cell: name }), true);
};
const sendKept = () => {
  if (!kept || clicked) return;
  const { cell, ply } = kept;
  if (byId("board").dataset.ply === ply && !cell.ariaDisabled) cell.click();
  else drop();
};

// A short break is nobody's business; after a longer one the page says why nothing comes. The message
// holds until the connection is back.
const fail = async (response) => {
  if (pause && present().value !== "?") lose();
  if (pause >= LONGEST_PAUSE / 4 && !byId("message").textContent) {
    const text = await response?.text();
    if (text?.includes('id="message"')) await show(text);
    tell(byId("message").textContent || unreachable, true);
  }
  pause = Math.min(pause * 2 || FIRST_PAUSE, LONGEST_PAUSE);
  count(Date.now() + pause);
  await rest(pause);
};

const state = () => {
  const fields = [...byId("shown").querySelectorAll("input")];
  return `${new URLSearchParams(fields.map(({ name, value }) => [name, value]))}`;
};
const ask = async () => {
  const asked = state();
  // The worker for times without the network keeps no parts of a page.
  const headers = { "HX-Request": "true", "Page-Version": page.version };
  const signal = AbortSignal.timeout(PATIENCE);
  const response = await fetch(`${news}?${asked}`, { headers, signal }).catch(() => null);
  if (response?.headers.has("HX-Redirect")) {
    location.reload();
    return rest(LONGEST_PAUSE);
  }
  if (!response?.ok) return fail(response);
  if ("lost" in byId("message").dataset) tell("");
  if (response.status === 200) {
    const text = await response.text();
    if (clicked) return rest(PATIENCE);
    if (state() !== asked) return undefined;
    await show(text);
    if (state() === asked) return fail(); // news that change nothing would come again at once
  }
  pause = 0;
  page.live = "";
  byId("retry").hidden = true;
  sendKept();
  const after = Number(response.headers.get("Retry-After")) * 1000;
  return rest(Math.max(after, document.hidden ? HIDDEN : 0));
};

const watch = async () => {
  while (true) await ask().catch(() => fail());
};
watch();
