import { toAddress, type Address } from "../../domain/address";
import { refuse } from "../../domain/errors";
import { formatUsdc, parseUsdc } from "../../domain/money";
import type { TaskMetadata } from "../../domain/task/metadata";
import type { Settings } from "../../settings";
import type { Creation } from "./create";
import { requireAddress } from "./requestedTask";

/** In place of an address: the service's judge, which approves output that meets the task's schema. */
const BY_SCHEMA = "schema";

/**
 * The creation with its judge as an address; refuses a judge that could never approve.
 * @param metadata null if only its hash is given
 */
export function withJudge<C extends Creation>(
  { judge: named, ...input }: C,
  poster: Address,
  settings: Settings,
  metadata: TaskMetadata | null = null,
): Omit<C, "judge"> & { judge?: Address } {
  if (named === undefined) return input;
  const own = settings.judge?.address ?? null;
  if (named === BY_SCHEMA) {
    if (own === null)
      return refuseJudge("can't be schema: this deployment has no judge. Name a wallet, or leave it out");
    if (metadata === null)
      return refuseJudge("can't be schema with a hash alone. Create the task with /agentCreateTaskSimple");
  }
  const judge = named === BY_SCHEMA ? own! : requireAddress(named);
  if (BigInt(judge) === 0n) refuseJudge("is the zero address. Name a wallet, or leave it out");
  if (judge === poster) refuseJudge("must be another wallet than yours");
  if (Object.values(settings.escrows ?? {}).includes(judge))
    refuseJudge("is the escrow. Name a wallet, or leave it out");
  if (metadata?.reservedFor !== undefined && judge === toAddress(metadata.reservedFor))
    refuseJudge("is the worker. Name a wallet of neither side");
  if (judge === own && metadata) requireJudgeable(input.rewardUsdc, metadata, settings);
  return { ...input, judge };
}

/** The service judges by the schema alone, and the relay pays for its verdict. */
function requireJudgeable(rewardUsdc: string | undefined, { acceptance }: TaskMetadata, { relay }: Settings): void {
  if (!acceptance?.outputSchema) refuseJudge("can't be schema without acceptance.outputSchema");
  const least = relay?.minRewardUsdcUnits ?? 0n;
  const message = `must be at least ${formatUsdc(least)} USDC with judge schema`;
  if ((parseUsdc(rewardUsdc ?? "") ?? least) < least)
    refuse("invalid_request", `rewardUsdc ${message}.`, { errors: [{ pointer: "/rewardUsdc", message }] });
}

function refuseJudge(message: string): never {
  return refuse("invalid_request", `The value at /judge ${message}.`, { errors: [{ pointer: "/judge", message }] });
}
