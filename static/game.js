// The page of a match, beyond its forms and htmx: own marks at once, two programs that play, single
// answers to double clicks, lost connections, announcements, and the focus.
import htmx from "./htmx-4.0.1.esm.min.js";
import { NOTICED, answers, byId, markup, setting } from "./shared.js";

const SLOW = 1000; // milliseconds until the page shows that the answer is on its way
const LASTS = 500; // how long the status says that the computer thinks, at least: no word flashes

// The second click of a double click, or a press that began before the reply stood.
export const isHasty = (clicks, early) => clicks > 1 || (clicks > 0 && early);

// The last part of the address of a request, or the command that it carries out: *words* has some of
// those that the page's language writes otherwise.
export const nameOf = (path, command, words = {}) => {
  const [name] = path.match(/(score\/)?[^/]*$/);
  if (name !== "command") return name;
  const typed = command.trim().toLowerCase();
  return Object.hasOwn(words, typed) ? words[typed] : typed;
};

// A live region is announced only when it changes, so clear it if the answer may repeat its words.
export const repeatedIn = (name, starts, advice) => {
  if (starts || ["matches", "back", "again", "new"].includes(name)) return "status";
  return name === "hint" && advice ? "advice" : "";
};

// When to show an answer: a reply in its moment, and words that were *said* before once they are gone.
export const dueAt = (began, thinkingSince, reply, said, region, ok) => {
  if (thinkingSince) return thinkingSince + LASTS;
  const repeats = said && (region === "advice" || !ok);
  return began + Math.max(ok ? reply : 0, repeats ? NOTICED : 0);
};

// Orca leaves out words that it has just said, so let them differ by a space.
export const unlike = (before, text) => (text && before && !before.endsWith("\u00a0") ? `${text}\u00a0` : text);

// A message that the connection is *lost* says so to friend.js.
export const tell = (text, lost = false) => {
  byId("message").textContent = text;
  byId("message").toggleAttribute("data-lost", lost);
};

// The element that had the focus may be gone: then it is on *other*, or on the board.
export const restoreFocus = (focused, other, options) => {
  if (focused === document.body || focused.checkVisibility()) return;
  (other ?? byId("board").querySelector("[tabindex='0']"))?.focus(options);
};

const { dataset: page } = document.documentElement;
const [main, setUp] = [byId("main"), byId("setup")];
page.script = "";
htmx.registerExtension("answers", { init: (api) => api.initSecurity(answers) });
main.removeAttribute("data-hx-ignore");
htmx.process(main);

let early = false;
document.addEventListener("pointerdown", () => {
  early = byId("board").querySelector("[data-pending]:not([data-kept])") !== null;
}, true);
byId("match").addEventListener("click", (event) => {
  if (isHasty(event.detail, early) && event.target.closest("#board button")) event.preventDefault();
});

