import type { Firestore } from "@google-cloud/firestore";
import type { Log } from "../../ports/log";
import type { FirestoreEventLog } from "./eventLog";

/** What builds each store. A store's module is loaded when the store is built. */
export function firestoreStores(db: () => Firestore, { log, nowMs }: { log: Log; nowMs: () => number }) {
  let eventLog: FirestoreEventLog | null = null;
  const events = () =>
    (eventLog ??= (require("./eventLog") as typeof import("./eventLog")).firestoreEventLog(db(), nowMs));
  const tasks = () => (require("./tasks") as typeof import("./tasks")).firestoreTasks(db(), events());
  return {
    tasks,
    events,
    analytics: () => (require("./analytics") as typeof import("./analytics")).firestoreAnalytics(db(), nowMs),
    contentStore: () =>
      (require("./contentStore") as typeof import("./contentStore")).firestoreContentStore(db(), tasks),
    counters: () => (require("./counters") as typeof import("./counters")).firestoreCounters(db()),
    deadlines: () => (require("./deadlines") as typeof import("./deadlines")).firestoreDeadlines(db(), events()),
    feedback: () => (require("./feedback") as typeof import("./feedback")).firestoreFeedback(db()),
    interests: () =>
      (require("./interests") as typeof import("./interests")).firestoreInterests(db(), undefined, events()),
    jobRuns: () => (require("./jobRuns") as typeof import("./jobRuns")).firestoreJobRuns(db()),
    keeperStore: () => (require("./keeperStore") as typeof import("./keeperStore")).firestoreKeeperStore(db()),
    ledger: () => (require("./ledger") as typeof import("./ledger")).firestoreLedger(db()),
    ledgerWriter: () => (require("./ledgerWriter") as typeof import("./ledgerWriter")).firestoreLedgerWriter(db()),
    liabilities: () => (require("./liabilities") as typeof import("./liabilities")).firestoreLiabilities(db()),
    mandates: () => (require("./mandates") as typeof import("./mandates")).firestoreMandates(db()),
    listings: () => (require("./listings") as typeof import("./listings")).firestoreListings(db()),
    nonces: () => (require("./authentication") as typeof import("./authentication")).firestoreNonces(db()),
    payments: () => (require("./payments") as typeof import("./payments")).firestorePayments(db(), events()),
    profiles: () => (require("./profiles") as typeof import("./profiles")).firestoreProfiles(db()),
    projections: () =>
      (require("./projections") as typeof import("./projections")).firestoreProjections(db(), events()),
    rateLimiter: () => (require("./rateLimiter") as typeof import("./rateLimiter")).firestoreRateLimiter(db(), log),
    rates: () => (require("./rates") as typeof import("./rates")).firestoreRates(db()),
    ratings: () => (require("./ratings") as typeof import("./ratings")).firestoreRatings(db(), events()),
    resubmissions: () => (require("./resubmissions") as typeof import("./resubmissions")).firestoreResubmissions(db()),
    sessions: () => (require("./authentication") as typeof import("./authentication")).firestoreSessions(db()),
    snapshots: () => (require("./snapshots") as typeof import("./snapshots")).firestoreSnapshots(db()),
    threads: () => (require("./threads") as typeof import("./threads")).firestoreThreads(db(), events()),
    withdrawals: () =>
      (require("./withdrawals") as typeof import("./withdrawals")).firestoreWithdrawals(db(), events()),
    webhooks: () => (require("./webhooks") as typeof import("./webhooks")).firestoreWebhooks(db()),
  };
}
