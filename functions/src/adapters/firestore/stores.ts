import type { Firestore } from "@google-cloud/firestore";
import type { Log } from "../../ports/log";
import type { FirestoreEventLog } from "./events/eventLog";

/** What builds each store. A store's module is loaded when the store is built. */
export function firestoreStores(db: () => Firestore, { log, nowMs }: { log: Log; nowMs: () => number }) {
  let eventLog: FirestoreEventLog | null = null;
  const events = () =>
    (eventLog ??= (require("./events/eventLog") as typeof import("./events/eventLog")).firestoreEventLog(db(), nowMs));
  const tasks = () => (require("./tasks/tasks") as typeof import("./tasks/tasks")).firestoreTasks(db(), events());
  return {
    tasks,
    events,
    analytics: () =>
      (require("./ledger/analytics") as typeof import("./ledger/analytics")).firestoreAnalytics(db(), nowMs),
    contentStore: () =>
      (require("./tasks/contentStore") as typeof import("./tasks/contentStore")).firestoreContentStore(db(), tasks),
    counters: () => (require("./accounts/counters") as typeof import("./accounts/counters")).firestoreCounters(db()),
    deadlines: () =>
      (require("./tasks/deadlines") as typeof import("./tasks/deadlines")).firestoreDeadlines(db(), events()),
    feedback: () => (require("./accounts/feedback") as typeof import("./accounts/feedback")).firestoreFeedback(db()),
    interests: () =>
      (require("./tasks/interests") as typeof import("./tasks/interests")).firestoreInterests(
        db(),
        undefined,
        events(),
      ),
    jobRuns: () => (require("./jobRuns") as typeof import("./jobRuns")).firestoreJobRuns(db()),
    keeperStore: () =>
      (require("./payments/keeperStore") as typeof import("./payments/keeperStore")).firestoreKeeperStore(db()),
    ledger: () => (require("./ledger/ledger") as typeof import("./ledger/ledger")).firestoreLedger(db()),
    ledgerWriter: () =>
      (require("./ledger/ledgerWriter") as typeof import("./ledger/ledgerWriter")).firestoreLedgerWriter(db()),
    liabilities: () =>
      (require("./credits/liabilities") as typeof import("./credits/liabilities")).firestoreLiabilities(db()),
    mandates: () => (require("./payments/mandates") as typeof import("./payments/mandates")).firestoreMandates(db()),
    listings: () => (require("./accounts/listings") as typeof import("./accounts/listings")).firestoreListings(db()),
    nonces: () =>
      (require("./accounts/authentication") as typeof import("./accounts/authentication")).firestoreNonces(db()),
    payments: () =>
      (require("./payments/payments") as typeof import("./payments/payments")).firestorePayments(db(), events()),
    profiles: () => (require("./accounts/profiles") as typeof import("./accounts/profiles")).firestoreProfiles(db()),
    projections: () =>
      (require("./indexing/projections") as typeof import("./indexing/projections")).firestoreProjections(
        db(),
        events(),
      ),
    rateLimiter: () => (require("./rateLimiter") as typeof import("./rateLimiter")).firestoreRateLimiter(db(), log),
    rates: () => (require("./ledger/rates") as typeof import("./ledger/rates")).firestoreRates(db()),
    ratings: () =>
      (require("./accounts/ratings") as typeof import("./accounts/ratings")).firestoreRatings(db(), events()),
    resubmissions: () =>
      (require("./tasks/resubmissions") as typeof import("./tasks/resubmissions")).firestoreResubmissions(db()),
    sessions: () =>
      (require("./accounts/authentication") as typeof import("./accounts/authentication")).firestoreSessions(db()),
    snapshots: () => (require("./snapshots") as typeof import("./snapshots")).firestoreSnapshots(db()),
    threads: () => (require("./tasks/threads") as typeof import("./tasks/threads")).firestoreThreads(db(), events()),
    withdrawals: () =>
      (require("./credits/withdrawals") as typeof import("./credits/withdrawals")).firestoreWithdrawals(db(), events()),
    webhooks: () => (require("./events/webhooks") as typeof import("./events/webhooks")).firestoreWebhooks(db()),
  };
}
