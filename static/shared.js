// Several scripts share these. A script runs only once all its imports have come: without one of them
// its page works as without script.

export const COLUMNS = "abcdefgh";
export const NOTICED = 150; // milliseconds until screen readers have noticed that a live region was cleared

export const byId = (id) => document.getElementById(id);
export const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_all, name) => values[name]);
export const isPlain = ({ altKey, ctrlKey, metaKey, shiftKey }) => !(altKey || ctrlKey || metaKey || shiftKey);

// A choice in the settings, which their style sheet tells.
export const setting = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`);

// Only text from the server may become markup; scripts in it may not run.
export const answers = window.trustedTypes?.createPolicy("answers", { createHTML: (text) => text });
export const markup = (text) => answers?.createHTML(text) ?? text;

// Copy *text*, and say so in a *region*, each time anew. The clipboard needs HTTPS or the machine itself.
export const copy = async (text, region) => {
  region.textContent = "";
  await navigator.clipboard.writeText(text);
  setTimeout(() => { region.textContent = region.dataset.copied; }, NOTICED);
};

// The cell of a board that a key moves to, or undefined for a key that does not move.
export const cellReached = ({ key, altKey, ctrlKey, metaKey, shiftKey }, at, columns, count) => {
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
