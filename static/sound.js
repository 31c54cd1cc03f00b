// Plays a pen stroke for each mark that appears on the board, and soft notes for a win.
// static/app.js imports this module if sound is on.

import { byId, setting } from "./shared.js";

let context; // since the first gesture: before it browsers allow no sound, and nobody expects one

const wake = () => {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
};
for (const gesture of ["pointerdown", "pointerup", "keydown", "click"]) {
  document.addEventListener(gesture, wake, { capture: true, passive: true });
}

const gain = (volume, start, attack, length) => {
  const node = context.createGain();
  node.gain.setValueAtTime(0, start);
  node.gain.linearRampToValueAtTime(volume, start + attack);
  node.gain.linearRampToValueAtTime(0, start + length);
  node.connect(context.destination);
  return node;
};

// A felt pen on paper: noise in a band, whose pitch follows the speed of the hand.
const stroke = (start, length, from, to) => {
  const noise = context.createBuffer(1, Math.ceil(length * context.sampleRate), context.sampleRate);
  noise.getChannelData(0).forEach((_, index, samples) => { samples[index] = 2 * Math.random() - 1; });
  const pen = new AudioBufferSourceNode(context, { buffer: noise });
  const band = new BiquadFilterNode(context, { type: "bandpass", frequency: from, Q: 0.9 });
  band.frequency.linearRampToValueAtTime(to, start + length);
  pen.connect(band).connect(gain(0.16, start, length / 4, length));
  pen.start(start);
};

const note = (start, frequency) => {
  const tone = new OscillatorNode(context, { frequency });
  tone.connect(gain(0.07, start, 0.03, 0.9));
  tone.start(start);
  tone.stop(start + 1);
};

// The strokes of a mark, and the seconds that they last.
const draw = (mark, start) => {
  if (mark === "O") {
    stroke(start, 0.24, 1500, 2600);
    return 0.24;
  }
  stroke(start, 0.1, 1900, 3200);
  stroke(start + 0.14, 0.1, 2300, 3400);
  return 0.26;
};

const board = () => byId("board");
const marks = () => [...board().querySelectorAll("[data-mark]")];
let seen = new Set(marks().map(({ id }) => id));
let state = board().dataset.state;
let pressed = null; // the cell that was pressed last

// The last two marks at most, the very last one at the end: a replay may skip many moves.
const hear = () => {
  const now = marks();
  const drawn = now.filter(({ id }) => !seen.has(id));
  drawn.sort((one, other) => ("last" in one.dataset) - ("last" in other.dataset));
  // A win by the reply to a move is a loss, for which there is no sound.
  const lost = pressed && !("winning" in pressed.dataset);
  const won = drawn.length && state !== "won" && board().dataset.state === "won" && !lost;
  seen = new Set(now.map(({ id }) => id));
  state = board().dataset.state;
  if (!now.length) pressed = null;
  if (!context || setting("sound") !== "on") return;
  let start = context.currentTime;
  for (const { dataset } of drawn.slice(-2)) start += draw(dataset.mark, start);
  if (won) [523.25, 659.25, 783.99].forEach((pitch, at) => { note(start + at * 0.12, pitch); });
};

document.addEventListener("click", ({ target }) => {
  pressed = target.closest("#board button") ?? pressed;
}, true);
new MutationObserver(hear).observe(document.querySelector("main"), {
  attributeFilter: ["data-mark", "data-state"],
  childList: true,
  subtree: true,
});
