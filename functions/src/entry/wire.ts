/**
 * The only module that builds adapters.
 *
 * Each is required on first use: Firestore and ethers take longer to load than most requests take, and a quote needs
 * neither.
 */
import { setTimeout } from "node:timers/promises";
import type { Firestore } from "@google-cloud/firestore";
import { firestoreStores } from "../adapters/firestore/stores";
import { cloudLog } from "../adapters/log";
import { pooledRandomBytes } from "../adapters/randomBytes";
import { EventFeed } from "../application/eventFeed";
import { Paywall } from "../application/payments/paywall";
import { UnknownTasks } from "../application/tasks/unknownTasks";
import { toAddress, type Address } from "../domain/address";
import { chainOf } from "../domain/chains";
import { requireEscrows, type Escrows } from "../domain/messages/requestText";
import { KEEPER_CALL_PART } from "../domain/jobs";
import type { Hex } from "../domain/keccak";
import type { SignDigest } from "../domain/payment/offerReceipt";
import { RELAY_STEP_PART } from "../domain/task/gasless";
import { Availability, type OpenSale } from "../http/route";
import { clientAddress } from "../http/request";
import type { Endpoint } from "../http/endpoint";
import { serve } from "../http/serve";
import type { Answers } from "../ports/answers";
import type { Chain } from "../ports/chain";
import type { Deposits, Escrow } from "../ports/escrow";
import type { Log } from "../ports/log";
import type { OutputChecker } from "../ports/outputChecker";
import type { KeeperWallet, Relay } from "../ports/ownWallet";
import type { Settler } from "../ports/settlement";
import type { DeliveryQueue, WebhookSender } from "../ports/events";
import type { Settings } from "../settings";
import { asProperties, lazy, lazyAll } from "./lazy";

/** Replacements for tests, and what differs between functions. */
export interface Overrides {
  db?: Firestore;
  answers?: Answers;
  chain?: Chain;
  log?: Log;
  nowMs?: () => number;
  sleep?: (ms: number) => Promise<void>;
  deliveryQueue?: DeliveryQueue;
  maxWaiting?: number;
  webhookSender?: WebhookSender;
  outputChecker?: OutputChecker;
  /** When to give up on the source of rates. */
  ratesDeadline?: () => AbortSignal;
  strict?: boolean;
  /** Whether everything for sale is assumed to be available, without a check. */
  isStocked?: boolean;
  /** Whether answers are cached in memory for a short time; the default is true. */
  caches?: boolean;
}

