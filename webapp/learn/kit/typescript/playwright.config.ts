import { defineConfig } from "@playwright/test";

// E2E_BROWSER is the path of a Chromium; without it Playwright starts its own.
export default defineConfig({
  fullyParallel: true,
  reporter: "list",
  use: {
    baseURL: process.env.BASE_URL ?? "http://127.0.0.1:5000",
    launchOptions: { executablePath: process.env.E2E_BROWSER },
  },
});
