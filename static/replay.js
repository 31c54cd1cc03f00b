// What a replay does beyond its links: the arrow keys step, and a button copies the address.
"use strict";

(() => {
  const byId = (id) => document.getElementById(id);
  document.documentElement.dataset.script = "";

  const keys = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
  document.addEventListener("keydown", (event) => {
    const link = byId(keys[event.key]);
    if (!link || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest("input, select, textarea")) return;
    event.preventDefault();
    if (!link.ariaDisabled) link.click();
  });

  // The clipboard is there on HTTPS and on the machine itself only: elsewhere the address is
  // selected, to be copied by hand.
  byId("copy").addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(byId("address").value);
      byId("copied").textContent = "The link is copied.";
    } catch {
      byId("address").select();
      byId("copied").textContent = "The link is selected: copy it with your keyboard or menu.";
    }
  });
})();
