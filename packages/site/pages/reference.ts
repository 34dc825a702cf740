import { errorsOf, PIPELINE_ERRORS } from "../../../functions/src/http/endpoint";
import type { ErrorCode } from "../../../functions/src/domain/errors";
import { accessOf, formsOf } from "../../../functions/src/catalogue/access";
import { DOCUMENTS } from "../../../functions/src/catalogue/documents";
import { rateOf } from "../guideReference";
import { groupsOf, operationsOf, type Endpoints, type Operation } from "../../../functions/src/catalogue/operations";
import { anchorOf, code, inlineHtml } from "./html";
import { EXPLORER, PAGES } from "./list";
import { escape, page } from "./page";

/** Every call as a list that needs no script, with a button for the explorer, which does. */
export function referencePage(endpoints: Endpoints): string {
  const operations = operationsOf(endpoints);
  const groups = groupsOf(operations);
  const body = `<h1>API reference</h1>
<p class="lead">Every call of the interface. The same for programs, with every schema: <a href="${DOCUMENTS.openapiRoot.path}"><code>${DOCUMENTS.openapiRoot.path}</code></a> (OpenAPI 3.1).</p>
<p><button type="button" id="open-explorer" data-files="${EXPLORER}" data-document="${DOCUMENTS.openapiRoot.path}" hidden>Open the explorer</button>
<span id="explorer-says" role="status"></span></p>
<div id="explorer" hidden></div>
<div id="calls">
<ul class="codes" aria-label="Groups">
${groups.map(({ name }) => `<li><a href="#${anchorOf(name)}">${escape(name)}</a></li>`).join("\n")}
</ul>
${groups
  .map(({ name, about }) =>
    group(
      name,
      about,
      operations.filter((operation) => operation.group === name),
    ),
  )
  .join("\n")}
<section id="always" aria-labelledby="always-name">
<h2 id="always-name">On every call</h2>
<p>In addition to its own errors, any call may return ${errorLinks(PIPELINE_ERRORS)}.</p>
</section>
</div>`;
  return page(PAGES.reference, { body, scripts: ["/reference.js"], alternates: [DOCUMENTS.openapiRoot] });
}

function group(name: string, about: string, operations: readonly Operation[]): string {
  const id = anchorOf(name);
  return `<section id="${id}" aria-labelledby="${id}-name">
<h2 id="${id}-name">${escape(name)}</h2>
<p>${escape(about)}</p>
${operations.map(call).join("\n")}
</section>`;
}

function call(operation: Operation): string {
  const { id, endpoint } = operation;
  const { method, path, summary, description, auth } = endpoint;
  const own = errorsOf(endpoint).filter((code) => !(PIPELINE_ERRORS as readonly ErrorCode[]).includes(code));
  const rate = rateOf(endpoint);
  return `<details class="call" id="${id}">
<summary><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code> <span class="summary">${escape(summary)}</span></summary>
${description === undefined ? "" : `<p>${inlineHtml(description)}</p>\n`}<p><strong>Who:</strong> ${escape(accessOf(auth))}${rate === null ? "" : ` ${escape(rate)}`}</p>
${example(operation)}${own.length === 0 ? "" : `<p><strong>Errors:</strong> ${errorLinks(own)}</p>\n`}</details>`;
}

/** An example: a query, or a body with all required fields. */
function example(operation: Operation): string {
  const { method, path } = operation.endpoint;
  const [form] = formsOf(operation);
  if (!form) return "";
  if (method === "GET") {
    const query = new URLSearchParams(
      Object.entries(form.example).map(([name, value]): [string, string] => [name, String(value)]),
    ).toString();
    return code(`GET ${path}${query === "" ? "" : `?${query}`}`);
  }
  return code(JSON.stringify(form.example, null, 2));
}

function errorLinks(codes: readonly ErrorCode[]): string {
  return codes.map((code) => `<a href="${PAGES.errors.path}#${code}"><code>${code}</code></a>`).join(", ");
}
