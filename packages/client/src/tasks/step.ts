import type { ExpectedArguments, OfferedTransaction } from "./calls";
import type { OfferedGasless } from "./gasless";
import type { ContractName } from "../signing/trust";

/** What a prepare answers, as far as it is read here. */
export interface Prepared {
  transactions?: readonly OfferedTransaction[];
  signatures?: readonly { field: string; deadline: number; typedData: unknown }[];
  gasless?: OfferedGasless;
}

/** One step of a task that takes transactions. */
export interface Step<P extends Prepared> {
  path: string;
  contract: ContractName;
  /** What the step is about, without its random parts; names the step if no key is given. */
  about: object;
  /** A short description for the signer. */
  purpose: string;
  /** Asks for the transactions; `more` are fields to add. */
  prepare: (more: object) => Promise<P>;
  /** The escrow's call that must come out of it: one of these. */
  calls: (prepared: P) => readonly [EscrowCall, ...EscrowCall[]];
  /** What the call takes from the wallet; 0 where it takes nothing. */
  takesUsdcUnits?: bigint;
  /** The fields that the confirmation takes. */
  confirmWith: (prepared: P) => Record<string, unknown>;
}

export interface EscrowCall {
  function: string;
  arguments: ExpectedArguments;
  calls?: readonly EscrowCall[];
}

/** A step whose call is known before it is prepared. */
export interface TaskStep {
  path: string;
  /** The step for the signer, followed by the task's name. */
  verb: string;
  /** What the prepare takes besides the names. */
  fields?: object;
  calls: readonly [EscrowCall, ...EscrowCall[]];
  /** What the confirmation takes besides the names. */
  confirm?: object;
  takesUsdcUnits?: bigint;
}
