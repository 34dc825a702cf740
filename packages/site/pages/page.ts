import { TEST_NETWORK_NOTICE } from "../../../functions/src/domain/chains";
import { DOCUMENTS } from "../../../functions/src/catalogue/documents";
import { NETWORK } from "../../../functions/src/schema/network";
import { INTERFACE_VERSION, NAME } from "../../../functions/src/catalogue/version";
import { PATHS as APP } from "../../app/src/paths";
import { ALL_PAGES, CONTENT_POLICY, PAGES, type Page } from "./list";

/** A page's contents between the navigation bar and the footer. */
export interface Contents {
  body: string;
  /** Scripts of this host, in order, run after the page has loaded. */
  scripts?: readonly string[];
  /** Links to the same contents in other formats. */
  alternates?: readonly { path: string; type: string }[];
}

/** Text escaped for HTML. */
export function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** A complete page: the layout shared by all pages, with one style sheet and nothing from other hosts. */
export function page(
  { path, title, about }: Pick<Page, "path" | "title" | "about">,
  { body, scripts = [], alternates = [] }: Contents,
): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="${CONTENT_POLICY}">
<title>${escape(title)}</title>
<meta name="description" content="${escape(about)}">
<link rel="stylesheet" href="/style.css">
<link rel="icon" type="image/svg+xml" href="/icon.svg">
<link rel="service-desc" type="application/json" href="${DOCUMENTS.openapi.path}">
<link rel="service-doc" type="text/markdown" href="${DOCUMENTS.guide.path}">
${alternates.map(({ path: to, type }) => `<link rel="alternate" type="${type}" href="${to}">\n`).join("")}${scripts.map((src) => `<script src="${src}" defer></script>\n`).join("")}</head>
<body>
<a class="skip" href="#main">Skip to the contents</a>
<header class="bar">
<nav aria-label="Pages">
${ALL_PAGES.map((to) => barLink(to, path) + (to === PAGES.home ? APP_LINKS : "")).join("")}</nav>
</header>
${NETWORK.isTestNetwork ? `<p class="notice">${TEST_NETWORK_NOTICE}</p>\n` : ""}<main id="main" tabindex="-1">
${body}
</main>
<footer>
<p>${NAME}, interface ${INTERFACE_VERSION}. For programs: ${FOR_PROGRAMS}.</p>
</footer>
</body>
</html>
`;
}

/** What people do in the app, beside the pages for programs. */
const APP_LINKS = `<a href="${APP.board}">Tasks</a>
<a href="${APP.post}">Post</a>
<a href="${APP.ask}">Ask</a>
`;

function barLink({ path, inBar }: Page, here: string): string {
  if (inBar === null) return "";
  const current = path === here ? ' aria-current="page"' : "";
  return `<a href="${path}"${path === PAGES.home.path ? ' class="brand"' : ""}${current}>${escape(inBar)}</a>\n`;
}

const FOR_PROGRAMS = [DOCUMENTS.openapiRoot, DOCUMENTS.guide, DOCUMENTS.llms, DOCUMENTS.manifest]
  .map(({ path }) => `<a href="${path}"><code>${path}</code></a>`)
  .join(", ");
