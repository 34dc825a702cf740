import type { Dataset } from "./dataset";
import type { Of } from "./headline";
import type { Line, Range } from "./lines";
import { recordsOf } from "./named";
import { number, recordsCalled, told } from "./wording";

/** True where it is known which of two is the larger, or that their counts are equal. */
export function isApart(a: Line, b: Line): boolean {
  const [one, other] = [rangeOf(a), rangeOf(b)];
  return one !== null && other !== null && (one.low >= other.high || other.low >= one.high);
}

const rangeOf = ({ count, range }: Line): Range | null =>
  count === null ? (range ?? null) : { low: count, high: count };

/** True where one is known to be larger than the other. */
function isClear(a: Line, b: Line): boolean {
  const [one, other] = [rangeOf(a), rangeOf(b)];
  return one !== null && other !== null && (one.low > other.high || other.low > one.high);
}

/** Which of them is the largest where no count of the first is told: by ranges that don't meet, or in all records. */
export function untoldVerdict(
  dataset: Dataset,
  { among, least, base, ofAll }: Of<"rank">,
  [first, second]: readonly Line[],
  rank: string,
): string[] {
  const { many } = recordsCalled(dataset.kind);
  if (first && second && isClear(first, second))
    return [`**${first.label}** is the ${rank}: ${told(first)}, against ${told(second)} for ${second.label}.`];
  const those = `${number(base)} ${recordsOf(many, among)}`;
  const [larger, smaller] = [...ofAll].sort((a, b) => (b.count! - a.count!) * (least ? -1 : 1));
  if (ofAll.length !== 2 || larger?.count === smaller?.count)
    return [`**It can't be told which is ${rank}** in ${those}.`];
  return [
    `Of all ${number(dataset.size)} ${many}, **${larger!.label}** is the ${least ? "rarer" : "more common"}: ${told(larger!)}, against ${told(smaller!)} for ${smaller!.label}. In ${those} it can't be told.`,
  ];
}
