import { ALL_DOCUMENTS, EXTRA_FUNCTIONS } from "../../functions/src/catalogue/documents";
import type { Endpoints } from "../../functions/src/catalogue/operations";
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

/** A package's files change only with the package. */
const LONG_CACHE = "public, max-age=86400";

const NOSNIFF = { key: "X-Content-Type-Options", value: "nosniff" };

/**
 * The generated part of firebase.json's hosting block: rewrites, and headers of documents and pages. Header sources are
 * exact paths, so function responses do not get them.
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
      ...functions,
      // The first match wins, so these come last.
      ...API_PATHS.map((source) => ({ source, function: { functionId: "discovery", region } })),
    ],
    headers: [
      ...ALL_DOCUMENTS.filter(({ path }) => !pages.has(path)).map(({ path, type }) => ({
        source: path,
        headers: fileHeaders(type),
      })),
      ...Object.entries(ASSETS).map(([source, type]) => ({ source, headers: fileHeaders(type) })),
      ...ALL_PAGES.map(({ path }) => ({
        source: path,
        headers: [...fileHeaders("text/html; charset=utf-8"), ...PAGE_HEADERS],
      })),
      { source: `${EXPLORER}/**`, headers: [{ key: "Cache-Control", value: LONG_CACHE }, NOSNIFF] },
    ],
  };
}

/** Any origin may read these files: they contain nothing about the reader. */
function fileHeaders(type: string): Header[] {
  return [
    { key: "Content-Type", value: type },
    { key: "Cache-Control", value: CACHE },
    { key: "Access-Control-Allow-Origin", value: "*" },
    NOSNIFF,
  ];
}

/** Security headers of pages: what they may load; no framing, no cross-origin opener, no referrer. */
const PAGE_HEADERS: readonly Header[] = [
  { key: "Content-Security-Policy", value: `${CONTENT_POLICY}; frame-ancestors 'none'` },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  { key: "Referrer-Policy", value: "no-referrer" },
];
