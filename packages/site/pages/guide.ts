import { DOCUMENTS } from "../../../functions/src/catalogue/documents";
import { markdownHtml } from "./html";
import { PAGES } from "./list";
import { page } from "./page";

/** The guide as a page, with a table of contents. */
export function guidePage(markdown: string): string {
  const { html, headings } = markdownHtml(markdown);
  const chapters = headings.filter(({ level }) => level === 2 || level === 3);
  const body = `<div class="book">
<nav class="toc" aria-label="Chapters">
<h2>Chapters</h2>
<ul>
${chapters.map(({ id, level, html: name }) => `<li class="level-${level}"><a href="#${id}">${name}</a></li>`).join("\n")}
</ul>
</nav>
<article>
<p class="note">The same text for programs: <a href="${DOCUMENTS.guide.path}"><code>${DOCUMENTS.guide.path}</code></a>.</p>
${html}</article>
</div>`;
  return page(PAGES.guide, { body, alternates: [DOCUMENTS.guide] });
}
