import type { AgentRegistry, FeedbackStore, Listings, Profiles, Ratings } from "../ports/profiles";
import type { Analytics, Ledger, Liabilities } from "../ports/ledger";
import type { Answers, Snapshots } from "../ports/answers";
import type { Counters, Projections } from "../ports/projections";
import type { ContentStore, Resubmissions, Tasks, Interests, Threads } from "../ports/tasks";
import type { Deposits, Escrow } from "../ports/escrow";
import type { Mandates, Payments } from "../ports/payments";
import type { OutputChecker } from "../ports/outputChecker";
import type { JobRuns, Vitals } from "../ports/health";
import type { KeeperRuns, WalletVitals, Relay } from "../ports/ownWallet";
import type { Sessions, Signatures } from "../ports/authentication";
import type { Rates, RateSource, Statements } from "../ports/statements";
import type { RateLimiter } from "../ports/rateLimiter";
import type { DeliveryQueue, Webhooks, WebhookSender } from "../ports/events";
import type { SignDigest } from "../domain/payment/offerReceipt";
import type { Settings } from "../settings";
import type { EventFeed } from "./eventFeed";
import type { UnknownTasks } from "./tasks/unknownTasks";

/** The dependencies of handlers. Each is built on first use, so that a function loads only what it needs. */
export interface Services {
  readonly agentRegistry: AgentRegistry;
  readonly analytics: Pick<Analytics, "catalogue" | "isKnown" | "market" | "tables" | "firstDay" | "quietUpTo">;
  readonly answers: Answers;
  readonly counters: Counters;
  readonly contentStore: ContentStore;
  readonly deposits: Deposits;
  readonly escrow: Escrow;
  readonly eventFeed: EventFeed;
  readonly feedback: FeedbackStore;
  readonly interests: Interests;
  readonly ledger: Ledger;
  readonly mandates: Mandates;
  readonly outputChecker: OutputChecker;
  readonly listings: Listings;
  readonly payments: Pick<Payments, "questions">;
  readonly profiles: Profiles;
  readonly ratings: Ratings;
  readonly resubmissions: Resubmissions;
  readonly jobRuns: JobRuns;
  readonly keeperStore: KeeperRuns;
  readonly sessions: Sessions;
  readonly settlement: WalletVitals;
  readonly relay: Relay;
  readonly keeper: WalletVitals;
  /** Signs as the service's judge; null if there is none. */
  readonly signVerdict: SignDigest | null;
  readonly signatures: Signatures;
  readonly settings: Settings;
  readonly projections: Projections;
  readonly rates: Rates;
  readonly rateSource: RateSource;
  readonly statements: Statements;
  readonly tasks: Tasks;
  readonly threads: Threads;
  readonly liabilities: Liabilities;
  /** Whether the facilitator that submits payments answers. */
  readonly reachesFacilitator: () => Promise<boolean>;
  readonly snapshots: Pick<Snapshots, "current" | "card">;
  /** Which tasks the chain did not have a moment ago. */
  readonly unknownTasks: UnknownTasks;
  readonly vitals: Vitals;
  readonly webhooks: Webhooks;
  readonly webhookSender: WebhookSender;
  readonly deliveryQueue: DeliveryQueue;
  readonly rateLimiter: RateLimiter;
}
