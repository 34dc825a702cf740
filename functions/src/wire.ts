/**
 * The only file that builds adapters.
 *
 * Each is required where it is first used: Firestore and ethers take longer to load than most
 * requests take to answer, and a quote needs neither.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Firestore } from "@google-cloud/firestore";
import { cloudLog } from "./adapters/log";
import { pooledRandomBytes } from "./adapters/random";
import { requireEscrows } from "./domain/messages/requestText";
import { clientAddress } from "./http/client";
import type { Endpoint } from "./http/endpoint";
import type { Parts } from "./http/route";
import { serve } from "./http/serve";
import type { JobParts, KeeperOwn } from "./jobs/job";
import type { Answers } from "./ports/answers";
import type { Chain } from "./ports/chain";
import type { Escrow } from "./ports/escrow";
import type { Log } from "./ports/log";
import type { Settler } from "./ports/settlement";
import type { Snapshots } from "./ports/snapshots";
import type { Settings } from "./settings";

/** A question waits so long for its vector; without one it is searched by its words alone. */
const EMBEDDING_TIMEOUT_MS = 2_000;

/** What tests put in the place of the real thing. */
export interface Overrides {
  db?: Firestore;
  answers?: Answers;
  chain?: Chain;
  log?: Log;
  nowMs?: () => number;
  strict?: boolean;
}