// A disabled button keeps the focus and sends nothing. A disabled cell sends: the answer says why.
document.addEventListener("click", (event) => {
  if (!event.target.closest("[aria-disabled]:not(#board *)")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

// The contents of live regions that a request has cleared, by id. They keep their widths, so that
// nothing beside them moves. An answer that has a region takes the attribute away.
const silenced = new Map();
const silence = (id, text = "") => {
  const region = byId(id);
  region.style.width = `${region.getBoundingClientRect().width}px`;
  region.dataset.silenced = "";
  silenced.set(id, silenced.get(id) ?? [...region.childNodes]);
  region.replaceChildren(text);
};
addEventListener("resize", () => {
  for (const id of silenced.keys()) byId(id).style.width = "min-content";
});

// An answer may wait for its moment, but whoever presses a key or anything beside the board gets it at once,
// before the press counts. A tap on the board does not hurry it: the next of several fast taps would count. A
// press ends all that is being drawn, and counts where it falls: what is pressed keeps its place.
let proceed = () => {};
for (const press of ["pointerdown", "keydown", "click"]) {
  document.addEventListener(press, ({ type, detail, target }) => {
    const keyed = type === "keydown" || (type === "click" && !detail);
    if (keyed || !target.closest("#board")) proceed();
    for (const drawing of document.getAnimations()) {
      const holds = type === "pointerdown" && drawing.effect.target.contains(target);
      if (!holds) drawing.finish();
    }
  }, true);
}

// Let *context* fetch as before, and wait until its answer is due.
let slow = null;
let thinkingSince = 0;
const delay = (context, reply, said, region) => {
  const { fetch } = context;
  const began = performance.now();
  const { promise: hurried, resolve } = Promise.withResolvers();
  proceed = resolve;
  context.fetch = async (...request) => {
    const answer = fetch(...request).then(async (response) => [response, await response.text()]);
    const [{ value }] = await Promise.allSettled([answer]);
    clearTimeout(slow);
    const left = dueAt(began, thinkingSince, reply, said, region, value?.[0].ok) - performance.now();
    if (left > 0) await Promise.race([hurried, new Promise((due) => setTimeout(due, left))]);
    const [{ status, headers }, text] = await answer;
    return { status, headers, text: async () => text };
  };
};

// Two programs that somebody watches: steps follow each other until the game is over.
let runs = false;
let nextStep = null;
const runOn = () => {
  clearTimeout(nextStep);
  runs &&= byId("step")?.ariaDisabled === null;
  const key = byId("run");
  if (key) key.textContent = runs ? key.dataset.pause : key.dataset.play;
  if (runs) nextStep = setTimeout(() => byId("step")?.click(), Number(byId("speed").value));
};
document.addEventListener("change", ({ target }) => { if (target.id === "speed") runOn(); });
document.addEventListener("click", ({ target }) => {
  // A press on the face draws the reason again: strokes that come anew are drawn.
  if (target.closest("#speaker")) byId("pen").replaceWith(byId("pen").cloneNode(true));
  if (target.id !== "run") return;
  runs = !runs;
  runOn();
  if (runs) byId("step").click();
});

// A window with room for them asks for the diagrams of the reason.
const wide = matchMedia("(min-width: 100rem) and (min-height: 50rem)");
const drawFigures = async () => {
  const figures = byId("figures");
  if (!wide.matches || !figures) return;
  const shown = byId("shown").innerHTML;
  const why = byId("shown").querySelector("[name=explained]")?.value ?? "";
  const response = await fetch(`${figures.dataset.of}?${why}`).catch(() => null);
  const text = response?.ok ? await response.text() : "";
  if (shown === byId("shown").innerHTML) figures.innerHTML = markup(text); // else the page has gone on
};
wide.addEventListener("change", drawFigures);
drawFigures();

const addressOf = ({ action }) => new URL(action, location);

let focused = document.body;
document.addEventListener("htmx:before:request", ({ detail: { ctx }, target }) => {
  const { request } = ctx;
  const { value, dataset } = byId("command") ?? {};
  const name = nameOf(addressOf(request).pathname, value, JSON.parse(dataset?.words ?? "{}"));
  const starts = setUp.querySelector(`[formaction*="=${CSS.escape(name)}&"]`);
  const region = ctx.region = repeatedIn(name, starts, byId("advice"));
  request.keepalive = true; // a move counts, although its page is left at once
  request.headers["Page-Version"] = page.version;
  focused = document.activeElement;
  // A question stops the game that it asks about, and another game begins at rest.
  if (request.method === "GET" || starts) runs = false;
  ctx.refused = byId("message").textContent;
  const said = ctx.refused || (region === "advice" && byId(region).textContent);
  tell("");
  byId("answer").textContent = "";
  if (region) silence(region); // it is announced only when it changes
  // The own mark stands at once: a request under way drops all others, so there is only one.
  const pressed = ctx.pressed = request.submitter ?? target;
  const moves = pressed.matches("#board button") && !pressed.ariaDisabled;
  pressed.dataset.pending = moves ? byId("board").dataset.turn : "";
  const thinking = byId("thinking").textContent;
  const plays = ["match", "step", "finish"].includes(target.id) || /^[a-h][1-8]$/.test(name);
  thinkingSince = 0;
  slow = setTimeout(() => {
    main.dataset.slow = "";
    if (!plays || !thinking || runs) return;
    thinkingSince = performance.now();
    silence("status", thinking);
  }, SLOW);
  const reply = moves && thinking ? Number.parseFloat(setting("reply-after")) : 0;
  delay(ctx, reply || 0, said, region);
});

const reason = (why) => ({ move: why?.dataset.move, rest: why?.querySelector("details") });
// The settings let the status say the reason too, in one announcement.
const sayWhy = (fragments) => {
  const find = (selector) => fragments.map((it) => it.querySelector(selector)).find(Boolean);
  const told = find("#why:has(.how) :is(summary, p[tabindex])")?.cloneNode(true);
  told?.querySelector(".more-less")?.remove();
  if (told) find("#status .unseen")?.append(" ", told.textContent.trim());
};
document.addEventListener("htmx:before:swap", ({ detail: { ctx, tasks } }) => {
  if (setting("reasons") === "said") sayWhy(tasks.map(({ fragment }) => fragment));
  const { move, rest } = reason(byId("why"));
  for (const { fragment } of tasks) {
    const message = fragment.querySelector("#message");
    if (message) message.textContent = unlike(ctx.refused, message.textContent);
    // The rest of a reason stays open while that reason is drawn.
    const next = reason(fragment.querySelector("#why"));
    if (rest?.open && next.move === move) next.rest?.setAttribute("open", "");
  }
});

// A response leaves out a region that it does not change: restore it.
const restoreSilenced = () => {
  for (const [id, said] of silenced) {
    const region = byId(id);
    if ("silenced" in region.dataset) region.replaceChildren(...said);
    delete region.dataset.silenced;
    region.removeAttribute("style");
  }
  silenced.clear();
};

document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  const { hx, pressed, refused, region, request, response, text, title } = ctx;
  clearTimeout(slow);
  delete main.dataset.slow;
  pressed?.removeAttribute("data-pending");
  document.title = title || document.title;
  // Every response of the application has the message: one without it comes from elsewhere.
  const isOurs = text?.includes('id="message"');
  const { failed, unreachable } = main.dataset;
  if (!isOurs) tell(unlike(refused, response ? failed : unreachable), !response);
  // A page that is being replaced sends nothing more, or the next page would never arrive.
  if (!isOurs || hx?.redirect) runs = false;
  restoreSilenced();
  runOn();
  drawFigures();
  const done = !byId("message").textContent;
  const { pathname, searchParams } = addressOf(request);
  if (pathname.endsWith("/command")) {
    if (done) byId("command").value = "";
    else byId("command").select();
  }
  // A new game may start while the board is out of sight.
  if (done && region === "status") {
    setUp.open = false;
    byId("status").scrollIntoView({ block: "nearest" });
  }
  // At the end the keys are gone: one more press there must not begin another game.
  const ending = focused.closest(".match:not(.friend) .help") && document.querySelector("#review:not([hidden]) p");
  if (ending) ending.focus({ preventScroll: true });
  else restoreFocus(focused, byId("again-same"));
  // Below the offers of a day an end reaches out of the window of a phone.
  const end = main.querySelector(":scope:has(> .today) #review:not([hidden])")?.getBoundingClientRect();
  if (end && region !== "status") scrollBy(0, Math.max(0, end.bottom + 8 - innerHeight));
  // After a question in the list of moves, focus the answer, with the board in sight.
  if (searchParams.has("why") && !byId("why").contains(document.activeElement)) {
    byId("why").querySelector("h2")?.focus();
    byId("why").scrollIntoView({ block: "nearest" });
    byId("match").scrollIntoView({ block: "nearest" });
  }
});

// On narrow screens the set-up covers the page: Esc, a press outside and Tab out of it close it. A
// press on the board does no more than that.
const strip = setUp.querySelector("summary");
const covers = () => setUp.open && strip.checkVisibility();
const close = () => {
  const lost = document.activeElement === document.body || setUp.contains(document.activeElement);
  setUp.open = false;
  if (lost) strip.focus();
};
document.addEventListener("keydown", ({ key, target }) => {
  if (key === "Escape" && covers() && !target.closest("dialog")) close();
});
document.addEventListener("focusin", ({ target }) => {
  const covered = setUp.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING;
  if (covers() && covered && !setUp.contains(target) && target.matches(":focus-visible")) close();
});
document.addEventListener("click", (event) => {
  // Two programs step by clicks too, which are not trusted.
  if (!event.isTrusted || !covers() || setUp.contains(event.target)) return;
  if (event.target.closest("#stage")) {
    event.preventDefault();
    event.stopImmediatePropagation();
    document.activeElement.blur();
  }
  close();
}, true);

// Choices that open come into view.
setUp.addEventListener("toggle", ({ target }) => {
  if (target !== setUp && target.open) target.lastElementChild.scrollIntoView({ block: "nearest" });
}, true);

// Offer only the players of the chosen game. Two friends choose none.
const form = byId("new-game");
const offer = () => {
  const game = form.elements.game.value;
  for (const option of form.querySelectorAll("option[data-games]")) {
    option.disabled = option.hidden = !option.dataset.games.split(" ").includes(game);
    if (option.disabled && option.selected) {
      const select = option.closest("select");
      select.value = select.dataset.fallback;
    }
  }
  for (const group of form.querySelectorAll("optgroup")) group.hidden = !group.querySelector("option:enabled");
};
if (form) {
  form.addEventListener("change", offer);
  offer();
}
