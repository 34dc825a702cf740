import { labelledFile, publicSet, scoreScrubber, type LabelledText } from "../../test/setup/scrubber";
import type { Add } from "./table";

/** What the scrubber must find at least in percent, by label; the rest is listed without a goal. */
const SCRUB_GOALS: Readonly<Record<string, number>> = {
  name: 90,
  phone: 95,
  address: 85,
  postcode: 85,
  card: 100,
  email: 100,
  iban: 100,
  ssn: 100,
  ip: 100,
  link: 100,
};
const PRECISION = 95;

/** How much of the personal data in labelled texts the scrubber finds, by what it is; gives the sets that are not there. */
export function onLabelledTexts(add: Add): string[] {
  const skipped: string[] = [];
  const sets: (readonly [string, LabelledText[] | null])[] = [
    ["set it was tuned on", labelledFile("tuned")],
    ["held-out set", labelledFile("held")],
    ["public set, even templates", publicSet("even")],
    ["public set, odd templates", publicSet("odd")],
    ["large public set", publicSet("large")],
  ];
  for (const [name, texts] of sets) {
    if (!texts) {
      skipped.push(`scrubber on the ${name}, which is not there (publicSet in test/setup/scrubber.ts says where from)`);
      continue;
    }
    const { byLabel, right, taken, negatives, spoilt } = scoreScrubber(texts);
    for (const [label, { found, labelled }] of [...byLabel].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const goal = SCRUB_GOALS[label];
      const what = `scrubber recall of ${label}, ${name} (${labelled})`;
      add(what, (found / labelled) * 100, "%", goal === undefined ? undefined : { least: goal });
    }
    const clean = `${negatives} clean texts, ${spoilt} spoilt`;
    add(`scrubber precision, ${name} (${clean})`, (right / taken) * 100, "%", { least: PRECISION });
  }
  return skipped;
}
