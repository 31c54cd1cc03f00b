// The wall of a class looks again every few seconds, in place: the focus stays.
"use strict";

(() => {
  const SECONDS = 5;

  const look = async () => {
    const { ok, there } = document.hidden ? {} : await fetchPage(location.href).catch(() => ({}));
    if (ok) replaceParts(there);
  };
  setInterval(look, SECONDS * 1000);
})();
