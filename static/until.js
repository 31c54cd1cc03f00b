// The time until the next puzzle counts down on a page that was left open or comes from the history, too.
// The clock of the device may be wrong: it only tells how long ago the page brought the seconds that are
// left. A page without the network is older than that, so there the clock counts.
"use strict";

(() => {
  const [SECOND, MINUTE] = [1000, 60_000];
  let [shown, end] = [null, 0];

  const tell = () => {
    for (const span of document.querySelectorAll("[data-until]")) {
      const { seconds, until, before, after } = span.dataset;
      // A page after a move brings them anew.
      if (seconds !== shown) {
        [shown, end] = [seconds, navigator.onLine ? Date.now() + seconds * SECOND : Date.parse(until)];
      }
      const minutes = Math.ceil((end - Date.now()) / MINUTE);
      const [h, m] = [Math.floor(minutes / 60), minutes % 60];
      span.textContent = minutes > 0 ? before.replace("{h}", h).replace("{m}", m) : after;
    }
  };

  tell();
  setInterval(tell, MINUTE / 4);
  addEventListener("pageshow", tell);
  document.addEventListener("visibilitychange", tell);
})();
