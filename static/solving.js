// The page of a game that is being solved looks again, in place, until it is solved.
"use strict";

(() => {
  const PAUSE = 1000; // milliseconds between two looks
  const PART = { headers: { "HX-Request": "true" } }; // of this page: the worker keeps none
  const { again } = document.querySelector("main").dataset;
  const answers = window.trustedTypes?.createPolicy("answers", { createHTML: (text) => text });

  let leaving = false; // by Stop, which the answer to an earlier look must not overtake
  document.addEventListener("submit", () => { leaving = true; });

  const look = async () => {
    const response = document.hidden ? undefined : await fetch(again, PART).catch(() => undefined);
    if (leaving) return;
    if (response?.redirected) {
      location.replace(response.url);
      return;
    }
    if (response?.ok) {
      const text = await response.text().catch(() => "");
      if (leaving) return;
      const there = new DOMParser().parseFromString(answers?.createHTML(text) ?? text, "text/html");
      if (text && !there.querySelector("[data-again]")) {
        location.replace(again);
        return;
      }
      for (const part of document.querySelectorAll("[data-part]")) {
        const next = there.querySelector(`[data-part=${part.dataset.part}]`);
        if (next && next.innerHTML !== part.innerHTML) part.replaceChildren(...next.childNodes);
      }
    }
    setTimeout(look, PAUSE);
  };
  setTimeout(look, PAUSE);
})();
