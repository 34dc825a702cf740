import type { Address } from "../domain/address";
import type { Admission, Demand, Mandate, MandateDay } from "../domain/mandate";
import type { UnitOfWork } from "../domain/unitOfWork";
import type { Page } from "./tasks";

/** The mandates of agents' wallets, and what each was handed out in a day. All throw `StoreUnavailable`. */
export interface Mandates {
  /** One read. */
  find(agent: Address): Promise<Mandate | null>;
  /** An owner's agents for which it has granted a mandate, by address. One read more than the limit. */
  ofOwner(owner: Address, limit: number, cursor: string | null): Promise<Page<Mandate>>;
  /** One read. */
  day(agent: Address, day: string): Promise<MandateDay>;
  /**
   * Stores what `change` makes of the agent's mandate, provided that it has not changed meanwhile; `change` may refuse. One
   * read.
   */
  change(agent: Address, change: (known: Mandate | null) => Mandate, unit?: UnitOfWork): Promise<Mandate>;
  /**
   * Counts steps for the day if `admitStep` admits each of them, in one transaction with the mandate, so that no number of
   * concurrent calls exceeds it. Null if the mandate does not bind any more. Two reads.
   */
  spend(
    agent: Address,
    day: string,
    demands: readonly Demand[],
    admitStep: (mandate: Mandate, day: MandateDay, demand: Demand) => Admission,
  ): Promise<Admission | null>;
}
