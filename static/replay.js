// Script of a replay, a puzzle and a search: steps and moves happen in place, arrow keys step, and a
// button copies the address.
import { fetchPage, morph } from "./pages.js";
import { byId, copy, isPlain } from "./shared.js";

const STEPS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
const stepTo = (id) => byId(id) ?? document.querySelector(`[data-step~="${id}"]`);
export const stepOf = (event) => (isPlain(event) ? STEPS[event.key] : undefined);

document.documentElement.dataset.script = "";

// Nothing replaces a link while a pointer is down on it, or its click would be lost.
let released = Promise.resolve();
document.addEventListener("pointerdown", () => {
  const { promise, resolve } = Promise.withResolvers();
  released = promise;
  document.addEventListener("pointerup", () => setTimeout(resolve), { once: true });
  setTimeout(resolve, 500); // released elsewhere
});

// Show the page at an address in place: it keeps its scroll position, the status is announced, and
// Back takes back a step, as without script; in a frame it belongs to the page around. Load a page of
// another version whole.
const show = async (address, focused, leadsAway, body) => {
  const post = body && { method: "post", body, keepalive: true };
  const { ok, statusText, there, url } = await fetchPage(address, post);
  await released;
  const [here, next] = [document, there].map((page) => page.documentElement.dataset.version);
  if (!ok || !there.getElementById("status")) throw new Error(statusText);
  if (here !== next) {
    location.assign(url); // of a form that was sent, where it led
    return;
  }
  const open = document.querySelectorAll("#main details[open]");
  for (const { id } of open) there.getElementById(id)?.setAttribute("open", "");
  morph(byId("main"), there.getElementById("main"));
  document.title = there.title;
  if (url !== location.href.split("#")[0]) history[top === self ? "pushState" : "replaceState"](null, "", url);
  const found = byId(focused) ?? (focused && document.querySelector("#review p[tabindex]"));
  if (document.activeElement.id !== focused) found?.focus({ preventScroll: true });
  // The latest board of a search stays above its keys.
  document.querySelector(".search [aria-current='step'], #asked:focus")?.scrollIntoView({ block: "nearest" });
  // A link further down leads to the status and the board.
  if (leadsAway && byId("status").getBoundingClientRect().top < 0) byId("main").scrollIntoView();
};

// One step after the other: the next one starts from the page that this one leads to.
let steps = Promise.resolve();
const enqueue = (find) => {
  steps = steps.then(async () => {
    const [address, ...focused] = find() || [];
    if (address) await show(address, ...focused).catch(() => location.assign(address));
  });
};

addEventListener("popstate", () => {
  const { href } = location;
  enqueue(() => [href, document.activeElement.id]);
});

document.addEventListener("keydown", (event) => {
  const id = stepOf(event);
  if (!stepTo(id) || event.target.closest("input, select, textarea")) return;
  event.preventDefault();
  enqueue(() => stepTo(id)?.href && [stepTo(id).href, document.activeElement.id]);
});

const copyAddress = () => copy(byId("address").value, byId("copied")).catch(() => {
  byId("address").select();
  byId("copied").textContent = byId("copied").dataset.selected;
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("#main a:not([data-share])");
  if (event.target.closest("#copy")) copyAddress();
  // A link to this very page loads it anew, and its pen draws again.
  if (!link || link.pathname !== location.pathname || link.href === location.href) return;
  if (event.button || !isPlain(event)) return;
  event.preventDefault();
  enqueue(() => {
    const { ariaDisabled, href, hash } = byId(link.id) ?? link;
    return !ariaDisabled && [href, hash.slice(1), hash.slice(1) !== link.id && hash !== "#asked"];
  });
});

document.addEventListener("submit", (event) => {
  if (event.target.id !== "match") return;
  event.preventDefault();
  const { submitter: pressed, target: form } = event;
  const { id, name, value } = pressed;
  const plays = form.method === "post";
  if (plays && !pressed.ariaDisabled && !pressed.dataset.mark) pressed.dataset.pending = byId("board").dataset.turn;
  enqueue(() => {
    const fields = new URLSearchParams([...new FormData(form), [name, value]]);
    if (byId(id).ariaDisabled) return null;
    return plays ? [form.action, id, false, fields] : [`${location.pathname}?${fields}`, id];
  });
});

// Not every browser opens a fold when the fragment of the address names a part of it.
const named = byId(location.hash.slice(1));
const fold = named?.closest("details:not([open])");
if (fold) {
  fold.open = true;
  named.scrollIntoView({ block: "nearest" });
}
