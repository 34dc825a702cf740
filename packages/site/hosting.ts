import { ALL_DOCUMENTS, EXTRA_FUNCTIONS } from "../../functions/src/catalogue/documents";
import type { Endpoints } from "../../functions/src/catalogue/operations";
import { PATHS } from "../app/src/paths";
import { ALL_PAGES, ASSETS, CONTENT_POLICY, EXPLORER } from "./pages/list";

/** Path prefixes of the API: unknown paths under them get a problem document, not a page. */
const API_PATHS = [
  "/mkt",
  "/mkt/**",
  "/mktAgent*",
  "/mktAgent*/**",
  "/agent*",
  "/agent*/**",
  "/analytics",
  "/analytics/**",
  "/demand-insights/**",
  "/ai-early-adopters-goals/**",
  "/x402*",
  "/x402*/**",
] as const;

interface Header {
  key: string;
  value: string;
}

interface Rewrites {
  rewrites: object[];
  headers: object[];
}

/** Short, because clients must not act on an outdated document for long. */
const CACHE = "public, max-age=300";

/** Files of a package change only with it. */
const LONG_CACHE = "public, max-age=86400";
/** The app's parts are named by their contents, so they never change. */
const FOREVER = "public, max-age=31536000, immutable";

/** Where the app is built to, and the page that hosting serves for each of its addresses. */
const APP = { assets: "/app/assets/**", page: "/app/index.html" };
/** Its addresses, as hosting's patterns; all others under /app are not found. */
const APP_PATHS = Object.values(PATHS).map((path) => path.replaceAll(/:\w+/g, "*"));

/** Every address: the first pattern alone leaves out names that begin with a dot. */
const EVERYTHING = ["**", "/.well-known/**"];

const HTML = "text/html; charset=utf-8";

/**
 * The generated part of firebase.json's hosting block: rewrites, and headers. Every response has the security headers,
 * those for missing pages too; the other headers' sources are exact paths, so that function responses do not get them.
 */
export function hostingRules(endpoints: Endpoints, region: string): Rewrites {
  const pages = new Set(ALL_PAGES.map(({ path }) => path));
  // Hosting resolves pages itself (cleanUrls).
  const moved = ALL_DOCUMENTS.filter(({ path, file }) => path !== `/${file}` && !pages.has(path));
  const served = Object.entries(endpoints).map(
    ([functionId, own]) => [functionId, own.map(({ path }) => path)] as const,
  );
  const functions = [...served, ...Object.entries(EXTRA_FUNCTIONS)].flatMap(([functionId, paths]) =>
    [...new Set(paths)].map((source) => ({ source, function: { functionId, region } })),
  );
  return {
    rewrites: [
      ...moved.map(({ path, file }) => ({ source: path, destination: `/${file}` })),
      ...APP_PATHS.map((source) => ({ source, destination: APP.page })),
      ...functions,
      // The first match wins, so these come last.
      ...API_PATHS.map((source) => ({ source, function: { functionId: "discovery", region } })),
    ],
    headers: [
      ...EVERYTHING.map((source) => ({ source, headers: SECURITY_HEADERS })),
      ...ALL_DOCUMENTS.filter(({ path }) => !pages.has(path)).map(({ path, type }) => ({
        source: path,
        headers: fileHeaders(type),
      })),
      ...Object.entries(ASSETS).map(([source, type]) => ({ source, headers: fileHeaders(type) })),
      ...ALL_PAGES.map(({ path }) => ({ source: path, headers: fileHeaders(HTML) })),
      // A window that opens finds the newest app.
      ...APP_PATHS.map((source) => ({
        source,
        headers: [
          { key: "Content-Type", value: HTML },
          { key: "Cache-Control", value: "no-cache" },
        ],
      })),
      { source: APP.assets, headers: [{ key: "Cache-Control", value: FOREVER }] },
      { source: `${EXPLORER}/**`, headers: [{ key: "Cache-Control", value: LONG_CACHE }] },
    ],
  };
}

/** Any origin may read these files: they contain nothing about the reader. */
function fileHeaders(type: string): Header[] {
  return [
    { key: "Content-Type", value: type },
    { key: "Cache-Control", value: CACHE },
    { key: "Access-Control-Allow-Origin", value: "*" },
  ];
}

/** What no page uses, so that nothing that got into one can. A wallet reaches a page without any of these. */
const REFUSED_FEATURES = [
  "accelerometer",
  "browsing-topics",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "microphone",
  "midi",
  "payment",
  "publickey-credentials-get",
  "usb",
];

/** What a page may load; no framing, no guessing of types, no referrer, no opener from elsewhere. */
const SECURITY_HEADERS: readonly Header[] = [
  { key: "Content-Security-Policy", value: `${CONTENT_POLICY}; frame-ancestors 'none'` },
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "Referrer-Policy", value: "no-referrer" },
  { key: "Permissions-Policy", value: REFUSED_FEATURES.map((feature) => `${feature}=()`).join(", ") },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
];
