// Arrow keys on a board: the cell that each leads to.
"use strict";

// The cell that a key moves to, or undefined for a key that does not move.
const cellReached = ({ key, altKey, ctrlKey, metaKey, shiftKey }, at, columns, count) => {
  if (altKey || metaKey || shiftKey || (ctrlKey && key.startsWith("Arrow"))) return undefined;
  const start = at - at % columns;
  const [first, last] = ctrlKey ? [0, count - 1] : [start, start + columns - 1];
  switch (key) {
    case "ArrowLeft": return Math.max(at - 1, first);
    case "ArrowRight": return Math.min(at + 1, last);
    case "ArrowUp": return at >= columns ? at - columns : at;
    case "ArrowDown": return at + columns < count ? at + columns : at;
    case "Home": return first;
    case "End": return last;
  }
};
