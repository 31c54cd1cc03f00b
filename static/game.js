// The page of a match, beyond its forms and htmx: own marks at once, two programs that play, single
// answers to double clicks, lost connections, announcements, and the focus.
"use strict";

const SLOW = 1000; // milliseconds until the page shows that the answer is on its way
const LASTS = 500; // how long the status says that the computer thinks, at least: no word flashes
const NOTICED = 150; // until screen readers have noticed that a live region was cleared

// The second click of a double click, or a press that began before the reply stood.
const isHasty = (clicks, early) => clicks > 1 || (clicks > 0 && early);

// The last part of the address of a request, or the command that it carries out.
const nameOf = (path, command) => {
  const [name] = path.match(/(score\/)?[^/]*$/);
  return name === "command" ? command.trim().toLowerCase() : name;
};

// A live region is announced only when it changes, so clear it if the answer may repeat its words.
const repeatedIn = (name, starts, advice) => {
  if (starts || ["matches", "back", "again", "new"].includes(name)) return "status";
  return name === "hint" && advice ? "advice" : "";
};

// When to show an answer: a reply in its moment, and words that were *said* before once they are gone.
const dueAt = (began, thinkingSince, reply, said, region, ok) => {
  if (thinkingSince) return thinkingSince + LASTS;
  const repeats = said && (region === "advice" || !ok);
  return began + Math.max(ok ? reply : 0, repeats ? NOTICED : 0);
};

// Orca leaves out words that it has just said, so let them differ by a space.
const unlike = (before, text) => (text && before && !before.endsWith("\u00a0") ? `${text}\u00a0` : text);

