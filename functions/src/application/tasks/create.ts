import type { Address } from "../../domain/address";
import type { Hex } from "../../domain/keccak";
import { requireEscrow } from "../../domain/messages/requestText";
import { formatUsdc } from "../../domain/money";
import { termsOf, type GivenTerms } from "../../domain/task/terms";
import type { Services } from "../services";
import { requireAddress } from "./requestedTask";
import { confirm } from "./confirm";
import { prepareFunded } from "./funded";
import { thenConfirm } from "./prepare";
import { required, stepOf } from "./sent";

interface Asked extends Partial<GivenTerms> {
  contract?: string;
  permit?: { deadline: number; signature: string };
}

/** The transactions that create a task with these terms, and how to proceed. */
export async function prepareCreation(
  path: string,
  wallet: Address,
  asked: Asked,
  metadataHash: Hex,
  services: Services,
  nowMs: number,
) {
  const { name: contract } = requireEscrow(asked.contract, services.settings.escrows);
  const terms = termsOf(contract, { ...asked, ...required(asked, "rewardUsdc", "stakeUsdc") }, metadataHash);
  const funded = await prepareFunded(
    {
      wallet,
      record: null,
      call: { function: "createTask", contract, terms },
      withPermit: (permit) => ({ function: "createTaskWithPermit", contract, terms, permit }),
      amountUsdcUnits: terms.rewardUsdcUnits,
      permit: asked.permit,
      description: `Creates a task on the ${contract} contract with ${formatUsdc(terms.rewardUsdcUnits)} USDC in escrow.`,
    },
    services,
    nowMs,
  );
  return {
    ok: true as const,
    ...funded,
    metadataHash,
    _nextAction: thenConfirm("poster", path, { wallet, contract, metadataHash }),
  };
}

/** The owner of an Idempotency-Key: only a confirmation's answer is stored under it. */
export function keyedConfirmation(asked: {
  wallet: string;
  action?: string;
  txHash?: string;
  signedTransaction?: string;
}): Address | null {
  return stepOf(asked) === "confirm" ? requireAddress(asked.wallet) : null;
}

/** The task that a transaction of this wallet created; if a hash is given, the one with this metadata. */
export function confirmCreation(
  wallet: Address,
  asked: { contract?: string; txHash?: string; signedTransaction?: string; metadataHash?: string },
  services: Services,
  nowMs: number,
) {
  const { name: contract } = requireEscrow(asked.contract, services.settings.escrows);
  const { metadataHash } = asked;
  return confirm(
    {
      sent: asked,
      wallet,
      contract,
      taskId: null,
      names: ["TaskCreated"],
      fits: (event) =>
        metadataHash === undefined || (event.name === "TaskCreated" && event.metadataHash === metadataHash),
    },
    services,
    nowMs,
  );
}
