import { daysOf } from "../changes";
import { DOCUMENTS } from "../documents";
import { NAME } from "../version";
import { inlineHtml } from "./html";
import { PAGES } from "./list";
import { page } from "./page";

/** The changes as a page. */
export function changelogPage(markdown: string): string {
  const sections = daysOf(markdown).map(
    ({ date, changes }) => `<section id="${date}">
<h2><time datetime="${date}">${date}</time></h2>
${listOf(changes)}
</section>`,
  );
  const body = `<h1>Changes</h1>
<p class="lead">What a user of the service notices, by day (UTC). For programs: <a href="${DOCUMENTS.changes.path}"><code>${DOCUMENTS.changes.path}</code></a>,
<a href="${DOCUMENTS.changesFeed.path}"><code>${DOCUMENTS.changesFeed.path}</code></a> (JSON Feed).</p>
${sections.join("\n")}`;
  return page(PAGES.changes, { body, alternates: [DOCUMENTS.changes, DOCUMENTS.changesFeed] });
}

/** The changes as JSON Feed 1.1 (jsonfeed.org): one item for each day, which can be read as a whole or change by change. */
export function changelogFeed(markdown: string): object {
  return {
    version: "https://jsonfeed.org/version/1.1",
    title: `${NAME}: changes`,
    description: PAGES.changes.about,
    language: "en",
    home_page_url: PAGES.changes.path,
    feed_url: DOCUMENTS.changesFeed.path,
    items: daysOf(markdown).map(({ date, changes }) => ({
      id: date,
      url: `${PAGES.changes.path}#${date}`,
      title: date,
      date_published: `${date}T00:00:00Z`,
      content_html: listOf(changes),
      _mkt: { changes },
    })),
  };
}

function listOf(changes: readonly string[]): string {
  return `<ul>\n${changes.map((change) => `<li>${inlineHtml(change)}</li>`).join("\n")}\n</ul>`;
}
