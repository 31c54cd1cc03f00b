// The clock of a rush counts down in sight. Nobody hears each second, and the server alone decides: when
// the time is over, the page asks for it again.
"use strict";

(() => {
  const SECOND = 1000;
  let [shown, end] = [null, 0];

  const tell = () => {
    const clock = document.getElementById("clock");
    if (!clock) return;
    const { seconds } = clock.dataset;
    // A page after a move brings the seconds that are left anew.
    if (seconds !== shown) [shown, end] = [seconds, performance.now() + seconds * SECOND];
    const left = Math.max(0, Math.ceil((end - performance.now()) / SECOND));
    clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (!left) {
      clock.removeAttribute("id");
      location.reload();
    }
  };

  setInterval(tell, SECOND / 4);
})();
