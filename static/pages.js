// Whole pages in place: they are fetched, and what stands here becomes what stands there.
import { markup } from "./shared.js";

// The page at *address* beside what is said of its response; rejects if none came.
export const fetchPage = async (address, options) => {
  const response = await fetch(address, options);
  const there = new DOMParser().parseFromString(markup(await response.text()), "text/html");
  const { ok, redirected, statusText, url } = response;
  return { ok, redirected, statusText, there, url };
};

// The same for a part of this page: the worker for times without the network keeps none.
export const fetchPart = (address, signal) => fetchPage(address, { headers: { "HX-Request": "true" }, signal });

// Make *node* like *other*. Elements that both have stay, and with them the focus. A button keeps its
// type: with a new one screen readers would announce it again. htmx is as fast, but adds 12 kB to
// the 19 of a first visit.
export const morph = (node, other) => {
  if (node.isEqualNode(other)) return;
  if (node.id === "pen") {
    node.replaceWith(other); // it is drawn anew
    return;
  }
  if (node.nodeType === Node.TEXT_NODE) node.data = other.data;
  for (const { name } of [...node.attributes ?? []]) {
    if (!other.hasAttribute(name)) node.removeAttribute(name);
  }
  for (const { name, value } of other.attributes ?? []) {
    if (name !== "type" && node.getAttribute(name) !== value) node.setAttribute(name, value);
  }
  const [has, gets] = [[...node.childNodes], [...other.childNodes]];
  const isAlike = (child, index) => child.nodeName === gets[index].nodeName && child.id === gets[index].id;
  if (has.length !== gets.length || !has.every(isAlike)) node.replaceChildren(...gets);
  else has.forEach((child, index) => morph(child, gets[index]));
};

// The parts of this page become those *there* with their ids; all else stays.
export const morphParts = (there) => {
  for (const part of document.querySelectorAll("[data-part]")) {
    const next = there.getElementById(part.id);
    if (next) morph(part, next);
  }
};