/** The parts of the service, each built on its first use and then kept. */
export function wire(settings: Settings, overrides: Overrides = {}): Parts & JobParts & { snapshots: () => Snapshots } {
  const log = overrides.log ?? cloudLog;
  const nowMs = overrides.nowMs ?? Date.now;
  const randomBytes = pooledRandomBytes();

  const db = once(() => {
    if (overrides.db) return overrides.db;
    const { openFirestore } = require("./adapters/firestore/open") as typeof import("./adapters/firestore/open");
    return openFirestore();
  });
  const nodes = once(() => {
    const { Nodes } = require("./adapters/rpc/nodes") as typeof import("./adapters/rpc/nodes");
    const { chainId, rpcUrls, rpcTimeoutMs } = settings;
    return new Nodes({ urls: rpcUrls, chainId, timeoutMs: rpcTimeoutMs, log });
  });
  const chain = once((): Chain => {
    if (overrides.chain) return overrides.chain;
    const { rpcChain } = require("./adapters/rpc/chain") as typeof import("./adapters/rpc/chain");
    return rpcChain(nodes(), settings.rpcQuorum);
  });
  const escrow = once((): Escrow => {
    const { ethersEscrow } = require("./adapters/ethers/escrow") as typeof import("./adapters/ethers/escrow");
    const { chainId, escrowFromBlock } = settings;
    return ethersEscrow({ nodes: nodes(), addresses: requireEscrows(settings.escrows), fromBlock: escrowFromBlock, chainId });
  });
  const vitals = once(() => {
    const { ethersVitals } = require("./adapters/ethers/vitals") as typeof import("./adapters/ethers/vitals");
    return ethersVitals(nodes(), requireEscrows(settings.escrows));
  });
  const signatures = once(() => {
    const { WalletSignatures } = require("./adapters/ethers/signatures") as typeof import("./adapters/ethers/signatures");
    return new WalletSignatures((call, signal) => chain().ethCall(call, signal));
  });
  const payments = once(() => {
    const { firestorePayments } = require("./adapters/firestore/payments") as typeof import("./adapters/firestore/payments");
    return firestorePayments(db());
  });
  const authorizations = once(() => {
    const { rpcAuthorizations } = require("./adapters/rpc/authorizations") as typeof import("./adapters/rpc/authorizations");
    return rpcAuthorizations(nodes());
  });
  const settlingWallet = once(() => {
    const { settlingWallet: open } = require("./adapters/ethers/settlingWallet") as typeof import("./adapters/ethers/settlingWallet");
    const { firestoreSettlementBooks } = require("./adapters/firestore/settlementBooks") as typeof import("./adapters/firestore/settlementBooks");
    if (settings.settlement?.kind !== "wallet") throw new TypeError("this deployment has no settling wallet");
    const { chainId, settlement } = settings;
    return open({ ...settlement, nodes: nodes(), chainId, log, nowMs, books: (settler) => firestoreSettlementBooks(db(), settler) });
  });
  const facilitator = once(() => {
    const { settlementCheck } = require("./adapters/ethers/settlementCheck") as typeof import("./adapters/ethers/settlementCheck");
    const { facilitator: open } = require("./adapters/x402/facilitator") as typeof import("./adapters/x402/facilitator");
    if (settings.settlement?.kind !== "facilitator") throw new TypeError("this deployment has no facilitator");
    const check = settlementCheck({ nodes: nodes(), chainId: settings.chainId, sender: settings.paymentRecipient, factories: null });
    return open({ ...settings.settlement, check, fetch, log });
  });
  const settler = (): Settler | null => {
    if (settings.settlement === null) return null;
    return settings.settlement.kind === "wallet" ? settlingWallet() : facilitator();
  };
  const budgets = once(() => {
    const { firestoreBudgets } = require("./adapters/firestore/budgets") as typeof import("./adapters/firestore/budgets");
    return firestoreBudgets(db(), log);
  });
  const sessions = once(() => {
    const { firestoreSessions } = require("./adapters/firestore/sessions") as typeof import("./adapters/firestore/sessions");
    return firestoreSessions(db());
  });
  const nonces = once(() => {
    const { firestoreNonces } = require("./adapters/firestore/nonces") as typeof import("./adapters/firestore/nonces");
    return firestoreNonces(db());
  });
  const feedback = once(() => {
    const { firestoreFeedback } = require("./adapters/firestore/feedback") as typeof import("./adapters/firestore/feedback");
    return firestoreFeedback(db());
  });
  const tasks = once(() => {
    const { firestoreTasks } = require("./adapters/firestore/tasks") as typeof import("./adapters/firestore/tasks");
    return firestoreTasks(db());
  });
  const mirrors = once(() => {
    const { firestoreMirrors } = require("./adapters/firestore/mirrors") as typeof import("./adapters/firestore/mirrors");
    return firestoreMirrors(db());
  });
  const interests = once(() => {
    const { firestoreInterests } = require("./adapters/firestore/interests") as typeof import("./adapters/firestore/interests");
    return firestoreInterests(db());
  });
  const boards = once(() => {
    const { firestoreBoards } = require("./adapters/firestore/boards") as typeof import("./adapters/firestore/boards");
    return firestoreBoards(db());
  });
  const contents = once(() => {
    const { firestoreContents } = require("./adapters/firestore/contents") as typeof import("./adapters/firestore/contents");
    return firestoreContents(db(), tasks);
  });
  const resubmissions = once(() => {
    const { firestoreResubmissions } = require("./adapters/firestore/resubmissions") as typeof import("./adapters/firestore/resubmissions");
    return firestoreResubmissions(db());
  });
  const keeper = ({ privateKey, ...terms }: NonNullable<Settings["keeper"]>): KeeperOwn => {
    const { ethersKeeperWallet } = require("./adapters/ethers/keeperWallet") as typeof import("./adapters/ethers/keeperWallet");
    const { firestoreKeeperBooks } = require("./adapters/firestore/keeperBooks") as typeof import("./adapters/firestore/keeperBooks");
    const wallet = ethersKeeperWallet({ nodes: nodes(), privateKey, sleep });
    return { wallet, books: firestoreKeeperBooks(db()), owner: randomBytes(16).toString("hex"), ...terms };
  };
  const ratings = once(() => {
    const { firestoreRatings } = require("./adapters/firestore/ratings") as typeof import("./adapters/firestore/ratings");
    return firestoreRatings(db());
  });
  const profiles = once(() => {
    const { firestoreProfiles } = require("./adapters/firestore/profiles") as typeof import("./adapters/firestore/profiles");
    return firestoreProfiles(db());
  });
  const ledger = once(() => {
    const { firestoreLedger } = require("./adapters/firestore/ledger") as typeof import("./adapters/firestore/ledger");
    return firestoreLedger(db());
  });
  const books = once(() => {
    const { firestoreBooks } = require("./adapters/firestore/books") as typeof import("./adapters/firestore/books");
    return firestoreBooks(db());
  });
  const snapshots = once(() => {
    const { firestoreSnapshots } = require("./adapters/firestore/snapshots") as typeof import("./adapters/firestore/snapshots");
    return firestoreSnapshots(db());
  });
  const analytics = once(() => {
    const { firestoreAnalytics } = require("./adapters/firestore/analytics") as typeof import("./adapters/firestore/analytics");
    return firestoreAnalytics(db(), nowMs);
  });
  const answers = once((): Answers => {
    if (overrides.answers) return overrides.answers;
    const { localAnswers } = require("./adapters/answers/local") as typeof import("./adapters/answers/local");
    const { embeddingsClient } = require("./adapters/answers/embeddings") as typeof import("./adapters/answers/embeddings");
    const { answerModel, embeddings } = settings;
    const local = localAnswers({
      snapshots: snapshots(), now: nowMs, log,
      ...(embeddings && { embeddings: embeddingsClient({ ...embeddings, timeoutMs: EMBEDDING_TIMEOUT_MS, fetch }) }),
    });
    if (!answerModel) return local;
    const { modelAnswers } = require("./adapters/answers/model") as typeof import("./adapters/answers/model");
    return modelAnswers({ ...answerModel, local, fetch, log });
  });

  return {
    settings,
    log,
    nowMs,
    randomBytes,
    sleep,
    payments,
    chain,
    settler,
    authorizations,
    signatures,
    sessions,
    nonces,
    budgets,
    snapshots,
    mirrors,
    contents,
    escrow: () => (settings.escrows ? escrow() : null),
    tasks,
    resubmissions,
    books,
    analytics,
    keeper: () => (settings.keeper ? keeper(settings.keeper) : null),
    strict: overrides.strict ?? false,
    clientOf: clientAddress(settings.trustedProxies),
    services: {
      settings,
      sync: (key) => {
        const { syncTask } = require("./jobs/sync") as typeof import("./jobs/sync");
        return syncTask({ mirrors: mirrors(), escrow: escrow() }, key);
      },
      get analytics() {
        return analytics();
      },
      get answers() {
        return answers();
      },
      get sessions() {
        return sessions();
      },
      get settlement() {
        return settlingWallet();
      },
      get signatures() {
        return signatures();
      },
      get feedback() {
        return feedback();
      },
      get escrow() {
        return escrow();
      },
      get tasks() {
        return tasks();
      },
      get interests() {
        return interests();
      },
      get boards() {
        return boards();
      },
      get contents() {
        return contents();
      },
      get cursors() {
        return mirrors();
      },
      get statements() {
        const { fileStatements } = require("./adapters/export/statements") as typeof import("./adapters/export/statements");
        return fileStatements;
      },
      get snapshots() {
        return snapshots();
      },
      get vitals() {
        return vitals();
      },
      get profiles() {
        return profiles();
      },
      get ledger() {
        return ledger();
      },
      get ratings() {
        return ratings();
      },
      get resubmissions() {
        return resubmissions();
      },
    },
  };
}

/** The request handler of one function. */
export function handlerOf(endpoints: readonly Endpoint[], settings: Settings, overrides: Overrides = {}) {
  return serve(endpoints, wire(settings, overrides));
}

function once<T extends object>(build: () => T): () => T {
  let built: T | undefined;
  return () => (built ??= build());
}
