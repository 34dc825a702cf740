import { ALL_DOCUMENTS, DOORS } from "./documents";
import type { Endpoints } from "./operations";

interface Rewrites {
  rewrites: object[];
  headers: object[];
}

/** Minutes matter more than load: a reader must not act on an outdated document for long. */
const CACHE = "public, max-age=300";

/**
 * The generated part of firebase.json's hosting block: where each path leads, and how documents
 * are served. The documents' sources are exact paths, so nothing else gets their headers.
 */
export function hostingRules(endpoints: Endpoints, region: string): Rewrites {
  const moved = ALL_DOCUMENTS.filter(({ path, file }) => path !== `/${file}`);
  const served = Object.entries(endpoints).map(([functionId, own]) => [functionId, own.map(({ path }) => path)] as const);
  const functions = [...served, ...Object.entries(DOORS)].flatMap(([functionId, paths]) =>
    [...new Set(paths)].map((source) => ({ source, function: { functionId, region } })),
  );
  return {
    rewrites: [...moved.map(({ path, file }) => ({ source: path, destination: `/${file}` })), ...functions],
    headers: ALL_DOCUMENTS.map(({ path, type }) => ({
      source: path,
      headers: [
        { key: "Content-Type", value: type },
        { key: "Cache-Control", value: CACHE },
        { key: "Access-Control-Allow-Origin", value: "*" },
        { key: "X-Content-Type-Options", value: "nosniff" },
      ],
    })),
  };
}
