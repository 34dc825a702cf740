import { changelogOf, type Release } from "../changes";
import { DOCUMENTS } from "../../../functions/src/catalogue/documents";
import { NAME } from "../../../functions/src/catalogue/version";
import { inlineHtml, markdownHtml } from "./html";
import { PAGES } from "./list";
import { page } from "./page";

/** The changelog as a page. */
export function changelogPage(markdown: string): string {
  const { introduction, releases } = changelogOf(markdown);
  const sections = releases.map(
    (release) => `<section id="${release.version}">
<h2>${release.version}, <time datetime="${release.date}">${release.date}</time></h2>
${contentOf(release)}</section>`,
  );
  const body = `<h1>Changelog</h1>
${markdownHtml(introduction).html}<p>For programs: <a href="${DOCUMENTS.changes.path}"><code>${DOCUMENTS.changes.path}</code></a>,
<a href="${DOCUMENTS.changesFeed.path}"><code>${DOCUMENTS.changesFeed.path}</code></a> (JSON Feed).</p>
${sections.join("\n")}`;
  return page(PAGES.changes, { body, alternates: [DOCUMENTS.changes, DOCUMENTS.changesFeed] });
}

/** The changelog as JSON Feed 1.1 (jsonfeed.org): one item per version. */
export function changelogFeed(markdown: string): object {
  return {
    version: "https://jsonfeed.org/version/1.1",
    title: `${NAME}: changes`,
    description: PAGES.changes.about,
    language: "en",
    home_page_url: PAGES.changes.path,
    feed_url: DOCUMENTS.changesFeed.path,
    items: changelogOf(markdown).releases.map((release) => ({
      id: release.version,
      url: `${PAGES.changes.path}#${release.version}`,
      title: release.version,
      date_published: `${release.date}T00:00:00Z`,
      content_html: contentOf(release),
      _mkt: { changes: release.groups.flatMap(({ changes }) => changes), groups: release.groups },
    })),
  };
}

function contentOf({ note, groups }: Release): string {
  const lists = groups.map(
    ({ kind, changes }) =>
      `<h3>${kind}</h3>\n<ul>\n${changes.map((change) => `<li>${inlineHtml(change)}</li>`).join("\n")}\n</ul>\n`,
  );
  return [note === "" ? "" : `<p>${inlineHtml(note)}</p>\n`, ...lists].join("");
}
