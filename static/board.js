// The board by keyboard, in a match and in a replay: one tab stop, arrow keys, and single keys,
// which the settings can turn off. templates/shared/keys.html lists them.
"use strict";

(() => {
  const byId = (id) => document.getElementById(id);
  const cells = () => [...document.querySelectorAll("#board button")];
  const single = () => getComputedStyle(document.documentElement).getPropertyValue("--single-keys") !== "off";

  // One cell is the tab stop: the last one focused, else the first that can be played. Cells from
  // the server have none, so set it again whenever they arrive.
  let last = "";
  const rove = () => {
    const all = cells();
    const stop = all.find((cell) => cell.id === last) ?? all.find((cell) => !cell.ariaDisabled) ?? all[0];
    for (const cell of all) {
      const index = cell === stop ? "0" : "-1";
      if (cell.getAttribute("tabindex") !== index) cell.setAttribute("tabindex", index);
    }
  };
  document.addEventListener("focusin", (event) => {
    if (event.target.matches("#board button")) last = event.target.id;
    rove();
  });
  new MutationObserver(rove).observe(document.querySelector("main"), {
    attributeFilter: ["tabindex"],
    childList: true,
    subtree: true,
  });
  rove();

  // The way to the board ends on its tab stop, and scrolls no further than to that.
  document.addEventListener("click", (event) => {
    if (!event.target.matches('.skip[href="#board"]')) return;
    event.preventDefault();
    document.querySelector("#board [tabindex='0']").focus();
  });

  let letter = ""; // the letter typed, if a digit may follow to name a cell

  // The cell that a key moves to, or undefined for a key that does not move.
  const reached = (event, all) => {
    const size = Math.sqrt(all.length);
    const at = all.indexOf(event.target);
    const column = at % size;
    switch (event.key) {
      case "ArrowLeft": return column > 0 ? at - 1 : at;
      case "ArrowRight": return column < size - 1 ? at + 1 : at;
      case "ArrowUp": return at >= size ? at - size : at;
      case "ArrowDown": return at + size < all.length ? at + size : at;
      case "Home": return event.ctrlKey ? 0 : at - column;
      case "End": return event.ctrlKey ? all.length - 1 : at - column + size - 1;
    }
  };
  // In the capture phase: off the board the same keys step through a replay.
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.metaKey || event.shiftKey) return;
    if (event.ctrlKey && event.key !== "Home" && event.key !== "End") return;
    if (!event.target.matches("#board button")) return;
    const all = cells();
    // A held key plays once.
    if (event.repeat && (event.key === "Enter" || event.key === " ")) event.preventDefault();
    const to = reached(event, all);
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    letter = "";
    all[to].focus();
  }, true);

  const newGame = () => {
    const again = byId("again-same");
    const setUp = byId("setup");
    if (!again && setUp) setUp.open = true;
    const ways = [again, ...(setUp?.querySelectorAll("summary, button") ?? [])];
    ways.find((way) => way?.checkVisibility())?.focus();
  };
  // The sentence that says why, else how the game ended: it is heard by its focus.
  const reason = () => {
    const told = ["#why :is(summary, p[tabindex])", "#review > p[tabindex]"];
    told.map((it) => document.querySelector(it)).find((it) => it?.checkVisibility())?.focus();
  };
  const press = (...ids) => () => ids.map(byId).find(Boolean)?.click();
  const commands = {
    u: press("undo"),
    h: press("hint"),
    v: press("values", "switch-values"),
    n: newGame,
    s: press("next"),
    w: reason,
    p: press("in-words"),
    "?": () => byId("keys").showModal(),
  };

  document.addEventListener("keydown", (event) => {
    if (!single() || event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
    if (event.target.closest("input, select, textarea, dialog")) return;
    const key = event.key.toLowerCase();
    if (key === "shift") return;
    const all = cells();
    const size = Math.sqrt(all.length);
    const column = letter ? "abcd".indexOf(letter) : -1;
    const row = Number(key) - 1;
    letter = /^[abcd]$/.test(key) ? key : "";
    if (column >= 0 && column < size && row >= 0 && row < size) {
      all[size * row + column].focus();
      return;
    }
    if (!commands[key]) return;
    event.preventDefault();
    commands[key]();
  });

  // More unfolds in its room, which alone scrolls it into sight: nothing else moves.
  document.addEventListener("toggle", ({ target }) => {
    const room = target.open && target.closest("#room, #note");
    if (!room) return;
    const [more, seen] = [target, room].map((one) => one.getBoundingClientRect());
    const below = more.bottom - Math.min(seen.bottom, innerHeight);
    room.scrollTop += Math.max(0, Math.min(below, more.top - seen.top));
  }, true);
})();
