import markdownIt from "markdown-it";
import { escape } from "./page";

/** A heading that can be linked to. */
export interface Heading {
  id: string;
  level: number;
  html: string;
}

/**
 * Markdown as HTML, and its headings. HTML in the Markdown is escaped. Headings get the same anchors as on GitHub;
 * tables and code may be wider than the screen, so they scroll separately, also by keyboard.
 */
export function markdownHtml(markdown: string): { html: string; headings: Heading[] } {
  const headings: Heading[] = [];
  const renderer = markdownIt({ html: false, linkify: false });
  const { rules } = renderer.renderer;
  rules.heading_open = (tokens, index) => {
    const [token, inline] = [tokens[index], tokens[index + 1]];
    const heading = {
      id: anchorOf(inline?.content ?? "", new Set(headings.map(({ id }) => id))),
      level: Number(token?.tag.slice(1)),
      html: renderer.renderInline(inline?.content ?? ""),
    };
    headings.push(heading);
    return `<${token?.tag} id="${heading.id}">`;
  };
  rules.table_open = () => `${scrolling("Table")}<table>\n`;
  rules.table_close = () => "</table></div>\n";
  rules.fence = (tokens, index) => code(tokens[index]?.content ?? "");
  return { html: renderer.render(markdown), headings };
}

/** Inline Markdown as HTML. */
export function inlineHtml(markdown: string): string {
  return markdownIt({ html: false, linkify: false }).renderInline(markdown);
}

/** A block of code that can be scrolled by keyboard. */
export function code(text: string): string {
  return `<pre tabindex="0"><code>${escape(text.trimEnd())}</code></pre>\n`;
}

/** The start of a group that scrolls separately if it is wider than the screen. */
export function scrolling(label: string): string {
  return `<div class="wide" role="group" aria-label="${label}" tabindex="0">`;
}

/** Lower case, without punctuation, hyphens for spaces; with a number if the name is taken. */
export function anchorOf(text: string, taken: ReadonlySet<string> = new Set()): string {
  const plain = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-");
  for (let count = 0; ; count++) {
    const id = count === 0 ? plain : `${plain}-${count}`;
    if (!taken.has(id)) return id;
  }
}
