import { DOCUMENTS } from "./documents";
import { escape, page } from "./page";
import { ALL_CODES, errorRow } from "./problem";
import { REMEDIES } from "./remedies";

/** The page that every error's `type` links into: one section per code. */
export function errorsPage(): string {
  const sections = ALL_CODES.map((code) => {
    const { status, title, retryAfter } = errorRow(code);
    const waits = retryAfter === undefined ? "" : " It passes by itself: the answer says in Retry-After how long to wait.";
    return `<section id="${code}">
<h2><code>${code}</code> <small>${status}</small></h2>
<p>${escape(title)}${waits}</p>
<p><strong>What to do:</strong> ${escape(REMEDIES[code])}</p>
</section>`;
  });
  const body = `<h1>Errors</h1>
<p>Every error is a problem document (RFC 9457, <code>application/problem+json</code>). Programs read its <code>code</code>;
<code>detail</code> says what was wrong in the request, and <code>errors</code> where. Quote <code>requestId</code> in a report.
The <a href="${DOCUMENTS.guide.path}">guide</a> shows the calls.</p>
${sections.join("\n")}`;
  return page("mkt: errors", body);
}

/** What hosting answers where nothing is served. */
export function notFoundPage(): string {
  const links = [DOCUMENTS.manifest, DOCUMENTS.guide, DOCUMENTS.openapi, DOCUMENTS.tools, DOCUMENTS.errors].map(
    ({ path, purpose }) => `<li><a href="${path}"><code>${path}</code></a> ${escape(purpose)}</li>`,
  );
  const body = `<h1>404</h1>
<p><code>not_found</code>: ${escape(errorRow("not_found").title)} ${escape(REMEDIES.not_found)}</p>
<ul>
${links.join("\n")}
</ul>`;
  return page("mkt: nothing here", body);
}
