// Links that share their address, after a text if they have one: by the sheet of the system, else
// by the clipboard, else they lead there. Their #link only opens what there is to copy.
// The link to the page itself has its title for others. The buttons that send and copy a #text are
// there if they can do so. And the button that prints.
import { byId, copy, isPlain } from "./shared.js";

const about = (property) => document.querySelector(`meta[property="og:${property}"]`)?.content;

const share = async ({ href, dataset: { share: region, text } }) => {
  const url = href.replace(/#link$/, "");
  byId(region).textContent = "";
  try {
    if (navigator.share) {
      const title = url === about("url") ? about("title") : document.title;
      await navigator.share({ title, url, ...(text && { text }) });
      return;
    }
  } catch (error) {
    if (error.name === "AbortError") return; // the person closed the sheet
  }
  await copy(text ? `${text}\n${url}` : url, byId(region)).catch(() => location.assign(href));
};

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-share]");
  if (!link || !isPlain(event)) return;
  event.preventDefault();
  share(link);
});

const text = byId("text");
if (text) {
  const [send, copier, told] = ["send", "copy", "shared"].map(byId);
  send.hidden = !navigator.share;
  copier.hidden = false;
  send.addEventListener("click", () => navigator.share({ text: text.textContent }).catch(() => {}));
  copier.addEventListener("click", () => copy(text.textContent, told).catch(() => {
    getSelection().selectAllChildren(text);
    told.textContent = told.dataset.selected;
  }));
}

const button = byId("print");
button?.removeAttribute("hidden");
button?.addEventListener("click", () => print());
