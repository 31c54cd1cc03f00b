// Links that share their address, after a text if they have one: by the sheet of the system, else
// by the clipboard, else they lead there. Their #link or #address only opens what there is to copy.
// The link to the page itself has its title for others. And the button that prints.
"use strict";

(() => {
  const NOTICED = 150; // milliseconds until screen readers have noticed that a region was cleared

  const about = (property) => document.querySelector(`meta[property="og:${property}"]`)?.content;

  const share = async ({ href, dataset }) => {
    const url = href.replace(/#(link|address)$/, "");
    const { share: region, text } = dataset;
    const told = document.getElementById(region);
    told.textContent = "";
    try {
      if (navigator.share) {
        const title = url === about("url") ? about("title") : document.title;
        await navigator.share({ title, url, ...(text && { text }) });
        return;
      }
    } catch (error) {
      if (error.name === "AbortError") return; // the person closed the sheet
    }
    try {
      await navigator.clipboard.writeText(text ? `${text}\n${url}` : url);
      setTimeout(() => { told.textContent = told.dataset.copied; }, NOTICED);
    } catch {
      location.assign(href);
    }
  };

  const button = document.getElementById("print");
  button?.removeAttribute("hidden");
  button?.addEventListener("click", () => print());

  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-share]");
    if (!link || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    share(link);
  });
})();
