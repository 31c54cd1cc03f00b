// The time that is left counts down, on a page that was left open or comes from the history, too: hours and
// minutes until the next puzzle, or the clock of a rush. Nobody hears each second, and the server alone
// decides: once a rush is over the page asks for it again. The clock of the device may be wrong: it only
// tells how long ago the page brought the seconds that are left. A page without the network is older than
// that, so there the clock counts.
import { byId } from "./shared.js";

const [SECOND, MINUTE] = [1000, 60_000];
let [shown, end] = [null, 0];

const left = ({ seconds, until }) => {
  // A page after a move brings them anew.
  if (seconds !== shown) {
    [shown, end] = [seconds, navigator.onLine || !until ? Date.now() + seconds * SECOND : Date.parse(until)];
  }
  return end - Date.now();
};

const tell = () => {
  for (const span of document.querySelectorAll("[data-until]")) {
    const minutes = Math.ceil(left(span.dataset) / MINUTE);
    const [h, m] = [Math.floor(minutes / 60), minutes % 60];
    const { before, after } = span.dataset;
    span.textContent = minutes > 0 ? before.replace("{h}", h).replace("{m}", m) : after;
  }
  const clock = byId("clock");
  if (!clock) return;
  const seconds = Math.max(0, Math.ceil(left(clock.dataset) / SECOND));
  clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  if (seconds) return;
  clock.removeAttribute("id");
  location.reload();
};

tell();
setInterval(tell, SECOND / 4);
addEventListener("pageshow", tell);
document.addEventListener("visibilitychange", tell);
