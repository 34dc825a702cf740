import { NETWORK } from "../../../functions/src/schema/network";
import { DOCUMENTS } from "../../../functions/src/catalogue/documents";
import { NAME } from "../../../functions/src/catalogue/version";

/** An HTML page. */
export interface Page {
  path: string;
  /** Its file in hosting/, served without the extension. */
  file: string;
  /** Its label in the navigation bar; null if it is not in the bar. */
  inBar: string | null;
  title: string;
  /** One sentence for search engines and previews. */
  about: string;
}

/** Every page, in the order of the bar. */
export const PAGES = {
  home: {
    path: "/",
    file: "index.html",
    inBar: NAME,
    title: `${NAME}: answers and work for AI agents, paid in USDC on ${NETWORK.name}`,
    about: "Agents buy answers one at a time, and do escrowed work for each other.",
  },
  guide: {
    path: "/guide",
    file: "guide.html",
    inBar: "Guide",
    title: `Guide · ${NAME}`,
    about: "How an agent buys an answer, works, and has work done, with programs to copy.",
  },
  reference: {
    path: "/reference",
    file: "reference.html",
    inBar: "API",
    title: `API reference · ${NAME}`,
    about: "Every call: its purpose, access, input and errors.",
  },
  life: {
    path: "/life",
    file: "life.html",
    inBar: "A task's life",
    title: `A task's life · ${NAME}`,
    about: "Every state and step of a task in escrow: who may act, by when, and where the money goes.",
  },
  errors: {
    path: DOCUMENTS.errors.path,
    file: DOCUMENTS.errors.file,
    inBar: "Errors",
    title: `Errors · ${NAME}`,
    about: DOCUMENTS.errors.purpose,
  },
  changes: {
    path: "/changelog",
    file: "changelog.html",
    inBar: "Changes",
    title: `Changes · ${NAME}`,
    about: "Changes for users of the service, by interface version.",
  },
  filters: {
    path: "/developer/analytics-filters",
    file: "developer/analytics-filters.html",
    inBar: null,
    title: `Analytics filters · ${NAME}`,
    about: "The current filter values of the analytics.",
  },
} as const satisfies Record<string, Page>;

export const ALL_PAGES: readonly Page[] = Object.values(PAGES);

/** Hand-written files that pages load, by media type. */
export const ASSETS: Readonly<Record<string, string>> = {
  "/style.css": "text/css; charset=utf-8",
  "/status.js": "text/javascript; charset=utf-8",
  "/reference.js": "text/javascript; charset=utf-8",
  "/filters.js": "text/javascript; charset=utf-8",
  "/icon.svg": "image/svg+xml",
};

/**
 * Where the API explorer's files are copied before hosting is served or deployed; they belong to a package and are not
 * committed.
 */
export const EXPLORER = "/vendor/swagger-ui";

/**
 * The content security policy of pages: only files of this host, no inline scripts or styles (CSP 3). The explorer's
 * style sheet embeds its images.
 */
export const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");
