import type { Address } from "../domain/address";
import type { Analytics } from "../ports/analytics";
import type { LedgerWriter } from "../ports/ledgerWriter";
import type { Chain } from "../ports/chain";
import type { ContentStore } from "../ports/contentStore";
import type { Escrow } from "../ports/escrow";
import type { Interests } from "../ports/interests";
import type { KeeperStore, KeeperWallet } from "../ports/keeper";
import type { Log } from "../ports/log";
import type { Projections } from "../ports/projections";
import type { Payments } from "../ports/payments";
import type { Authorizations, Settler } from "../ports/settlement";
import type { Resubmissions } from "../ports/resubmissions";
import type { Tasks } from "../ports/tasks";

/** What jobs may reach; each part is built on its first use. */
export interface JobParts {
  settings: { readonly paymentRecipient: Address; readonly formerRecipients: readonly Address[] };
  payments: () => Payments;
  chain: () => Chain;
  authorizations: () => Authorizations;
  projections: () => Projections;
  contentStore: () => ContentStore;
  /** Null where this deployment has no marketplace. */
  escrow: () => Escrow | null;
  interests: () => Interests;
  tasks: () => Tasks;
  resubmissions: () => Resubmissions;
  ledgerWriter: () => LedgerWriter;
  analytics: () => Analytics;
  /** Null where no signed payments are settled. */
  settler: () => Settler | null;
  /** Null where the keeper is off. */
  keeper: () => KeeperOwn | null;
  log: Log;
  nowMs: () => number;
}

/** What only the keeper has. */
export interface KeeperOwn {
  wallet: KeeperWallet;
  keeperStore: KeeperStore;
  /** Names one run. */
  owner: string;
  /** What a day's transactions may cost together. */
  budgetWei: bigint;
  /** Whether to end the turns of those who stay silent, too. */
  callsTimeouts: boolean;
}

/** Work that the service does by itself, on a schedule, and that can be run by hand as well. */
export interface Job {
  /** In App Engine's cron syntax, such as `every 10 minutes`. */
  schedule: string;
  /** Resolves to what was done, in numbers. */
  run(parts: JobParts): Promise<object>;
}

export function job(definition: Job): Job {
  return definition;
}
