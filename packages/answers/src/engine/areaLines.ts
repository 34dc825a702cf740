import { isAgeColumn } from "../plan/ages";
import { columnOf, partsOf, predicatesOf, type AnswerPlan } from "../plan/plan";
import type { Dataset } from "./dataset";
import { named } from "./named";
import { escapeMarkdown, listed } from "./wording";

const OTHERS = /^(?:other|others|unknown|none)$/i;

/** What is counted for a group that the data does not have as such: "“Europe” here is Germany and the United Kingdom." */
export function areaLines({ columns }: Dataset, { steps }: AnswerPlan): string[] {
  const groups = steps.flatMap(predicatesOf).flatMap((one) => partsOf(one, ["or"]));
  const lines = groups.flatMap((group) => {
    const values = partsOf(group, ["value"]);
    const column = columnOf(group);
    if (group.label === undefined || column === null) return [];
    const isAge = isAgeColumn({ name: column });
    const has = listed(values.map((value) => (isAge ? escapeMarkdown(value.label) : named(value))));
    const said = `“${escapeMarkdown(group.label)}”`;
    if (isAgeColumn({ name: column }))
      return [`Counted for ${said}: ages ${has}, the nearest groups that the data has.`];
    const other = columns.find(({ name }) => name === column)?.values.find((value) => OTHERS.test(value));
    return [
      `${said} here: ${has}${other === undefined ? "." : `; the data doesn't say which of those under “${escapeMarkdown(other)}” belong to it.`}`,
    ];
  });
  return lines.length === 0 ? [] : [...new Set(lines), ""];
}
