import type { Analytics } from "../ports/analytics";
import type { Answers } from "../ports/answers";
import type { Counters } from "../ports/counters";
import type { ContentStore } from "../ports/contentStore";
import type { Escrow } from "../ports/escrow";
import type { FeedbackStore } from "../ports/feedback";
import type { Interests } from "../ports/interests";
import type { Ledger } from "../ports/ledger";
import type { Liabilities } from "../ports/liabilities";
import type { Mandates } from "../ports/mandates";
import type { OutputChecker } from "../ports/outputChecker";
import type { Listings } from "../ports/listings";
import type { Profiles } from "../ports/profiles";
import type { Ratings } from "../ports/ratings";
import type { KeeperRuns } from "../ports/keeper";
import type { Resubmissions } from "../ports/resubmissions";
import type { Sessions } from "../ports/sessions";
import type { WalletVitals } from "../ports/ownWallet";
import type { Signatures } from "../ports/signatures";
import type { Snapshots } from "../ports/snapshots";
import type { Statements } from "../ports/statements";
import type { Tasks } from "../ports/tasks";
import type { Threads } from "../ports/threads";
import type { RateLimiter } from "../ports/rateLimiter";
import type { Vitals } from "../ports/vitals";
import type { DeliveryQueue, Webhooks, WebhookSender } from "../ports/webhooks";
import type { Settings } from "../settings";
import type { Projections } from "../ports/projections";
import type { EventFeed } from "./events/feed";
import type { UnknownTasks } from "./tasks/unknownTasks";

/** The dependencies of handlers. Each is built on first use, so that a function loads only what it needs. */
export interface Services {
  readonly analytics: Pick<Analytics, "catalogue" | "isKnown" | "market" | "tables" | "firstDay" | "quietUpTo">;
  readonly answers: Answers;
  readonly counters: Counters;
  readonly contentStore: ContentStore;
  readonly escrow: Escrow;
  readonly eventFeed: EventFeed;
  readonly feedback: FeedbackStore;
  readonly interests: Interests;
  readonly ledger: Ledger;
  readonly mandates: Mandates;
  readonly outputChecker: OutputChecker;
  readonly listings: Listings;
  readonly profiles: Profiles;
  readonly ratings: Ratings;
  readonly resubmissions: Resubmissions;
  readonly keeperStore: KeeperRuns;
  readonly sessions: Sessions;
  readonly settlement: WalletVitals;
  readonly signatures: Signatures;
  readonly settings: Settings;
  readonly projections: Projections;
  readonly statements: Statements;
  readonly tasks: Tasks;
  readonly threads: Threads;
  readonly liabilities: Liabilities;
  /** Whether the facilitator that submits payments answers. */
  readonly reachesFacilitator: () => Promise<boolean>;
  readonly snapshots: Pick<Snapshots, "current">;
  /** Which tasks the chain did not have a moment ago. */
  readonly unknownTasks: UnknownTasks;
  readonly vitals: Vitals;
  readonly webhooks: Webhooks;
  readonly webhookSender: WebhookSender;
  readonly deliveryQueue: DeliveryQueue;
  readonly rateLimiter: RateLimiter;
}
