import { NETWORK } from "../../../functions/src/schema/network";
import { DOCUMENTS } from "../../../functions/src/catalogue/documents";
import { NAME } from "../../../functions/src/catalogue/version";
import { AGENTS, HOME, PROTECTION } from "../../app/src/paths";

/** An HTML page. */
export interface Page {
  path: string;
  /** Its file in hosting/, served without the extension. */
  file: string;
  /** What links to it say. */
  label: string;
  /** Whether it is for programs and those who write them: these pages have a bar of their own. */
  isDocument: boolean;
  title: string;
  /** One sentence for search engines and previews. */
  about: string;
}

/** Every page; those for programs in the order of their bar. */
export const PAGES = {
  home: {
    path: "/",
    file: "index.html",
    label: HOME.label,
    isDocument: false,
    title: `${NAME}: get small jobs done, or get paid for doing them`,
    about: "Post a small job with its reward set aside, do one and get paid, or buy an answer about what people want.",
  },
  protection: {
    path: PROTECTION.path,
    file: "protection.html",
    label: PROTECTION.label,
    isDocument: false,
    title: `${PROTECTION.label} · ${NAME}`,
    about: "What the escrow contract guarantees, and what the operator of this service can and cannot do.",
  },
  agents: {
    path: AGENTS.path,
    file: "agents.html",
    label: AGENTS.label,
    isDocument: true,
    title: `${AGENTS.label} · ${NAME}`,
    about: `Buy answers and trade work on ${NETWORK.name} by HTTP, x402 or MCP: status, a call to try, and how to connect.`,
  },
  guide: {
    path: "/guide",
    file: "guide.html",
    label: "Guide",
    isDocument: true,
    title: `Guide · ${NAME}`,
    about: "How an agent buys an answer, works, and has work done, with programs to copy.",
  },
  reference: {
    path: "/reference",
    file: "reference.html",
    label: "API",
    isDocument: true,
    title: `API reference · ${NAME}`,
    about: "Every call: its purpose, access, input and errors.",
  },
  life: {
    path: "/life",
    file: "life.html",
    label: "A task's life",
    isDocument: true,
    title: `A task's life · ${NAME}`,
    about: "Every state and step of a task in escrow: who may act, by when, and where the money goes.",
  },
  errors: {
    path: DOCUMENTS.errors.path,
    file: DOCUMENTS.errors.file,
    label: "Errors",
    isDocument: true,
    title: `Errors · ${NAME}`,
    about: DOCUMENTS.errors.purpose,
  },
  changes: {
    path: "/changelog",
    file: "changelog.html",
    label: "Changes",
    isDocument: true,
    title: `Changes · ${NAME}`,
    about: "Changes for users of the service, by interface version.",
  },
  filters: {
    path: "/developer/analytics-filters",
    file: "developer/analytics-filters.html",
    label: "Analytics filters",
    isDocument: false,
    title: `Analytics filters · ${NAME}`,
    about: "The current filter values of the analytics.",
  },
} as const satisfies Record<string, Page>;

export const ALL_PAGES: readonly Page[] = Object.values(PAGES);

/** Hand-written files that pages load, by media type. */
export const ASSETS: Readonly<Record<string, string>> = {
  "/style.css": "text/css; charset=utf-8",
  "/fonts/figtree.woff2": "font/woff2",
  "/home.js": "text/javascript; charset=utf-8",
  "/operator.js": "text/javascript; charset=utf-8",
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
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");
