// A page that waits for others looks again every few seconds, in place, until the server leads elsewhere
// or has nothing to wait for.
import { fetchPart, morphParts } from "./pages.js";

const { again, seconds } = document.querySelector("main").dataset;
document.documentElement.dataset.script = "";

// The answer to an earlier look must not overtake Stop or a link. Some browsers have no beforeunload. A
// form that is sent in place leads nowhere.
let leaving = false;
for (const going of ["submit", "beforeunload"]) {
  addEventListener(going, ({ defaultPrevented }) => { leaving ||= !defaultPrevented; });
}

const look = async () => {
  const { ok, redirected, there, url } = document.hidden ? {} : await fetchPart(again).catch(() => ({}));
  if (!leaving && (redirected || (ok && !there.querySelector("[data-again]")))) {
    location.replace(url);
    return;
  }
  if (ok) morphParts(there);
  setTimeout(look, seconds * 1000);
};
setTimeout(look, seconds * 1000);