/** The parts of the service, each built on first use and then reused. */
export function wire(settings: Settings, overrides: Overrides = {}) {
  const log = overrides.log ?? cloudLog;
  const nowMs = overrides.nowMs ?? Date.now;
  const sleep = overrides.sleep ?? ((ms: number) => setTimeout(ms));
  const randomBytes = pooledRandomBytes();

  const db = lazy(() => {
    if (overrides.db) return overrides.db;
    const { Firestore } = require("@google-cloud/firestore") as typeof import("@google-cloud/firestore");
    // The project's database, or the emulator that FIRESTORE_EMULATOR_HOST names.
    const projectId = process.env["GCLOUD_PROJECT"] ?? process.env["GOOGLE_CLOUD_PROJECT"];
    return new Firestore({ ...(projectId && { projectId }), ignoreUndefinedProperties: true });
  });
  const stores = lazyAll(firestoreStores(db, { log, nowMs }));
  const nodes = lazy(() => {
    const { Nodes } = require("../adapters/rpc/nodes") as typeof import("../adapters/rpc/nodes");
    const { chainId, rpcUrls, rpcTimeoutMs, rpcQuorum } = settings;
    return new Nodes({ urls: rpcUrls, chainId, timeoutMs: rpcTimeoutMs, quorum: rpcQuorum, log });
  });
  const chain = lazy((): Chain => {
    if (overrides.chain) return overrides.chain;
    const { rpcChain } = require("../adapters/rpc/chain") as typeof import("../adapters/rpc/chain");
    return rpcChain(nodes());
  });
  const escrow = lazy((): Escrow => {
    const { ethersEscrow } = require("../adapters/ethers/escrow") as typeof import("../adapters/ethers/escrow");
    const { chainId, escrowFromBlock } = settings;
    return ethersEscrow({
      nodes: nodes(),
      addresses: requireEscrows(settings.escrows),
      fromBlock: escrowFromBlock,
      chainId,
    });
  });
  const deposits = lazy((): Deposits => {
    const { escrowDeposits } = require("../adapters/ethers/deposits") as typeof import("../adapters/ethers/deposits");
    return escrowDeposits({ nodes: nodes(), escrows: requireEscrows(settings.escrows), chainId: settings.chainId });
  });
  const vitals = lazy(() => {
    const { ethersVitals } = require("../adapters/ethers/vitals") as typeof import("../adapters/ethers/vitals");
    const { chainId, escrows } = settings;
    return ethersVitals({ nodes: nodes(), escrows, token: chainOf(chainId).usdc.address });
  });
  const agentRegistry = lazy(() => {
    const { ethersAgentRegistry } =
      require("../adapters/ethers/agentRegistry") as typeof import("../adapters/ethers/agentRegistry");
    return ethersAgentRegistry(nodes(), settings.chainId);
  });
  const signatures = lazy(() => {
    const { WalletSignatures } =
      require("../adapters/ethers/signatures") as typeof import("../adapters/ethers/signatures");
    return new WalletSignatures((call, signal) => chain().ethCall(call, signal), nodes().patienceMs);
  });
  const signerOf = ({ privateKey }: { privateKey: Hex }): SignDigest => {
    const signer = lazy(() => {
      const { digestSigner } =
        require("../adapters/ethers/signDigest") as typeof import("../adapters/ethers/signDigest");
      return digestSigner(privateKey);
    });
    return (digest) => signer()(digest);
  };
  const authorizations = lazy(() => {
    const { rpcAuthorizations } =
      require("../adapters/rpc/authorizations") as typeof import("../adapters/rpc/authorizations");
    return rpcAuthorizations(nodes());
  });
  /** What each sending wallet of the service is made of. */
  const walletParts = <Own>(name: "settlement" | "relay" | "keeper", own: Own | null) => {
    const { firestoreWalletStore } =
      require("../adapters/firestore/payments/walletStore") as typeof import("../adapters/firestore/payments/walletStore");
    if (!own) throw new TypeError(`this deployment has no wallet for ${name}`);
    const store = (wallet: Address) => firestoreWalletStore(db(), name, wallet);
    return { ...own, nodes: nodes(), chainId: settings.chainId, log, nowMs, sleep, store };
  };
  const settlingWallet = lazy(() => {
    const { settlingWallet: open } =
      require("../adapters/ethers/settlingWallet") as typeof import("../adapters/ethers/settlingWallet");
    const { settlement } = settings;
    return open(walletParts("settlement", settlement?.kind === "wallet" ? settlement : null));
  });
  const relay = lazy((): Relay => {
    const { relayWallet } =
      require("../adapters/ethers/relayWallet") as typeof import("../adapters/ethers/relayWallet");
    const parts = walletParts("relay", settings.relay);
    return relayWallet({
      ...parts,
      maxWei: parts.budgetWei / RELAY_STEP_PART,
      escrows: requireEscrows(settings.escrows),
    });
  });
  const keeper = lazy((): KeeperWallet => {
    const { keeperWallet } =
      require("../adapters/ethers/keeperWallet") as typeof import("../adapters/ethers/keeperWallet");
    const parts = walletParts("keeper", settings.keeper);
    return keeperWallet({ ...parts, maxWei: parts.budgetWei / KEEPER_CALL_PART });
  });
  const facilitator = lazy(() => {
    const { settlementCheck } =
      require("../adapters/ethers/settlementCheck") as typeof import("../adapters/ethers/settlementCheck");
    const { facilitator: open } = require("../adapters/facilitator") as typeof import("../adapters/facilitator");
    if (settings.settlement?.kind !== "facilitator") throw new TypeError("this deployment has no facilitator");
    const check = settlementCheck({
      nodes: nodes(),
      chainId: settings.chainId,
      sender: settings.paymentRecipient,
      factories: null,
    });
    return open({ ...settings.settlement, check, fetch, log, nowMs });
  });
  const facilitatorReach = lazy(() => {
    const { facilitatorVitals } = require("../adapters/facilitator") as typeof import("../adapters/facilitator");
    if (settings.settlement?.kind !== "facilitator") throw new TypeError("this deployment has no facilitator");
    return facilitatorVitals({ ...settings.settlement, fetch, nowMs });
  });
  const settler = (): Settler | null => {
    if (settings.settlement === null) return null;
    return settings.settlement.kind === "wallet" ? settlingWallet() : facilitator();
  };
  const answers = lazy((): Answers => {
    if (overrides.answers) return overrides.answers;
    const { answerEngine } = require("../adapters/answers") as typeof import("../adapters/answers");
    return answerEngine({ snapshots: stores.snapshots(), now: nowMs, log, model: settings.answerModel });
  });

  const statements = lazy(() => {
    const { fileStatements } =
      require("../adapters/export/statements") as typeof import("../adapters/export/statements");
    return fileStatements;
  });
  const rateSource = lazy(() => {
    const { rateSource: open } = require("../adapters/rates") as typeof import("../adapters/rates");
    if (!settings.fiat) throw new TypeError("this deployment has no source of rates");
    return open({
      ...settings.fiat,
      fetch,
      log,
      ...(overrides.ratesDeadline && { deadline: overrides.ratesDeadline }),
    });
  });
  const webhookSender = lazy((): WebhookSender => {
    if (overrides.webhookSender) return overrides.webhookSender;
    const { webhookSender: open } =
      require("../adapters/webhooks/sender") as typeof import("../adapters/webhooks/sender");
    return open({ loopback: settings.webhooks?.loopback ?? false });
  });
  const deliveryQueue = lazy((): DeliveryQueue => {
    if (overrides.deliveryQueue) return overrides.deliveryQueue;
    const { cloudTasksQueue } = require("../adapters/webhooks/queue") as typeof import("../adapters/webhooks/queue");
    return cloudTasksQueue();
  });

  const outputChecker = lazy((): OutputChecker => {
    if (overrides.outputChecker) return overrides.outputChecker;
    const { SchemaThread } =
      require("../adapters/outputSchema/schemaThread") as typeof import("../adapters/outputSchema/schemaThread");
    return new SchemaThread({ log });
  });

  const caches = overrides.caches ?? true;
  const eventFeed = new EventFeed({
    events: stores.events,
    nowMs,
    ...(overrides.maxWaiting && { maxWaiting: overrides.maxWaiting }),
  });
  const unknownTasks = new UnknownTasks(caches ? nowMs : null);
  const payments = {
    settings,
    log,
    nowMs,
    randomBytes,
    sleep,
    ...stores,
    chain,
    settler,
    authorizations,
    signatures,
    signReceipt: settings.receipts && signerOf(settings.receipts),
    caches,
  };
  const openSale: OpenSale = (endpoint, label, requireStock) =>
    new Paywall(endpoint, label, { ...payments, requireStock });
  return {
    ...payments,
    webhookSender,
    deliveryQueue,
    openSale,
    escrow: () => (settings.escrows ? escrow() : null),
    keeper: () => (settings.keeper && settings.escrows ? keeper() : null),
    relay: () => (settings.relay && settings.escrows ? relay() : null),
    strict: overrides.strict ?? false,
    isStocked: overrides.isStocked ?? false,
    recipient:
      settings.escrows && !overrides.isStocked
        ? recipientCheck({ settings, escrows: settings.escrows, chain, log, nowMs })
        : null,
    clientOf: clientAddress(settings.trustedProxies, settings.edgeKeys),
    services: asProperties({
      ...stores,
      settings: () => settings,
      eventFeed: () => eventFeed,
      unknownTasks: () => unknownTasks,
      agentRegistry,
      answers,
      outputChecker,
      deposits,
      escrow,
      reachesFacilitator: facilitatorReach,
      settlement: settlingWallet,
      relay,
      keeper,
      signVerdict: () => settings.judge && signerOf(settings.judge),
      signatures,
      rateSource,
      statements,
      vitals,
      webhookSender,
      deliveryQueue,
    }),
  };
}

