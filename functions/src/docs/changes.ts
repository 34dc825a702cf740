/** What changed on one day, in Markdown; the newest day comes first. */
interface Day {
  /** ISO 8601, UTC. */
  date: string;
  changes: readonly string[];
}

/** The days of CHANGELOG.md. Throws where a heading is no date, or a line neither heading nor change. */
export function daysOf(markdown: string): Day[] {
  const [, ...sections] = markdown.split(/^## /m);
  return sections.map((section) => {
    const [date = "", ...lines] = section.trimEnd().split("\n");
    if (!/^\d{4}-\d\d-\d\d$/.test(date) || Number.isNaN(Date.parse(date))) {
      throw new Error(`CHANGELOG.md: "## ${date}" must be a day, such as 2026-01-31`);
    }
    const changes = lines
      .filter((line) => line !== "")
      .map((line) => {
        if (!line.startsWith("- "))
          throw new Error(`CHANGELOG.md: a change under ${date} must be one line that begins with "- ": ${line}`);
        return line.slice(2);
      });
    return { date, changes };
  });
}
