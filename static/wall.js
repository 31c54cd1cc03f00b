// The wall of a class looks again every few seconds, in place: the focus stays.
"use strict";

(() => {
  const SECONDS = 5;
  const answers = window.trustedTypes?.createPolicy("answers", { createHTML: (text) => text });

  const look = async () => {
    if (document.hidden) return;
    const response = await fetch(location.href).catch(() => null);
    if (!response?.ok) return;
    const text = await response.text();
    const there = new DOMParser().parseFromString(answers?.createHTML(text) ?? text, "text/html");
    for (const part of [".shown", ".tower", ".where"]) {
      const [here, next] = [document.querySelector(part), there.querySelector(part)];
      if (here && next && here.innerHTML !== next.innerHTML) here.replaceWith(next);
    }
  };
  setInterval(look, SECONDS * 1000);
})();
