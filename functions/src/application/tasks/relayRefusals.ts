import { refuse } from "../../domain/errors";
import { mainCall, type GaslessStep } from "../../domain/task/gasless";
import type { RelayCheck } from "../../ports/relay";
import type { Services } from "../services";
import { refuseRevert } from "./prepare";
import { directWay } from "./relayed";
import type { TaskRecord } from "./task";

/** What to do with a step that is over. A second creation is a second task, and anyone may have sent the first one. */
export const prepareAgain = ({ call }: GaslessStep): string =>
  mainCall(call)?.function === "createTask"
    ? "Look for its task in /mkt/dashboard, and prepare the step again only if there is none."
    : "Prepare the step again and sign it.";

/** Refuses a step that would not succeed. */
export function refuseCheck(
  { reason }: RelayCheck & { ok: false },
  step: GaslessStep,
  record: TaskRecord | null,
  services: Services,
  nowMs: number,
): Promise<never> {
  const { from: wallet } = step;
  if (reason === "stale")
    refuse("state_conflict", `The request's nonce is used, or its deadline has passed. ${prepareAgain(step)}`);
  if (reason === "early")
    refuse(
      "tx_not_confirmed",
      "An earlier signed step of this wallet is not in a block yet. Send the same request again in a moment.",
    );
  if (reason === "gas")
    refuse(
      "relay_refused",
      "This takes more gas than the relay pays for, or succeeds only outside of a transaction. Send the prepared transactions with the wallet's own gas.",
      {
        nextAction: directWay(step, record),
      },
    );
  if (reason === "InvalidSignature" && step.kind === "authorization")
    refuse(
      "signature_invalid",
      "USDC does not accept this signature of request.from. Sign gasless.typedData unchanged.",
    );
  return refuseRevert(reason, { wallet, record }, services, nowMs);
}

/** Refuses a step that the relay cannot send now. */
export function refuseUnavailable(detail: string, step: GaslessStep | null, record: TaskRecord | null): never {
  return refuse("relay_unavailable", `${detail} Send the prepared transactions with the wallet's own gas.`, {
    ...(step && { nextAction: directWay(step, record) }),
  });
}
