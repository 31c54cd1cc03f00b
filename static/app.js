// Asks for the service worker on every page, for sound where it is on, and saves settings at once.
import { byId, setting } from "./shared.js";

const { worker } = document.querySelector("[data-worker]").dataset;
const { dataset: page, lang } = document.documentElement;
let theme = document.querySelector("link[href$='theme.css']");

// Back shows a page that the browser had put aside: take the settings of now, and load anew what the
// page has of its visitor, or a page in another language, if the server answers. A move that waits for
// the network stays on its page.
const isInLanguage = ({ headers }) => headers.get("Content-Language") === lang;
const catchUp = async () => {
  theme.href = theme.href;
  if (document.querySelector("#board [data-kept]")) return;
  const response = await fetch(location.href, { method: "HEAD" });
  if (!("private" in page) && isInLanguage(response)) return;
  const { id, href } = document.querySelector(":focus-visible") ?? {};
  history.replaceState({ id, href }, "");
  location.reload();
};
addEventListener("pageshow", ({ persisted }) => persisted && catchUp().catch(() => {}));

// The keyboard goes on where it was.
if (history.state) {
  const { id, href } = history.state;
  history.replaceState(null, "");
  const links = [...document.links].filter((link) => link.href === href);
  (byId(id) ?? links[0])?.focus({ preventScroll: true });
}

const isOn = () => setting("sound") === "on";
const listen = () => {
  if (isOn() && byId("board")) import("./sound.js").catch(() => {});
};
listen();

// Save what is *chosen* at *address*, and apply it to this page: its style sheet says it. The
// response, or undefined without the network.
const save = async (address, chosen) => {
  const body = new URLSearchParams(chosen);
  const response = await fetch(address, { method: "POST", body }).catch(() => undefined);
  if (!response?.ok) return response;
  const caches = await window.caches?.keys().catch(() => []) ?? [];
  const forget = async (name) => (await window.caches.open(name)).delete(theme.href);
  await Promise.all(caches.map(forget)).catch(() => {});
  const fresh = theme.cloneNode();
  await new Promise((resolve) => {
    fresh.onload = fresh.onerror = resolve;
    theme.after(fresh);
  });
  theme.remove();
  theme = fresh;
  return response;
};

// The address of the response still names the cookie that the browser did not keep.
const isKept = (response) => response?.ok && !new URL(response.url).searchParams.has("cookie");
const lost = (response, { unsaved, unreachable }) =>
  isKept(response) ? "" : response?.ok ? unsaved : unreachable;

// A click on the page of a game brought a new cookie.
document.addEventListener("htmx:finally:request", async ({ detail: { ctx } }) => {
  const name = ctx.response?.headers.get("New-Cookie");
  const response = name && await fetch(`${location.pathname}?cookie=${name}`, { method: "HEAD" }).catch(() => null);
  if (!response || isKept(response)) return;
  byId("message").textContent = document.querySelector("[data-unsaved]").dataset.unsaved;
});

const form = document.querySelector("[data-saved]");
if (form) {
  form.querySelector(".primary").hidden = true;
  const [status, alert] = form.querySelectorAll("[role]");
  form.addEventListener("change", async () => {
    status.textContent = alert.textContent = "";
    const response = await save(form.action, new FormData(form));
    alert.textContent = lost(response, form.dataset);
    if (!isKept(response)) return;
    status.textContent = form.dataset.saved;
    if (isInLanguage(response)) return;
    history.replaceState({ id: document.activeElement.id }, "", response.url);
    location.reload();
  });
}

// The other scripts, all here by then, learn of choices that were made before they came.
const isMade = ({ checked, defaultChecked, options }) => checked !== defaultChecked
  || [...options ?? []].some(({ selected, defaultSelected }) => selected !== defaultSelected);
addEventListener("DOMContentLoaded", () => {
  const forms = [...document.forms].filter(({ elements }) => [...elements].some(isMade));
  for (const one of forms) one.dispatchEvent(new Event("change", { bubbles: true }));
});

// Sound, in the match.
const key = byId("sound");
if (key) {
  const show = () => { key.textContent = isOn() ? key.dataset.on : key.dataset.off; };
  key.addEventListener("click", async () => {
    const response = await save(key.dataset.save, { sound: isOn() ? "off" : "on" });
    const { unreachable } = byId("main").dataset;
    byId("message").textContent = lost(response, { ...key.dataset, unreachable });
    show();
    listen();
  });
  show();
  key.hidden = false;
}

// While debugging there is no version, and nothing is kept.
const { serviceWorker } = navigator;
if (serviceWorker && page.version) {
  const addresses = window.trustedTypes?.createPolicy("worker", { createScriptURL: (url) => url });
  addEventListener("load", () => {
    serviceWorker.register(addresses?.createScriptURL(worker) ?? worker).catch(() => {});
  });
  const tell = (message) => serviceWorker.controller?.postMessage({ address: location.href, ...message });
  // The worker did not see this page come.
  serviceWorker.addEventListener("controllerchange", () => {
    const files = document.querySelectorAll("link[rel=stylesheet], script[src]");
    tell({ files: [...files].map(({ href, src }) => href ?? src) });
  });
  // A click changes parts of the page of a match.
  document.addEventListener("htmx:finally:request", ({ detail }) => {
    if (detail.ctx.response) tell({ html: `<!doctype html>${document.documentElement.outerHTML}` });
  });
}
