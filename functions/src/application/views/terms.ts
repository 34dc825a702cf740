import { formatUsdc } from "../../domain/money";
import { onSilenceOf } from "../../domain/task/nextAction";
import { termsHash, type AgreedTerms } from "../../domain/task/termsHash";
import { EDGES } from "../../domain/workflow/edges";
import { payouts } from "../../domain/workflow/payouts";
import { STATES } from "../../domain/workflow/states";
import type { Static } from "../../schema/build";
import type { TaskTerms } from "../../schema/task";

type View = Static<typeof TaskTerms>;

/** The terms of a task, fixed for its whole life, and who gets what if a party misses a deadline. */
export function termsView(task: AgreedTerms & { readonly cancelFeeUsdcUnits: bigint }): View {
  const { windows, maxChangeRounds, platformFeeBps, arbiter, judge } = task;
  const timeouts = EDGES.filter(
    ({ id, who, when }) =>
      who === "anyone" && when === "afterDeadline" && !(id === "claim" && task.stakeUsdcUnits === 0n),
  );
  const onSilence = timeouts.flatMap(({ id, from, pays }): View["onSilence"] => {
    const window = from === null ? null : STATES[from];
    if (window === null) return [];
    const gets = payouts(pays, task);
    return [
      {
        deadline: window.deadline,
        silent: window.actor,
        posterGetsUsdc: formatUsdc(gets.poster),
        workerGetsUsdc: formatUsdc(gets.worker),
        outcome: onSilenceOf(id, task.stakeUsdcUnits) ?? "",
      },
    ];
  });
  return { windows, maxChangeRounds, platformFeeBps, arbiter, judge, onSilence, termsHash: termsHash(task) };
}
