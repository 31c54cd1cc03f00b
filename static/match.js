// What the page does beyond its forms and htmx: it says that the computer thinks, plays two
// programs by itself, keeps a double click from being two moves, and tells of a lost connection.
"use strict";

(() => {
  const root = document.documentElement;
  const byId = (id) => document.getElementById(id);
  const about = (event) => event.detail.ctx;
  const tell = (text) => { byId("message").textContent = text; };

  root.dataset.script = "";

  // The second click of a double click is the same wish as the first.
  byId("match").addEventListener("click", (event) => {
    if (event.detail > 1 && event.target.closest("#board button")) event.preventDefault();
  });

  let said = [];
  document.addEventListener("htmx:before:request", (event) => {
    const status = byId("status");
    if (!["match", "step", "finish"].includes(event.target.id)) return;
    about(event).request.submitter?.setAttribute("data-pending", "");
    const thinking = byId("thinking").textContent;
    if (!thinking || run.on) return;
    said = [...status.childNodes];
    status.replaceChildren(thinking);
  });

  // Every answer of the application names the message: one that does not comes from elsewhere.
  document.addEventListener("htmx:finally:request", (event) => {
    about(event).request.submitter?.removeAttribute("data-pending");
    document.title = about(event).title || document.title;
    if (!about(event).text?.includes('id="message"')) {
      const failed = about(event).response ? "did not answer properly" : "could not be reached";
      tell(`The server ${failed}. Nothing is lost: try again.`);
      run.on = false;
    }
    // An answer that changes nothing of the status does not name it.
    if (byId("status").textContent === byId("thinking").textContent) {
      byId("status").replaceChildren(...said);
    }
    said = [];
    run.schedule();
    // A new game is chosen below the board, which on a phone is out of sight by then; and what it
    // was chosen with may be gone.
    const action = about(event).request.action;
    if (action.startsWith("/matches") || action === "/back") {
      if (matchMedia("(max-width: 75rem)").matches) byId("setup").open = false;
      byId("status").scrollIntoView({ block: "nearest" });
      if (document.activeElement === document.body) {
        byId("board").querySelector("button:not([aria-disabled])")?.focus({ preventScroll: true });
      }
    }
    // Who asks from the list of moves is led to the answer.
    if (action.startsWith("/?why") && !byId("why").contains(document.activeElement)) {
      byId("why").querySelector("h2")?.focus();
    }
  });

  // Watching two programs: a step follows a step for as long as the game is on.
  const run = {
    timer: null,
    on: false,
    schedule() {
      clearTimeout(this.timer);
      this.on &&= byId("step")?.ariaDisabled === null;
      if (byId("run")) byId("run").textContent = this.on ? "Pause" : "Play";
      if (this.on) this.timer = setTimeout(() => byId("step")?.click(), Number(byId("speed").value));
    },
  };

  document.addEventListener("click", (event) => {
    if (event.target.id !== "run" || event.target.ariaDisabled) return;
    run.on = !run.on;
    run.schedule();
    if (run.on) byId("step").click();
  });

  document.addEventListener("change", (event) => {
    if (event.target.id === "speed") run.schedule();
  });

  // Offer only the players of the chosen game.
  const form = byId("new-game");
  const offer = () => {
    const game = form.elements.game.value;
    for (const option of form.querySelectorAll("option[data-games]")) {
      option.disabled = option.hidden = !option.dataset.games.split(" ").includes(game);
      if (option.disabled && option.selected) {
        const select = option.closest("select");
        select.value = select.dataset.fallback;
      }
    }
    for (const group of form.querySelectorAll("optgroup")) {
      group.hidden = !group.querySelector("option:enabled");
    }
  };
  form.addEventListener("change", offer);
  offer();
})();
