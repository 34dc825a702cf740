import { TEST_NETWORK_NOTICE } from "../../../functions/src/domain/chains";
import { DOCUMENTS } from "../../../functions/src/catalogue/documents";
import { NETWORK } from "../../../functions/src/schema/network";
import { INTERFACE_VERSION, NAME } from "../../../functions/src/catalogue/version";
import { FOOT, NARROW_OFF, NAVIGATION, PATHS as APP } from "../../app/src/paths";
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
<link rel="preload" href="/fonts/figtree.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="/style.css">
<link rel="icon" type="image/svg+xml" href="/icon.svg">
<link rel="service-desc" type="application/json" href="${DOCUMENTS.openapi.path}">
<link rel="service-doc" type="text/markdown" href="${DOCUMENTS.guide.path}">
${alternates.map(({ path: to, type }) => `<link rel="alternate" type="${type}" href="${to}">\n`).join("")}${[...scripts, "/operator.js"].map((src) => `<script src="${src}" defer></script>\n`).join("")}</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="bar">
<div class="bar-row">
<a href="${PAGES.home.path}" class="brand"${currentIf(path === PAGES.home.path)}><img src="/icon.svg" alt="" width="28" height="28"><span>${escape(NAME)}</span></a>
<nav aria-label="Pages">
${NAVIGATION.map((to) => `<a href="${to.path}"${to.path === NARROW_OFF ? ' class="narrow-off"' : ""}>${escape(to.label)}</a>\n`).join("")}</nav>
<div class="aside" id="account"><a href="${PAGES.agents.path}" class="wide-only"${currentIf(path === PAGES.agents.path)}>${PAGES.agents.label}</a> <a href="${APP.desk}" class="button"><span>Connect<span class="narrow-off"> a wallet</span></span></a></div>
</div>
${IN_DOCUMENTS.some((one) => one.path === path) ? `<nav class="subnav" aria-label="For agents">\n${IN_DOCUMENTS.map((to) => `<a href="${to.path}"${currentIf(to.path === path)}>${escape(to.label)}</a>\n`).join("")}</nav>\n` : ""}</header>
${NETWORK.isTestNetwork ? `<p class="notice">${TEST_NETWORK_NOTICE}</p>\n` : ""}<main id="main" tabindex="-1">
${body}
</main>
<footer>
<div class="footer-row">
<p id="operator">${NAME}, interface ${INTERFACE_VERSION}.</p>
<ul>
${FOOT.map((to) => `<li><a href="${to.path}">${escape(to.label)}</a></li>`).join("\n")}
</ul>
</div>
</footer>
</body>
</html>
`;
}

const currentIf = (isHere: boolean) => (isHere ? ' aria-current="page"' : "");

/** The pages for programs, which have a bar of their own. */
const IN_DOCUMENTS: readonly Page[] = ALL_PAGES.filter(({ isDocument }) => isDocument);
