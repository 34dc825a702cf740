import { changelogOf, type Release } from "../changes";
import { DOCUMENTS } from "../../../functions/src/catalogue/documents";
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
${markdownHtml(introduction).html}<p>For programs: <a href="${DOCUMENTS.changes.path}"><code>${DOCUMENTS.changes.path}</code></a>.</p>
${sections.join("\n")}`;
  return page(PAGES.changes, { body, alternates: [DOCUMENTS.changes] });
}

function contentOf({ note, groups }: Release): string {
  const lists = groups.map(
    ({ area, changes }) =>
      `<h3>${inlineHtml(area)}</h3>\n<ul>\n${changes.map((change) => `<li>${inlineHtml(change)}</li>`).join("\n")}\n</ul>\n`,
  );
  return [note === "" ? "" : `<p>${inlineHtml(note)}</p>\n`, ...lists].join("");
}