/** The request handler of one function. */
export function handlerOf(endpoints: readonly Endpoint[], settings: Settings, overrides: Overrides = {}) {
  return serve(endpoints, wire(settings, overrides));
}

/** Logs warnings about the settings once at start. */
export function logWarnings({ warnings }: Settings): void {
  for (const warning of warnings) cloudLog.warn("settings.warning", { warning });
}

interface RecipientParts {
  readonly settings: { readonly paymentRecipient: Address };
  readonly escrows: Escrows;
  readonly chain: () => Chain;
  readonly log: Log;
  readonly nowMs: () => number;
}

/** A treasury changes rarely. */
const FRESH_MS = 600_000;
/** Function selector of treasury(). */
const TREASURY = "0x61d027b3";

/**
 * Checks whether the recipient is the treasury of an escrow: then it also receives fees, and nothing is quoted.
 *
 * The treasury is read from the chain and may change: it is first read in the background of the first quote, and again
 * later.
 */
function recipientCheck({ settings, escrows, chain, log, nowMs }: RecipientParts): Availability {
  return new Availability(
    async () => {
      for (const [contract, to] of Object.entries(escrows)) {
        const treasury = toAddress(`0x${(await chain().ethCall({ to, data: TREASURY })).slice(-40)}`);
        if (treasury !== settings.paymentRecipient) continue;
        log.error("payment.recipient_is_treasury", { contract, recipient: settings.paymentRecipient });
        return `PAYMENT_RECIPIENT is the treasury of the ${contract} escrow: the operator must set an address that receives nothing but payments.`;
      }
      return null;
    },
    nowMs,
    FRESH_MS,
  );
}
