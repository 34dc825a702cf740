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

/** The dependencies of jobs; each is built on first use. */
export interface JobParts {
  settings: { readonly paymentRecipient: Address; readonly formerRecipients: readonly Address[] };
  payments: () => Payments;
  chain: () => Chain;
  authorizations: () => Authorizations;
  projections: () => Projections;
  contentStore: () => ContentStore;
  /** Null if this deployment has no marketplace. */
  escrow: () => Escrow | null;
  interests: () => Interests;
  tasks: () => Tasks;
  resubmissions: () => Resubmissions;
  ledgerWriter: () => LedgerWriter;
  analytics: () => Analytics;
  /** Null if signed payments are not settled. */
  settler: () => Settler | null;
  /** Null if the keeper is off. */
  keeper: () => KeeperOwn | null;
  log: Log;
  nowMs: () => number;
}

/** Dependencies of the keeper only. */
export interface KeeperOwn {
  wallet: KeeperWallet;
  keeperStore: KeeperStore;
  /** Identifies one run. */
  owner: string;
  /** The gas budget of one day. */
  budgetWei: bigint;
  /** Whether to call the timeouts of missed deadlines, too. */
  callsTimeouts: boolean;
}

/** Work that runs on a schedule and can also be started manually. */
export interface Job {
  /** In App Engine's cron syntax, such as `every 10 minutes`. */
  schedule: string;
  /** Resolves to a numeric report of the work done. */
  run(parts: JobParts): Promise<object>;
}

export function job(definition: Job): Job {
  return definition;
}
