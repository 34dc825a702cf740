import { defineConfig } from "vite";

/** Where `npm run dev` finds the API: a running `npm start`, or another address in MKT_BASE_URL. */
const API = process.env["MKT_BASE_URL"] ?? "http://127.0.0.1:5000";

/** The app's bundle: one file for each page, loaded when the page is opened. */
export default defineConfig({
  root: import.meta.dirname,
  base: "/app/",
  publicDir: false,
  build: {
    target: "es2022",
    // The server's policy allows files of its own only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // What most pages have comes as one file: a telephone waits longer for each of thirty small ones.
      output: { codeSplitting: { groups: [{ name: "shared", minShareCount: 5 }] } },
    },
  },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  server: { proxy: { "^/(?!app/)": API } },
});
