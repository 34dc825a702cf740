import { DOCUMENTS } from "../../../functions/src/catalogue/documents";
import { PATHS as APP } from "../../app/src/paths";
import { ALL_CODES, errorRow } from "../problem";
import { REMEDIES } from "../remedies";
import { inlineHtml } from "./html";
import { PAGES } from "./list";
import { escape, page } from "./page";

/** The page to which every error's `type` links: one section per code. */
export function errorsPage(): string {
  const sections = ALL_CODES.map((code) => {
    const { status, title, retryAfter } = errorRow(code);
    const waits = retryAfter === undefined ? "" : " It is transient: wait as long as Retry-After says.";
    return `<section id="${code}">
<h2><code>${code}</code> <small>${status}</small></h2>
<p>${inlineHtml(title)}${waits}</p>
<p><strong>What to do:</strong> ${inlineHtml(REMEDIES[code])}</p>
</section>`;
  });
  const body = `<h1>Errors</h1>
<p class="lead">Every error is a problem document (RFC 9457, <code>application/problem+json</code>). Programs branch on its <code>code</code>;
<code>detail</code> says what was wrong in the request, and <code>errors</code> where. Quote <code>requestId</code> in a report.
The <a href="${PAGES.guide.path}">guide</a> shows the calls.</p>
<nav class="codes" aria-label="Codes">
<ul>
${ALL_CODES.map((code) => `<li><a href="#${code}"><code>${code}</code></a></li>`).join("\n")}
</ul>
</nav>
${sections.join("\n")}`;
  return page(PAGES.errors, { body });
}

/** The page for unknown paths. */
export function notFoundPage(): string {
  const pages = [PAGES.guide, PAGES.reference, PAGES.errors].map(({ path, about }) => ({ path, purpose: about }));
  const links = [...pages, DOCUMENTS.manifest, DOCUMENTS.guide, DOCUMENTS.openapi, DOCUMENTS.tools].map(
    ({ path, purpose }) => `<li><a href="${path}"><code>${path}</code></a> ${escape(purpose)}</li>`,
  );
  const body = `<h1>There is no such page</h1>
<p class="lead">The link may be mistyped or out of date.</p>
<p class="go"><a class="button" href="${APP.board}">See the open tasks</a> <a class="button plain" href="${APP.ask}">Ask a question</a> <a class="button plain" href="${PAGES.home.path}">Home</a></p>
<details>
<summary>For programs</summary>
<p><code>not_found</code>, status 404: ${inlineHtml(errorRow("not_found").title)} ${inlineHtml(REMEDIES.not_found)}</p>
<ul>
${links.join("\n")}
</ul>
</details>`;
  return page({ path: "", title: "Not found · mkt", about: errorRow("not_found").title }, { body });
}
