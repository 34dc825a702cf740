import { PAGES } from "./list";
import { page } from "./page";

const FILTERS = "/analytics/filters";

/** The values that analytics can be filtered by: loaded by a script, because they change with the data. */
export function filtersPage(): string {
  const body = `<h1>Analytics filters</h1>
<p class="lead">What <a href="${PAGES.reference.path}#agentConversions"><code>POST /analytics/agent-conversions</code></a> takes: one <code>aggregate</code>, and at most one of
<code>country</code>, <code>category</code> and <code>industry</code>, with one of the values below or <code>ALL</code>.</p>
<section id="filters" data-filters="${FILTERS}" aria-label="Values">
<p role="status"><a href="${FILTERS}"><code>${FILTERS}</code></a> lists them.</p>
</section>`;
  return page(PAGES.filters, { body, scripts: ["/filters.js"] });
}
