// The page of a game that is being solved looks again, in place, until it is solved.
"use strict";

(() => {
  const PAUSE = 1000; // milliseconds between two looks
  const { again } = document.querySelector("main").dataset;

  // The answer to an earlier look must not overtake Stop or a link. Some browsers have no beforeunload.
  let leaving = false;
  for (const going of ["submit", "beforeunload"]) addEventListener(going, () => { leaving = true; });

  const look = async () => {
    const { ok, redirected, there, url } = document.hidden ? {} : await fetchPage(again).catch(() => ({}));
    if (!leaving && (redirected || (ok && !there.querySelector("[data-again]")))) {
      location.replace(url);
      return;
    }
    if (ok) replaceParts(there);
    setTimeout(look, PAUSE);
  };
  setTimeout(look, PAUSE);
})();
