import type { Hex } from "../../domain/keccak";
import type { CallOf } from "../../domain/task/call";
import type { Deposit } from "../../ports/deposits";
import type { SimpleCreation } from "./createSimple";
import type { StepRequest } from "./step";

/** A request that pays for its task by x402 instead of preparing transactions. */
export type PaidRequest = StepRequest<SimpleCreation & { reference?: string }>;

/** A task, and where its reward is paid. */
export interface PaidCreation {
  readonly call: CallOf<"createTask">;
  readonly salt: Hex;
  readonly deposit: Deposit;
  /** Names the relay's transaction: one for each deposit, for any signature. */
  readonly key: string;
}
