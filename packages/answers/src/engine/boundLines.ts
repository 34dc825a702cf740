import { MIN_GROUP_SIZE } from "../dataset/record";
import type { Predicate } from "../plan/plan";
import type { Bound } from "./lines";
import { claim, recordsOf } from "./named";
import { number, share, TOO_FEW } from "./wording";

/** "Between 10 and 14 of the 350 chats that mention “a” mention “b”": what is known of the others, said of those asked about. */
export function amongLine(
  many: string,
  { predicate, count }: { predicate: Predicate; count: number },
  { side, around, within }: Bound,
): string {
  const those = `${number(count)} ${recordsOf(many, predicate)}`;
  const total = within ? `${number(around)} of all ${many} do. ` : "";
  if (side === "few") return `**Fewer than 5 of ${those}** ${claim(within)}, too few to count. ${total}`.trimEnd();
  const [low, high] = [around - MIN_GROUP_SIZE + 1, around];
  return `**Between ${number(low)} and ${number(high)} of ${those} (${share(low, count)} to ${share(high, count)})** ${claim(within)}. ${total}${TOO_FEW}`;
}

/** "Fewer than 5 of the 14 chats that mention “a” mention “b”." */
export function boundLine(many: string, { side, around, within, claims }: Bound): string {
  const those = within ? `the ${number(around)} ${recordsOf(many, within)}` : `${number(around)} ${many}`;
  const isNot = claims.is === "not";
  const [positive, negative] = [claim(isNot ? claims.of : claims), `do not ${claim(isNot ? claims.of : claims)}`];
  const [few, most] = (side === "few") === isNot ? [negative, positive] : [positive, negative];
  const atLeast = number(around - MIN_GROUP_SIZE + 1);
  // What the question asks for comes first.
  return side === "few"
    ? `**Fewer than 5** of ${those} ${few}, too few to count; the others, at least ${atLeast}, ${most === negative ? "do not" : "do"}.`
    : `**Nearly all, at least ${atLeast}**, of ${those} ${most}. Fewer than 5 of them ${few === negative ? "do not" : "do"}, too few to count apart.`;
}
