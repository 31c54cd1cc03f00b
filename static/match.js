// The page of a match beyond its forms and htmx: it says that the computer thinks, plays two
// programs by itself, takes a double click as one, reports a lost connection, says a repeated
// answer again, and keeps the focus.
"use strict";

(() => {
  // The forms do without htmx, and all below is for those that it posts.
  if (!window.htmx) return;
  document.documentElement.dataset.script = "";

  const byId = (id) => document.getElementById(id);
  const about = (event) => event.detail.ctx;
  // What the host answers is the only text that may become markup; scripts in it may not run.
  const answers = window.trustedTypes?.createPolicy("answers", { createHTML: (text) => text });
  htmx.registerExtension("answers", { init: (api) => api.initSecurity(answers) });

  const tell = (text) => { byId("message").textContent = text; };

  // The second click of a double click is the same wish as the first.
  byId("match").addEventListener("click", (event) => {
    if (event.detail > 1 && event.target.closest("#board button")) event.preventDefault();
  });

  // What is disabled keeps the focus and sends nothing, but for a cell, which says why it is.
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[aria-disabled]:not(#board *)")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  // What a region said before a request took it away, by its id.
  const silenced = new Map();
  const silence = (id, text = "") => {
    const region = byId(id);
    silenced.set(id, [...region.childNodes]);
    region.replaceChildren(text);
  };
  // A region speaks only when it changes: what may answer with the same words takes them away.
  const ANSWERS = { matches: "status", back: "status", hint: "advice" };
  const target = (request) => new URL(request.action, location);
  const asked = (request) => target(request).pathname.split("/").pop();
  const PATIENCE = 400; // milliseconds until one is told that the computer thinks

  let focused = document.body;
  let patience = null;
  document.addEventListener("htmx:before:request", (event) => {
    const { request } = about(event);
    const answer = ANSWERS[asked(request)];
    request.headers["Page-Version"] = document.documentElement.dataset.version;
    focused = document.activeElement;
    tell("");
    if (answer) silence(answer);
    if (!["match", "step", "finish"].includes(event.target.id)) return;
    request.submitter?.setAttribute("data-pending", "");
    const thinking = byId("thinking").textContent;
    if (thinking && !run.on) patience = setTimeout(() => silence("status", thinking), PATIENCE);
  });

  // Every answer of the application names the message: one that does not comes from elsewhere.
  document.addEventListener("htmx:finally:request", (event) => {
    const { hx, request, response, text } = about(event);
    clearTimeout(patience);
    request.submitter?.removeAttribute("data-pending");
    document.title = about(event).title || document.title;
    if (!text?.includes('id="message"')) {
      const { failed, unreachable } = byId("main").dataset;
      tell(response ? failed : unreachable);
      run.on = false;
    }
    // A page that is being replaced asks for nothing more, or its successor would never arrive.
    if (hx?.redirect) run.on = false;
    // An answer that changes nothing of a region does not name it.
    for (const [id, said] of silenced) {
      const now = byId(id).textContent;
      if (!now || now === byId("thinking").textContent) byId(id).replaceChildren(...said);
    }
    silenced.clear();
    run.schedule();
    // A new game may be chosen where the board is out of sight.
    if (["matches", "back"].includes(asked(request)) && !byId("message").textContent) {
      byId("setup").open = false;
      byId("status").scrollIntoView({ block: "nearest" });
    }
    // What was clicked may be gone.
    if (focused !== document.body && !focused.checkVisibility()) {
      byId("board").querySelector("[tabindex='0']").focus();
    }
    // What was asked for stands at the top of the room.
    byId("room").scrollTop = 0;
    // Who asks from the list of moves is led to the answer, with the board in sight.
    const why = target(request).searchParams.has("why");
    if (why && !byId("why").contains(document.activeElement)) {
      byId("why").querySelector("h2")?.focus();
      byId("match").scrollIntoView({ block: "nearest" });
    }
  });

  // Watching two programs: a step follows a step for as long as the game is on.
  const run = {
    timer: null,
    on: false,
    schedule() {
      clearTimeout(this.timer);
      this.on &&= byId("step")?.ariaDisabled === null;
      const key = byId("run");
      if (key) key.textContent = this.on ? key.dataset.pause : key.dataset.play;
      if (this.on) this.timer = setTimeout(() => byId("step")?.click(), Number(byId("speed").value));
    },
  };

  document.addEventListener("click", (event) => {
    if (event.target.id !== "run") return;
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
