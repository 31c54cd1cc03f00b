// Opens pages that were seen when there is no network, and a page that says so in place of others.
// Pages come from the network first, so none is out of date while it answers. A worker goes with its
// site, for example when another application has its port.
"use strict";

const SCOPE = registration.scope;
const FILES = `${SCOPE} {{ version() }} files`;
const PAGES = `${SCOPE} {{ version() }} pages`;
const DRAWINGS = {{ drawings | tojson }}.map((file) => new URL(file, SCOPE).href);
const THEME = new URL({{ theme | tojson }}, SCOPE).href;
const FRIENDS = {{ friends | tojson }}.map((room) => new URL(room, SCOPE).href);
const OFFLINE = {{ page | tojson }};
const SHELL = {{ files | tojson }};
const LIMIT = 64; // entries of each, the latest

// The match has one page, whatever the query asks about it.
const keyOf = (address) => {
  const { origin, pathname, search } = new URL(address);
  const page = origin + pathname;
  return page === SCOPE ? page : page + search;
};

const keep = async (name, key, response) => {
  const cache = await caches.open(name);
  await cache.put(key, response);
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, -LIMIT).map((oldest) => cache.delete(oldest)));
};

// A response with another body, of which the headers of *response* hold but for its encoding.
const rewritten = (response, body) => {
  const headers = new Headers(response.headers);
  headers.delete("Content-Encoding");
  headers.delete("Content-Length");
  return new Response(body, { headers });
};

// A game with a friend and a class go on without this browser, so an old page of them would mislead.
// A page that was asked for in some language is not the one that its visitor is to see again.
const goesOn = (address) => {
  const { searchParams } = new URL(address);
  const once = ["class", "language"].some((name) => searchParams.has(name));
  return once || FRIENDS.some((room) => address.startsWith(room));
};

// Keeps a page under its last address. No redirected response answers a navigation: copy its body.
const keepPage = async (response) => {
  const html = response.headers.get("Content-Type")?.startsWith("text/html");
  if (!response.ok || !html || goesOn(response.url)) return;
  const { body, redirected, url } = response;
  await keep(PAGES, keyOf(url), redirected ? rewritten(response, body) : response);
};

// The response under *key*, or undefined, also if the browser denies its caches.
const kept = (name, key) =>
  caches.match(key, { cacheName: name, ignoreVary: true }).catch(() => undefined);

// Every response of this site has its policy. Another site has no worker at this address, or sends a page
// in its place; a proxy that cannot reach this site answers with another status.
const isOwn = ({ headers, type }) =>
  type === "opaqueredirect" || headers.get("Content-Security-Policy")?.includes("answers worker");
const leave = async () => {
  const { headers, ok, status } = await fetch(location.href, { method: "HEAD", cache: "no-store" });
  const script = headers.get("Content-Type")?.startsWith("text/javascript");
  if (ok ? script : ![404, 410].includes(status)) return;
  await registration.unregister();
  const own = (await caches.keys()).filter((name) => name.startsWith(`${SCOPE} `));
  await Promise.all(own.map((name) => caches.delete(name)));
};

const forgetTheme = () => caches.open(FILES).then((cache) => cache.delete(THEME), () => {});

let forms = 0; // so many were answered

// Only forms change the settings: no page waits for the theme, and no form is followed by an old one.
const file = async (event) => {
  const { request } = event;
  const before = forms;
  const fetched = fetch(request).then((response) => {
    if (response.ok && before === forms) {
      const done = keep(FILES, request.url, response.clone());
      event.waitUntil(done.then(() => before === forms || forgetTheme())); // a form may have come
    }
    return response;
  });
  const seen = await kept(FILES, request.url);
  const latest = fetched.catch(() => seen ?? Response.error());
  event.waitUntil(latest);
  return seen && request.url === THEME ? seen : latest;
};

const page = async (event) => {
  const { request } = event;
  try {
    const response = (await event.preloadResponse) ?? (await fetch(request));
    event.waitUntil(isOwn(response) ? keepPage(response.clone()) : leave().catch(() => {}));
    return response;
  } catch (error) {
    const seen = await kept(PAGES, keyOf(request.url));
    const said = request.mode === "navigate" && (await kept(FILES, OFFLINE));
    return seen ?? (said || Response.error());
  }
};

// A form that fails may have arrived, and may be sent again: the page that says so leads back to the
// page of the form.
const form = async (event) => {
  try {
    const response = await fetch(event.request);
    forms += 1;
    await forgetTheme();
    return response;
  } catch (error) {
    const said = await kept(FILES, OFFLINE);
    const html = await said?.text();
    const back = `href="${event.request.referrer}"`;
    return html ? rewritten(said, html.replace('href=""', () => back)) : Response.error();
  }
};

addEventListener("fetch", (event) => {
  const { destination, headers, method, mode, url } = event.request;
  // Parts of a page, which htmx asks for, are its own.
  if (!url.startsWith(SCOPE) || headers.has("HX-Request")) return;
  if (mode === "navigate" && method === "POST") event.respondWith(form(event));
  if (method !== "GET") return;
  if (mode === "navigate" || destination === "") event.respondWith(page(event));
  const isDrawing = DRAWINGS.some((drawing) => url.startsWith(drawing));
  if (destination === "style" || destination === "script" || isDrawing) event.respondWith(file(event));
});

// A page tells that it came before this worker, with its files, or how the match stands now.
addEventListener("message", (event) => {
  const { address, files, html } = event.data;
  const tell = async () => {
    const seen = await kept(PAGES, keyOf(address));
    if (html && seen) {
      await keep(PAGES, keyOf(address), rewritten(seen, html));
    } else if (!seen && !goesOn(address)) {
      await keepPage(await fetch(keyOf(address)));
    }
    if (files) await caches.open(FILES).then((cache) => cache.addAll(files));
  };
  event.waitUntil(tell().catch(() => {}));
});

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(caches.open(FILES).then((cache) => cache.addAll(SHELL)));
});

const replace = async () => {
  const others = (await caches.keys()).filter((name) => name.startsWith(`${SCOPE} `));
  const old = others.filter((name) => name !== FILES && name !== PAGES);
  await Promise.all(old.map((name) => caches.delete(name)));
  await registration.navigationPreload?.enable();
  await clients.claim();
};
addEventListener("activate", (event) => event.waitUntil(replace()));
