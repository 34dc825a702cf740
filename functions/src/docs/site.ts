import stringify from "json-stringify-pretty-compact";
import { DOCUMENTS } from "./documents";
import { guide } from "./guide";
import { guideJson } from "./guideJson";
import { llms } from "./llms";
import { manifest } from "./manifest";
import { openApi } from "./openapi";
import type { Endpoints } from "./operations";
import { errorsPage, notFoundPage } from "./pages";
import { skill } from "./skill";
import { toolCatalogue } from "./tools";

/** JSON as all generated files have it: what fits in a line of so many characters stands in one. */
export function jsonText(value: unknown, maxLength = 120): string {
  return `${stringify(value, { maxLength })}\n`;
}

/** Lines of the compact guide, which is read for its length as much as for its contents. */
const COMPACT = 1_000;

/** Every generated file of hosting/ by its path there. The same endpoints always give the same bytes. */
export function siteFiles(endpoints: Endpoints): Record<string, string> {
  return {
    [DOCUMENTS.manifest.file]: jsonText(manifest(endpoints)),
    [DOCUMENTS.openapi.file]: jsonText(openApi(endpoints)),
    [DOCUMENTS.tools.file]: jsonText(toolCatalogue(endpoints)),
    [DOCUMENTS.guide.file]: guide(endpoints),
    [DOCUMENTS.guideJson.file]: jsonText(guideJson(endpoints), COMPACT),
    [DOCUMENTS.llms.file]: llms(endpoints),
    [DOCUMENTS.skill.file]: skill(endpoints),
    [DOCUMENTS.errors.file]: errorsPage(),
    "404.html": notFoundPage(),
  };
}
