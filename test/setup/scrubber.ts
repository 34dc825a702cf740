import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findPersonalData } from "../../packages/answers/src/dataset/scrub/scrub";

/** A labelled piece of personal data; `label` is finer than the scrubber's kinds: a postcode, an IBAN, an IP address. */
interface Label {
  label: string;
  start: number;
  end: number;
}
export interface LabelledText {
  text: string;
  labels: Label[];
  /** Spans that are personal in the eyes of some and not of others: removing them is neither right nor wrong. */
  ignored?: Label[];
}

export interface ScrubReport {
  labelled: number;
  /** Labelled spans that were removed completely. */
  found: number;
  /** Removed spans. */
  taken: number;
  /** Removed spans that touch a labelled one. */
  right: number;
  byLabel: Map<string, { labelled: number; found: number }>;
  negatives: number;
  /** Texts without personal data from which something was removed. */
  spoilt: number;
  misses: string[];
  falseAlarms: string[];
}

/** A text and the positions of its personal data, from a line such as `my name is {name:Ada}`. */
function labelledText(line: string): LabelledText {
  let text = "";
  const labels: Label[] = [];
  for (const part of line.split(/(\{[a-z]+:[^}]*\})/)) {
    const marked = /^\{([a-z]+):([^}]*)\}$/.exec(part);
    if (!marked) {
      text += part;
      continue;
    }
    labels.push({ label: marked[1]!, start: text.length, end: text.length + marked[2]!.length });
    text += marked[2]!;
  }
  return { text, labels };
}

/** The texts of a labelled file in `test/setup/scrub`. */
export function labelledFile(file: "tuned" | "held"): LabelledText[] {
  return readFileSync(join(__dirname, "scrub", `${file}.txt`), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("# "))
    .map(labelledText);
}

const PUBLIC_SETS = join(__dirname, "../../.local/scrub");
const PUBLIC_LABELS: Readonly<Record<string, string>> = {
  PERSON: "name",
  STREET_ADDRESS: "address",
  ADDRESS: "address",
  PHONE_NUMBER: "phone",
  CREDIT_CARD: "card",
  EMAIL_ADDRESS: "email",
  ZIP_CODE: "postcode",
  DOMAIN_NAME: "link",
  IBAN_CODE: "iban",
  US_SSN: "ssn",
  IP_ADDRESS: "ip",
};

interface PublicRecord {
  full_text: string;
  template_id: number;
  spans: { entity_type: string; start_position: number; end_position: number }[];
}
/** Its titles stand before names; its dates include dates of birth. */
const IGNORED = new Set(["TITLE", "DATE_TIME", "BIRTHDAY", "US_DRIVER_LICENSE"]);

/**
 * A public set of synthetic messages of github.com/microsoft/presidio-research, where it was copied to `.local/scrub`,
 * else null: `data/synth_dataset_v2.json` as `presidio-research.json`, whose templates come in two halves, and
 * `tests/data/generated_large.json` as `presidio-research-large.json`, which has most of them with other names and
 * addresses. The rules were written against the even templates at first, and later against the odd ones, too.
 */
export function publicSet(part: "even" | "odd" | "large"): LabelledText[] | null {
  const file = join(PUBLIC_SETS, part === "large" ? "presidio-research-large.json" : "presidio-research.json");
  if (!existsSync(file)) return null;
  const records = JSON.parse(readFileSync(file, "utf8")) as PublicRecord[];
  return records
    .filter(({ template_id }) => part === "large" || (template_id % 2 === 0) === (part === "even"))
    .map(({ full_text: text, spans }) => {
      const all = spans.map(({ entity_type, start_position: start, end_position: end }) => ({
        label: PUBLIC_LABELS[entity_type] ?? "",
        ignored: IGNORED.has(entity_type),
        start,
        end,
      }));
      return { text, labels: all.filter(({ label }) => label !== ""), ignored: all.filter(({ ignored }) => ignored) };
    });
}

/** Recall and precision of the scrubber on labelled texts. */
export function scoreScrubber(texts: readonly LabelledText[]): ScrubReport {
  const report: ScrubReport = {
    labelled: 0,
    found: 0,
    taken: 0,
    right: 0,
    byLabel: new Map(),
    negatives: 0,
    spoilt: 0,
    misses: [],
    falseAlarms: [],
  };
  for (const { text, labels, ignored = [] } of texts) {
    const taken = findPersonalData(text);
    const covers = (at: number): boolean => taken.some(({ start, end }) => at >= start && at < end);
    for (const { label, start, end } of labels) {
      const whole = Array.from({ length: end - start }, (_, i) => start + i).every(
        (at) => !/[\p{L}\p{N}]/u.test(text[at]!) || covers(at),
      );
      const score = report.byLabel.get(label) ?? { labelled: 0, found: 0 };
      report.byLabel.set(label, score);
      report.labelled += 1;
      score.labelled += 1;
      if (whole) {
        report.found += 1;
        score.found += 1;
      } else report.misses.push(`${text}  ← ${text.slice(start, end)}`);
    }
    for (const { start, end } of taken) {
      const touches = (spans: readonly Label[]): boolean => spans.some((span) => start < span.end && end > span.start);
      if (!touches(labels) && touches(ignored)) continue;
      report.taken += 1;
      if (touches(labels)) report.right += 1;
      else report.falseAlarms.push(`${text}  ← ${text.slice(start, end)}`);
    }
    if (labels.length === 0) {
      report.negatives += 1;
      if (taken.length > 0) report.spoilt += 1;
    }
  }
  return report;
}
