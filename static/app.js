// Asks for the service worker on every page, and for sound where it is on.
"use strict";

(() => {
  const { dataset: { worker }, src } = document.currentScript;
  const { version } = document.documentElement.dataset;
  const theme = document.querySelector("link[href$='theme.css']");

  // A page that the browser had put aside may have been drawn before the settings were changed.
  addEventListener("pageshow", (event) => {
    if (event.persisted) theme.href = theme.href;
  });

  const sound = getComputedStyle(document.documentElement).getPropertyValue("--sound");
  if (sound === "on" && document.getElementById("board")) import(new URL("sound.js", src)).catch(() => {});

  // While debugging there is no version, and nothing is kept.
  const { serviceWorker } = navigator;
  if (!serviceWorker || !version) return;
  const addresses = window.trustedTypes?.createPolicy("worker", { createScriptURL: (url) => url });
  addEventListener("load", () => {
    serviceWorker.register(addresses?.createScriptURL(worker) ?? worker).catch(() => {});
  });

  const tell = (message) => {
    serviceWorker.controller?.postMessage({ address: location.href, ...message });
  };
  // The worker did not see this page come.
  serviceWorker.addEventListener("controllerchange", () => {
    const files = document.querySelectorAll("link[rel=stylesheet], script[src]");
    tell({ files: [...files].map(({ href, src }) => href ?? src) });
  });
  // A click changes parts of the page of a match.
  document.addEventListener("htmx:finally:request", (event) => {
    const html = `<!doctype html>${document.documentElement.outerHTML}`;
    if (event.detail.ctx.response) tell({ html });
  });
})();
