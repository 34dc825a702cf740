/** The most characters of a change's line, with its "- ". */
const MAX_LINE = 140;

/** What changed in one area. Each change is one line of Markdown. */
interface Group {
  area: string;
  changes: readonly string[];
}

export interface Release {
  version: string;
  /** ISO 8601, UTC. */
  date: string;
  /** What a reader should know before the changes; may be empty. */
  note: string;
  groups: readonly Group[];
}

export interface Changelog {
  /** Markdown: the compatibility promise, and how to read the rest. */
  introduction: string;
  /** The newest first. */
  releases: readonly Release[];
}

/** Reads CHANGELOG.md. Throws where a change takes more than one line of `MAX_LINE` characters. */
export function changelogOf(markdown: string): Changelog {
  const [top = "", ...sections] = markdown.split(/^## /m);
  return { introduction: top.replace(/^# .*\n/, "").trim(), releases: sections.map(releaseOf) };
}

function releaseOf(section: string): Release {
  const [heading = "", ...lines] = section.trimEnd().split("\n");
  const [, version, date] = /^\[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)$/.exec(heading) ?? [];
  if (version === undefined || date === undefined || Number.isNaN(Date.parse(date)))
    throw new Error(`CHANGELOG.md: "## ${heading}" must be a version and its day, such as "## [1.2.0] - 2026-01-31"`);
  const [note = "", ...parts] = lines.join("\n").split(/^### /m);
  return { version, date, note: note.trim(), groups: parts.map((part) => groupOf(part, version)) };
}

function groupOf(part: string, version: string): Group {
  const [area = "", ...lines] = part.trimEnd().split("\n");
  const changes = lines
    .filter((line) => line !== "")
    .map((line) => {
      if (!line.startsWith("- ") || line.length > MAX_LINE)
        throw new Error(
          `CHANGELOG.md: a change under ${version} must be one line of at most ${MAX_LINE} characters that begins with "- ": ${line}`,
        );
      return line.slice(2);
    });
  return { area, changes };
}

/** What an agent should know of the newest version: its number, its day, and its note. */
export function headlines(markdown: string): string {
  const [newest] = changelogOf(markdown).releases;
  if (!newest) return "";
  const { version, date, note } = newest;
  return [`### ${version}, ${date}`, ...(note === "" ? [] : [note])].join("\n\n");
}
