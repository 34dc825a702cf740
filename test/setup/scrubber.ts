import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findPersonalData } from "../../packages/answers/src/dataset/scrub/scrub";
import { SCRUB_KINDS, type ScrubKind, type Span } from "../../packages/answers/src/dataset/scrub/span";

export interface ScrubScore {
  labelled: number;
  /** Labelled spans that were removed completely. */
  found: number;
  /** Removed spans. */
  taken: number;
  /** Removed spans that touch a labelled one. */
  right: number;
}

export interface ScrubReport {
  all: ScrubScore;
  kinds: Record<ScrubKind, { labelled: number; found: number }>;
  negatives: number;
  /** Texts without personal data from which something was removed. */
  spoilt: number;
  misses: string[];
  falseAlarms: string[];
}

/** A text and the positions of its personal data, from a line such as `my name is {name:Ada}`. */
function labelledText(line: string): { text: string; spans: Span[] } {
  let text = "";
  const spans: Span[] = [];
  for (const part of line.split(/(\{[a-z]+:[^}]*\})/)) {
    const marked = /^\{([a-z]+):([^}]*)\}$/.exec(part);
    if (!marked) {
      text += part;
      continue;
    }
    spans.push({ kind: marked[1] as ScrubKind, start: text.length, end: text.length + marked[2]!.length });
    text += marked[2]!;
  }
  return { text, spans };
}

/** Recall and precision of the scrubber on one of the labelled files in dev/bench/scrub. */
export function scoreScrubber(file: "tuned" | "held"): ScrubReport {
  const lines = readFileSync(join(__dirname, "scrub", `${file}.txt`), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  const report: ScrubReport = {
    all: { labelled: 0, found: 0, taken: 0, right: 0 },
    kinds: Object.fromEntries(SCRUB_KINDS.map((kind) => [kind, { labelled: 0, found: 0 }])) as ScrubReport["kinds"],
    negatives: 0,
    spoilt: 0,
    misses: [],
    falseAlarms: [],
  };
  for (const line of lines) {
    const { text, spans } = labelledText(line);
    const taken = findPersonalData(text);
    const covers = (at: number): boolean => taken.some(({ start, end }) => at >= start && at < end);
    for (const { kind, start, end } of spans) {
      const whole = Array.from({ length: end - start }, (_, i) => start + i).every(
        (at) => !/[\p{L}\p{N}]/u.test(text[at]!) || covers(at),
      );
      report.all.labelled += 1;
      report.kinds[kind].labelled += 1;
      if (whole) {
        report.all.found += 1;
        report.kinds[kind].found += 1;
      } else report.misses.push(line);
    }
    for (const { start, end } of taken) {
      report.all.taken += 1;
      if (spans.some((span) => start < span.end && end > span.start)) report.all.right += 1;
      else report.falseAlarms.push(`${line}  ← ${text.slice(start, end)}`);
    }
    if (spans.length === 0) {
      report.negatives += 1;
      if (taken.length > 0) report.spoilt += 1;
    }
  }
  return report;
}
