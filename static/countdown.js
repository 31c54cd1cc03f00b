// The clock of a rush counts down, on a page that comes from the history, too. Nobody hears each second, and
// the server alone decides: once a rush is over the page asks for it again. The clock of the device may be
// wrong: it only tells how long ago the page brought the seconds that are left.
import { byId } from "./shared.js";

const SECOND = 1000;
let [shown, end] = [null, 0];

const tell = () => {
  const clock = byId("clock");
  if (!clock) return;
  // A page after a move brings them anew.
  if (clock.dataset.seconds !== shown) {
    shown = clock.dataset.seconds;
    end = Date.now() + shown * SECOND;
  }
  const seconds = Math.max(0, Math.ceil((end - Date.now()) / SECOND));
  clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  if (seconds) return;
  clock.removeAttribute("id");
  location.reload();
};

tell();
setInterval(tell, SECOND / 4);
addEventListener("pageshow", tell);
document.addEventListener("visibilitychange", tell);
