// Script of a frame: tells the page around it how the puzzle stands, and how high the frame has to be.
const main = document.getElementById("main");
const heightOf = (element) => element.getBoundingClientRect().height;

// In one column: the board as wide as embed.css allows, and what stands around it. Beside its sentence
// the board takes the height that there is.
const height = () => {
  const sheet = main.querySelector(".sheet");
  if (sheet.offsetWidth < main.offsetWidth) return document.scrollingElement.scrollHeight;
  const em = parseFloat(getComputedStyle(main).fontSize);
  const around = [...main.children].reduce((sum, it) => sum + heightOf(it), -heightOf(document.getElementById("board")));
  return Math.ceil(innerWidth - 3 * em + Math.max(around, 13.2 * em));
};

// Nothing here is a secret: any page may have made the frame.
const tell = () => {
  const { solved, tries } = main.dataset;
  parent.postMessage({ type: "tic-tac-why", solved: solved === "", tries: Number(tries), height: height() }, "*");
};

if (parent !== self) {
  new MutationObserver(tell).observe(main, { attributes: true, characterData: true, childList: true, subtree: true });
  new ResizeObserver(tell).observe(main); // it begins with the size at the start
}
