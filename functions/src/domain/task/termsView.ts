import type { Address } from "../address";
import type { Hex } from "../keccak";
import { formatUsdc } from "../money";
import { EDGES } from "../workflow/edges";
import { payouts } from "../workflow/payouts";
import { STATES, type DeadlineName, type Windows } from "../workflow/states";
import { ON_SILENCE } from "./nextAction";
import { termsHash, type AgreedTerms } from "./termsHash";

/** What happens to the money if the party that must act misses a deadline; amounts in USDC. */
export interface SilenceView {
  readonly deadline: DeadlineName;
  readonly silent: "poster" | "worker" | "arbiter";
  readonly posterGetsUsdc: string;
  readonly workerGetsUsdc: string;
  readonly outcome: string;
}

/** The terms of a task, fixed for its whole life; windows in seconds. */
export interface TermsView {
  readonly windows: Windows;
  readonly maxChangeRounds: number;
  readonly platformFeeBps: number;
  readonly arbiter: Address;
  readonly onSilence: SilenceView[];
  /** The hash that `stakeAndStart` takes. */
  readonly termsHash: Hex;
}

export function termsView(task: AgreedTerms & { readonly cancelFeeUsdcUnits: bigint }): TermsView {
  const { windows, maxChangeRounds, platformFeeBps, arbiter } = task;
  const timeouts = EDGES.filter(({ who, when }) => who === "anyone" && when === "afterDeadline");
  const onSilence = timeouts.flatMap(({ id, from, pays }): SilenceView[] => {
    const window = from === null ? null : STATES[from];
    const gets = payouts(pays, task);
    return window === null
      ? []
      : [
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
