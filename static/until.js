// The time until the next puzzle counts down by the clock of the device, on a page that was left open
// or comes from the history, too.
"use strict";

(() => {
  const MINUTE = 60_000;

  const tell = () => {
    for (const span of document.querySelectorAll("[data-until]")) {
      const { until, before, after } = span.dataset;
      const minutes = Math.ceil((Date.parse(until) - Date.now()) / MINUTE);
      const [h, m] = [Math.floor(minutes / 60), minutes % 60];
      span.textContent = minutes > 0 ? before.replace("{h}", h).replace("{m}", m) : after;
    }
  };

  tell();
  setInterval(tell, MINUTE / 4);
  addEventListener("pageshow", tell);
  document.addEventListener("visibilitychange", tell);
})();
