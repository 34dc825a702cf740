import { boolean, integer, nullable, object, optional, string, oneOf } from "./build";
import { Address, Bytes32, DataHash, Time, Usdc } from "./common";

const Said = (description: string) => nullable(string({ description }));

export const AboutView = object(
  {
    operator: object(
      {
        name: Said("Who runs this deployment."),
        contact: Said("An e-mail address or a URL."),
        termsUrl: Said("The terms of use."),
        privacyUrl: Said("The privacy notice."),
        arbiter: Said("Who rules on disputes with the arbiter's wallet."),
      },
      { title: "Operator", description: "What the operator states about itself; null for what it does not state." },
    ),
    network: object({
      chainId: integer(),
      name: string(),
      explorer: string({
        description: "A block explorer: `/tx/{hash}` and `/address/{address}` follow.",
        examples: ["https://basescan.org"],
      }),
      testNetwork: boolean({ description: "Whether this is a test network, without real money." }),
      notice: optional(string()),
    }),
    escrows: nullable(object({ human: Address, "agent-fast": Address }, { description: "The two escrow contracts." })),
    judge: {
      ...nullable(Address),
      description: "The service's judge, for judge schema; null without one.",
    },
    fiatCurrency: nullable(
      string({
        pattern: "^[A-Z]{3}$",
        description:
          "The ISO 4217 currency that statements show besides USDC, at the rate of each day; null without one.",
      }),
    ),
    relay: boolean({ description: "Whether the service sends the steps of wallets without ETH." }),
  },
  { title: "About" },
);

const Ok = boolean({ description: "False if the dependency does not answer in time or is not healthy." });
const Block = nullable(integer({ minimum: 0 }));
const Count = nullable(integer({ minimum: 0 }));
const Wei = nullable(string({ pattern: "^[0-9]+$", description: "In wei.", examples: ["20000000000000000"] }));
const Day = nullable(string({ pattern: "^\\d{4}-\\d{2}-\\d{2}$", examples: ["2026-10-01"] }));

const Vault = object(
  {
    ok: Ok,
    address: Address,
    codeHash: nullable(Bytes32),
    atBlock: {
      ...Block,
      description: "The block at which balance and liabilities are compared: the indexer's latest.",
    },
    solvent: nullable(boolean({ description: "Whether it holds at least what it owes to open tasks at that block." })),
    escrowUsdc: nullable(Usdc),
    liabilitiesUsdc: {
      ...nullable(Usdc),
      description: "Owed to open tasks; excludes credits that wait for withdraw.",
    },
  },
  { title: "VaultHealth" },
);

/** One of the service's own wallets. */
const OWN_WALLET = {
  address: nullable(Address),
  wei: Wei,
  pending: nullable(integer({ minimum: 0, description: "Transactions that have not been seen in a block yet." })),
  budgetLeftWei: { ...Wei, description: "What today's transactions may still cost, in wei." },
};
const walletOk = (name: string, orElse = "") => ({
  ...Ok,
  description: `False if ${name} is low on ether or on today's budget, or too many of its transactions are unconfirmed${orElse}.`,
});

const Settlement = object(
  {
    ok: walletOk("the settling wallet", ", or the facilitator does not answer"),
    by: oneOf("wallet", "facilitator", "nobody"),
    ...OWN_WALLET,
  },
  { title: "SettlementHealth", description: "The settlement of signed x402 payments." },
);

const Keeper = object(
  { ok: walletOk("the keeper's wallet"), ...OWN_WALLET },
  { title: "KeeperHealth", description: "The wallet that anchors signed resubmissions and calls timeouts." },
);

const Relay = object(
  { ok: walletOk("the relay's wallet"), ...OWN_WALLET },
  { title: "RelayHealth", description: "The wallet that sends the steps of wallets without ETH." },
);

const Anchoring = object(
  {
    ok: {
      ...Ok,
      description: "False if signed resubmissions wait and the keeper has had no successful run for five minutes.",
    },
    waiting: {
      ...Count,
      description: "Signed resubmissions that are not on the chain yet, at most 1,000.",
    },
    until: { ...nullable(Time), description: "When the first of them expires." },
  },
  { title: "AnchoringHealth" },
);

const Run = object(
  {
    ok: {
      ...Ok,
      description: "False if it has not succeeded in the time of five runs, or has never run while something waits.",
    },
    lastSuccess: { ...nullable(Time), description: "When a run last succeeded; null if none did." },
    waiting: { ...Count, description: "How much waits for it, at most 1,000; null if it counts nothing." },
  },
  { title: "JobHealth" },
);

const Jobs = object(
  {
    ok: { ...Ok, description: "Whether all jobs are ok." },
    runs: object({
      ledger: Run,
      indexer: Run,
      events: Run,
      keeper: Run,
      settlements: Run,
      paymentFinality: Run,
      rollups: Run,
    }),
  },
  {
    title: "JobsHealth",
    description:
      "The scheduled jobs. ledger: final tasks and payments that are not posted; events: events that are not published; " +
      "paymentFinality: payments that are not final yet, or are due to be looked for.",
  },
);

const Indexer = object(
  { ok: Ok, lastBlock: Block, lagBlocks: Block, lagSeconds: nullable(integer({ minimum: 0 })) },
  { title: "IndexerHealth" },
);

const Dataset = object(
  {
    ok: { ...Ok, description: "False if it is not published, or was published more than a year ago." },
    dataHash: nullable(DataHash),
    count: Count,
    publishedAt: nullable(Time),
  },
  { title: "DatasetHealth" },
);

const Answers = object(
  {
    ok: { ...Ok, description: "Whether all datasets are ok." },
    dataHash: nullable(DataHash),
    count: Count,
    engine: oneOf("local", "model"),
    datasets: object({ chats: Dataset, goals: Dataset }),
  },
  { title: "AnswersHealth", description: "dataHash and count are those of the chats." },
);

const Reports = object(
  {
    ok: { ...Ok, description: "False if the report of a past month is more than two days late." },
    from: { ...Day, description: "The latest report's first day; null before the first report." },
    to: { ...Day, description: "The day after its last." },
    publishedAt: nullable(Time),
  },
  { title: "ReportsHealth" },
);

/** A check is null if the deployment does not have it. */
export const HealthView = object({
  status: oneOf("ok", "degraded", "down"),
  checks: object({
    firestore: object({ ok: Ok }),
    rpc: object({ ok: Ok, blockNumber: Block, lagSeconds: nullable(integer()) }),
    contracts: nullable(object({ human: Vault, agentFast: Vault })),
    indexer: nullable(Indexer),
    settlement: Settlement,
    keeper: nullable(Keeper),
    relay: nullable(Relay),
    anchoring: nullable(Anchoring),
    jobs: Jobs,
    answers: Answers,
    reports: nullable(Reports),
  }),
  network: object({
    chainId: integer(),
    name: string(),
    testNetwork: boolean({ description: "Whether this is a test network, without real money." }),
    notice: optional(string()),
  }),
  version: string(),
  commit: nullable(string()),
  time: Time,
});
