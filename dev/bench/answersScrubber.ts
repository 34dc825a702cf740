import { labelledFile, publicSet, scoreScrubber, type LabelledText } from "../../test/setup/scrubber";
import { atLeast, type Add } from "./answersTable";

/** What the scrubber must find at least, by label; the rest is listed without a goal. */
const SCRUB_GOALS: Readonly<Record<string, number>> = {
  name: 0.9,
  phone: 0.95,
  address: 0.85,
  postcode: 0.85,
  card: 1,
  email: 1,
  iban: 1,
  ssn: 1,
  ip: 1,
  link: 1,
};
const PRECISION = 0.95;

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
      add(what, found / labelled, "", goal === undefined ? undefined : atLeast(goal));
    }
    const clean = `${negatives} clean texts, ${spoilt} spoilt`;
    add(`scrubber precision, ${name} (${clean})`, right / taken, "", atLeast(PRECISION));
  }
  return skipped;
}
