import stringify from "json-stringify-pretty-compact";
import { DOCUMENTS } from "./documents";
import { guide } from "./guide";
import { guideJson } from "./guideJson";
import { manifest } from "./manifest";
import { openApi } from "./openapi";
import type { Endpoints } from "./operations";
import { errorsPage, notFoundPage } from "./pages";
import { toolCatalogue } from "./tools";

/** JSON as all generated files have it: what fits in a line stands in one. */
export function jsonText(value: unknown): string {
  return `${stringify(value, { maxLength: 120 })}\n`;
}

/** Every generated file of hosting/ by its path there. The same endpoints always give the same bytes. */
export function siteFiles(endpoints: Endpoints): Record<string, string> {
  return {
    [DOCUMENTS.manifest.file]: jsonText(manifest(endpoints)),
    [DOCUMENTS.openapi.file]: jsonText(openApi(endpoints)),
    [DOCUMENTS.tools.file]: jsonText(toolCatalogue(endpoints)),
    [DOCUMENTS.guide.file]: guide(endpoints),
    [DOCUMENTS.guideJson.file]: jsonText(guideJson(endpoints)),
    [DOCUMENTS.errors.file]: errorsPage(),
    "404.html": notFoundPage(),
  };
}
