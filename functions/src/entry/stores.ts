import type { Firestore } from "@google-cloud/firestore";
import type { Log } from "../ports/log";
import { lazy } from "./lazy";

/** All database stores, each required on first use. */
export function firestoreStores(db: () => Firestore, { log, nowMs }: { log: Log; nowMs: () => number }) {
  const payments = lazy(() => {
    const { firestorePayments } =
      require("../adapters/firestore/payments") as typeof import("../adapters/firestore/payments");
    return firestorePayments(db());
  });
  const rateLimiter = lazy(() => {
    const { firestoreRateLimiter } =
      require("../adapters/firestore/rateLimiter") as typeof import("../adapters/firestore/rateLimiter");
    return firestoreRateLimiter(db(), log);
  });
  const sessions = lazy(() => {
    const { firestoreSessions } =
      require("../adapters/firestore/sessions") as typeof import("../adapters/firestore/sessions");
    return firestoreSessions(db());
  });
  const nonces = lazy(() => {
    const { firestoreNonces } =
      require("../adapters/firestore/nonces") as typeof import("../adapters/firestore/nonces");
    return firestoreNonces(db());
  });
  const feedback = lazy(() => {
    const { firestoreFeedback } =
      require("../adapters/firestore/feedback") as typeof import("../adapters/firestore/feedback");
    return firestoreFeedback(db());
  });
  const tasks = lazy(() => {
    const { firestoreTasks } = require("../adapters/firestore/tasks") as typeof import("../adapters/firestore/tasks");
    return firestoreTasks(db());
  });
  const projections = lazy(() => {
    const { firestoreProjections } =
      require("../adapters/firestore/projections") as typeof import("../adapters/firestore/projections");
    return firestoreProjections(db());
  });
  const interests = lazy(() => {
    const { firestoreInterests } =
      require("../adapters/firestore/interests") as typeof import("../adapters/firestore/interests");
    return firestoreInterests(db());
  });
  const counters = lazy(() => {
    const { firestoreCounters } =
      require("../adapters/firestore/counters") as typeof import("../adapters/firestore/counters");
    return firestoreCounters(db());
  });
  const contentStore = lazy(() => {
    const { firestoreContentStore } =
      require("../adapters/firestore/contentStore") as typeof import("../adapters/firestore/contentStore");
    return firestoreContentStore(db(), tasks);
  });
  const resubmissions = lazy(() => {
    const { firestoreResubmissions } =
      require("../adapters/firestore/resubmissions") as typeof import("../adapters/firestore/resubmissions");
    return firestoreResubmissions(db());
  });
  const keeperStore = lazy(() => {
    const { firestoreKeeperStore } =
      require("../adapters/firestore/keeperStore") as typeof import("../adapters/firestore/keeperStore");
    return firestoreKeeperStore(db());
  });
  const ratings = lazy(() => {
    const { firestoreRatings } =
      require("../adapters/firestore/ratings") as typeof import("../adapters/firestore/ratings");
    return firestoreRatings(db());
  });
  const profiles = lazy(() => {
    const { firestoreProfiles } =
      require("../adapters/firestore/profiles") as typeof import("../adapters/firestore/profiles");
    return firestoreProfiles(db());
  });
  const ledger = lazy(() => {
    const { firestoreLedger } =
      require("../adapters/firestore/ledger") as typeof import("../adapters/firestore/ledger");
    return firestoreLedger(db());
  });
  const liabilities = lazy(() => {
    const { firestoreLiabilities } =
      require("../adapters/firestore/liabilities") as typeof import("../adapters/firestore/liabilities");
    return firestoreLiabilities(db());
  });
  const ledgerWriter = lazy(() => {
    const { firestoreLedgerWriter } =
      require("../adapters/firestore/ledgerWriter") as typeof import("../adapters/firestore/ledgerWriter");
    return firestoreLedgerWriter(db());
  });
  const snapshots = lazy(() => {
    const { firestoreSnapshots } =
      require("../adapters/firestore/snapshots") as typeof import("../adapters/firestore/snapshots");
    return firestoreSnapshots(db());
  });
  const analytics = lazy(() => {
    const { firestoreAnalytics } =
      require("../adapters/firestore/analytics") as typeof import("../adapters/firestore/analytics");
    return firestoreAnalytics(db(), nowMs);
  });

  return {
    payments,
    rateLimiter,
    sessions,
    nonces,
    feedback,
    tasks,
    projections,
    interests,
    counters,
    contentStore,
    resubmissions,
    keeperStore,
    ratings,
    profiles,
    ledger,
    liabilities,
    ledgerWriter,
    snapshots,
    analytics,
  };
}
