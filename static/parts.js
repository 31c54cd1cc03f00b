// Parts of a page, in place: each becomes what it is on the page as the server has it now.
"use strict";

// Only text from the server may become markup.
const answers = window.trustedTypes?.createPolicy("answers", { createHTML: (text) => text });

// The page at *address* beside what is said of its response; rejects if none came. It is asked for
// as a part of this one: the worker keeps none.
const fetchPage = async (address, signal) => {
  const response = await fetch(address, { headers: { "HX-Request": "true" }, signal });
  const text = await response.text();
  const there = new DOMParser().parseFromString(answers?.createHTML(text) ?? text, "text/html");
  const { ok, redirected, url } = response;
  return { ok, redirected, there, url };
};

// Put parts from *there* in the place of those with their ids; others stay, and the focus with them.
const replaceParts = (there) => {
  for (const part of document.querySelectorAll("[data-part]")) {
    const next = there.getElementById(part.id);
    if (next && next.outerHTML !== part.outerHTML) part.replaceWith(next);
  }
};