(() => {
  // Without htmx the forms work by themselves.
  if (!window.htmx) return;
  document.documentElement.dataset.script = "";

  const byId = (id) => document.getElementById(id);
  const about = (event) => event.detail.ctx;
  // Only text from the server may become markup; scripts in it may not run.
  const answers = window.trustedTypes?.createPolicy("answers", { createHTML: (text) => text });
  htmx.registerExtension("answers", { init: (api) => api.initSecurity(answers) });
  byId("main").removeAttribute("data-hx-ignore");
  htmx.process(byId("main"));

  // A message that the connection is *lost* says so to friend.js.
  const tell = (text, lost = false) => {
    byId("message").textContent = text;
    byId("message").toggleAttribute("data-lost", lost);
  };

  let early = false;
  document.addEventListener("pointerdown", () => {
    early = byId("board").querySelector("[data-pending]:not([data-kept])") !== null;
  }, true);
  byId("match").addEventListener("click", (event) => {
    if (isHasty(event.detail, early) && event.target.closest("#board button")) event.preventDefault();
  });

  // A disabled button keeps the focus and sends nothing. A disabled cell sends: the answer says why.
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[aria-disabled]:not(#board *)")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  // The contents of live regions that a request has cleared, by id. They keep their widths, so that
  // nothing beside them moves. An answer that has a region takes the attribute away.
  const silenced = new Map();
  const silence = (id, text = "") => {
    const region = byId(id);
    region.style.width = `${region.getBoundingClientRect().width}px`;
    region.dataset.silenced = "";
    silenced.set(id, [...region.childNodes]);
    region.replaceChildren(text);
  };
  addEventListener("resize", () => {
    for (const id of silenced.keys()) byId(id).style.width = "min-content";
  });
  const target = (request) => new URL(request.action, location);

  // An answer may wait for its moment, but whoever presses a key or anything beside the board gets
  // it at once, before the press counts. A tap on the board does not hurry it: the next of several
  // fast taps would count.
  let proceed = () => {};
  document.addEventListener("keydown", () => proceed(), true);
  for (const press of ["pointerdown", "click"]) {
    document.addEventListener(press, ({ type, detail, target }) => {
      const keyed = type === "click" && !detail;
      if (keyed || !target.closest("#board")) proceed();
    }, true);
  }

  // A press ends all that is being drawn, and counts where it falls: what is pressed keeps its place.
  for (const press of ["pointerdown", "keydown", "click"]) {
    document.addEventListener(press, ({ type, target }) => {
      for (const drawing of document.getAnimations()) {
        const holds = type === "pointerdown" && drawing.effect.target.contains(target);
        if (!holds) drawing.finish();
      }
    }, true);
  }
  // A press on the face draws the reason again: strokes that come anew are drawn.
  document.addEventListener("click", ({ target }) => {
    if (target.closest("#speaker")) byId("pen").replaceWith(byId("pen").cloneNode(true));
  });

  let slow = null;
  let thinkingSince = 0;

  // Let *context* fetch as before, and wait until its answer is due.
  const delay = (context, reply, said, region) => {
    const { fetch } = context;
    const began = performance.now();
    const pressed = new Promise((resolve) => { proceed = resolve; });
    context.fetch = async (...request) => {
      const answer = fetch(...request).then(async (response) => [response, await response.text()]);
      const [{ value }] = await Promise.allSettled([answer]);
      clearTimeout(slow);
      const due = dueAt(began, thinkingSince, reply, said, region, value?.[0].ok);
      const left = due - performance.now();
      if (left > 0) await Promise.race([pressed, new Promise((resolve) => setTimeout(resolve, left))]);
      const [{ status, headers }, text] = await answer;
      return { status, headers, text: async () => text };
    };
  };

  let focused = document.body;
  document.addEventListener("htmx:before:request", (event) => {
    const context = about(event);
    const { request } = context;
    const name = nameOf(target(request).pathname, byId("command")?.value);
    const starts = byId("choices").querySelector(`[formaction*="=${CSS.escape(name)}&"]`);
    const region = context.region = repeatedIn(name, starts, byId("advice"));
    request.keepalive = true; // a move counts, although its page is left at once
    request.headers["Page-Version"] = document.documentElement.dataset.version;
    focused = document.activeElement;
    // A question stops the game that it asks about, and another game begins at rest.
    if (request.method === "GET" || starts) run.on = false;
    context.refused = byId("message").textContent;
    const said = byId("message").textContent || (region === "advice" && byId(region).textContent);
    tell("");
    byId("answer").textContent = "";
    if (region) silence(region); // it is announced only when it changes
    // The own mark stands at once: a request under way drops all others, so there is only one.
    const pressed = context.pressed = request.submitter ?? event.target;
    const moves = pressed.matches("#board button") && !pressed.ariaDisabled;
    pressed.dataset.pending = moves ? byId("board").dataset.turn : "";
    const thinking = byId("thinking").textContent;
    const plays = ["match", "step", "finish"].includes(event.target.id) || /^[a-h][1-8]$/.test(name);
    thinkingSince = 0;
    slow = setTimeout(() => {
      byId("main").dataset.slow = "";
      if (!plays || !thinking || run.on) return;
      thinkingSince = performance.now();
      silence("status", thinking);
    }, SLOW);
    const style = getComputedStyle(document.documentElement);
    const reply = moves && thinking ? Number.parseFloat(style.getPropertyValue("--reply-after")) : 0;
    delay(context, reply || 0, said, region);
  });

  const reason = (why) => ({
    move: why?.dataset.move,
    rest: why?.querySelector("details"),
  });
  // The settings let the status say the reason too, in one announcement.
  const sayWhy = (fragments) => {
    if (getComputedStyle(document.documentElement).getPropertyValue("--reasons") !== "said") return;
    const find = (selector) => fragments.map((it) => it.querySelector(selector)).find(Boolean);
    const status = find("#status .unseen");
    const told = find("#why:has(.how) :is(summary, p[tabindex])")?.cloneNode(true);
    told?.querySelector(".more-less")?.remove();
    if (told) status?.append(" ", told.textContent.trim());
  };
  document.addEventListener("htmx:before:swap", ({ detail: { ctx, tasks } }) => {
    sayWhy(tasks.map(({ fragment }) => fragment));
    const { move, rest } = reason(byId("why"));
    for (const { fragment } of tasks) {
      const message = fragment.querySelector("#message");
      if (message) message.textContent = unlike(ctx.refused, message.textContent);
      // The rest of a reason stays open while that reason is drawn.
      const next = reason(fragment.querySelector("#why"));
      if (rest?.open && next.move === move) next.rest?.setAttribute("open", "");
    }
  });

  // Every response of the application has the message: one without it comes from elsewhere.
  document.addEventListener("htmx:finally:request", (event) => {
    const { hx, pressed, refused, region: told, request, response, text } = about(event);
    clearTimeout(slow);
    delete byId("main").dataset.slow;
    pressed?.removeAttribute("data-pending");
    document.title = about(event).title || document.title;
    if (!text?.includes('id="message"')) {
      const { failed, unreachable } = byId("main").dataset;
      tell(unlike(refused, response ? failed : unreachable), !response);
      run.on = false;
    }
    // A page that is being replaced sends nothing more, or the next page would never arrive.
    if (hx?.redirect) run.on = false;
    // A response leaves out a region that it does not change: restore it.
    for (const [id, said] of silenced) {
      const region = byId(id);
      if ("silenced" in region.dataset) region.replaceChildren(...said);
      delete region.dataset.silenced;
      region.removeAttribute("style");
    }
    silenced.clear();
    run.schedule();
    figures.draw();
    // A new game may start while the board is out of sight.
    const done = !byId("message").textContent;
    if (target(request).pathname.endsWith("/command")) {
      if (done) byId("command").value = "";
      else byId("command").select();
    }
    if (done && told === "status") {
      byId("setup").open = false;
      byId("status").scrollIntoView({ block: "nearest" });
    }
    // The clicked element may have been replaced: restore focus.
    if (focused !== document.body && !focused.checkVisibility()) {
      (byId("again-same") ?? byId("board").querySelector("[tabindex='0']"))?.focus();
    }
    // After a question in the list of moves, focus the answer, with the board in sight.
    const why = target(request).searchParams.has("why");
    if (why && !byId("why").contains(document.activeElement)) {
      byId("why").querySelector("h2")?.focus();
      byId("match").scrollIntoView({ block: "nearest" });
    }
  });

  // Watching two programs: steps follow each other until the game is over.
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

  // A window with room for them asks for the diagrams of the reason.
  const figures = {
    wide: matchMedia("(min-width: 100rem) and (min-height: 50rem)"),
    async draw() {
      if (!this.wide.matches || !byId("figures")) return;
      const about = byId("shown").innerHTML;
      const why = byId("shown").querySelector("[name=explained]")?.value ?? "";
      const response = await fetch(`${byId("figures").dataset.of}?${why}`).catch(() => null);
      const text = response?.ok ? await response.text() : "";
      if (about !== byId("shown").innerHTML) return; // the page has gone on
      byId("figures").innerHTML = answers?.createHTML(text) ?? text;
    },
  };
  figures.wide.addEventListener("change", () => figures.draw());
  figures.draw();

  // On narrow screens the set-up covers the page: Esc, a press outside and Tab out of it close it. A
  // press on the board does no more than that.
  const setUp = byId("setup");
  const strip = setUp.querySelector("summary");
  const covers = () => setUp.open && strip.checkVisibility();
  const close = () => {
    const lost = [document.body, ...setUp.querySelectorAll("*")].includes(document.activeElement);
    setUp.open = false;
    if (lost) strip.focus();
  };
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && covers() && !event.target.closest("dialog")) close();
  });
  document.addEventListener("focusin", ({ target }) => {
    const covered = setUp.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING;
    if (covers() && covered && !setUp.contains(target) && target.matches(":focus-visible")) close();
  });
  document.addEventListener("click", (event) => {
    // Two programs step by clicks too, which are not trusted.
    if (!event.isTrusted || !covers() || setUp.contains(event.target)) return;
    if (event.target.closest("#stage")) {
      event.preventDefault();
      event.stopImmediatePropagation();
      document.activeElement.blur();
    }
    close();
  }, true);

  // Choices that open come into view.
  setUp.addEventListener("toggle", ({ target }) => {
    if (target !== setUp && target.open) target.lastElementChild.scrollIntoView({ block: "nearest" });
  }, true);

  // Offer only the players of the chosen game.
  const form = byId("new-game");
  if (!form) return; // two friends
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
