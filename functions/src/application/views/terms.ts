import { formatUsdc } from "../../domain/money";
import { ON_SILENCE } from "../../domain/task/nextAction";
import { termsHash, type AgreedTerms } from "../../domain/task/termsHash";
import { EDGES } from "../../domain/workflow/edges";
import { payouts } from "../../domain/workflow/payouts";
import { STATES } from "../../domain/workflow/states";
import type { Static } from "../../schema/build";
import type { TaskTerms } from "../../schema/task";

type View = Static<typeof TaskTerms>;

/** The terms of a task, fixed for its whole life, and who gets what if a party misses a deadline. */
export function termsView(task: AgreedTerms & { readonly cancelFeeUsdcUnits: bigint }): View {
  const { windows, maxChangeRounds, platformFeeBps, arbiter } = task;
  const timeouts = EDGES.filter(({ who, when }) => who === "anyone" && when === "afterDeadline");
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
        outcome: ON_SILENCE[id] ?? "",
      },
    ];
  });
  return { windows, maxChangeRounds, platformFeeBps, arbiter, onSilence, termsHash: termsHash(task) };
}
