import stringify from "json-stringify-pretty-compact";
import { DOCUMENTS } from "../../functions/src/catalogue/documents";
import { guide } from "./guide";
import { guideJson } from "./guideJson";
import { llms } from "./llms";
import { manifest } from "./manifest";
import { openApi } from "./openapi";
import type { Endpoints } from "../../functions/src/catalogue/operations";
import { agentsPage } from "./pages/agents";
import { changelogPage } from "./pages/changelog";
import { errorsPage, notFoundPage } from "./pages/errors";
import { filtersPage } from "./pages/filters";
import { guidePage } from "./pages/guide";
import { homePage } from "./pages/home";
import { lifePage } from "./pages/life";
import { PAGES } from "./pages/list";
import { protectionPage } from "./pages/protection";
import { referencePage } from "./pages/reference";
import { skillPages } from "./skill";
import { toolCatalogue } from "../../functions/src/catalogue/tools";

/** JSON in the format of all generated files: values that fit into `maxLength` characters are on one line. */
export function jsonText(value: unknown, maxLength = 120): string {
  return `${stringify(value, { maxLength })}\n`;
}

/** JSON that no person reads. */
const minified = (value: unknown): string => `${JSON.stringify(value)}\n`;

/** The documents of hosting/ by their path there. The same endpoints and changes always give the same bytes. */
export function siteDocuments(endpoints: Endpoints, changelog: string): Record<string, string> {
  return {
    [DOCUMENTS.manifest.file]: jsonText(manifest(endpoints)),
    [DOCUMENTS.openapi.file]: minified(openApi(endpoints)),
    [DOCUMENTS.tools.file]: minified(toolCatalogue(endpoints)),
    [DOCUMENTS.guide.file]: guide(endpoints, changelog),
    [DOCUMENTS.guideJson.file]: minified(guideJson(endpoints)),
    [DOCUMENTS.llms.file]: llms(endpoints),
    ...skillPages(endpoints),
  };
}

/** What is made from the documents for people to read: built with `npm run build`, and not kept with the sources. */
export function sitePages(endpoints: Endpoints, changelog: string): Record<string, string> {
  return {
    [DOCUMENTS.changes.file]: changelog,
    [PAGES.home.file]: homePage(),
    [PAGES.protection.file]: protectionPage(),
    [PAGES.agents.file]: agentsPage(endpoints),
    [PAGES.guide.file]: guidePage(guide(endpoints, changelog)),
    [PAGES.reference.file]: referencePage(endpoints),
    [PAGES.life.file]: lifePage(),
    [PAGES.errors.file]: errorsPage(),
    [PAGES.changes.file]: changelogPage(changelog),
    [PAGES.filters.file]: filtersPage(),
    "404.html": notFoundPage(),
  };
}
