import { array, integer, nullable, object, oneOf, optional, string } from "./build";
import { Address, ContractName, Time, TxHash, Usdc } from "./common";

const Day = (description: string) =>
  optional(string({ pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$", description, examples: ["2026-01-31"] }));
const Role = oneOf("poster", "worker", "platform", "payer");
const Type = oneOf(
  "reward",
  "refund",
  "stake",
  "stake_returned",
  "stake_forfeited",
  "cancel_fee",
  "platform_fee",
  "paid_answer",
);

/** Which rows of the caller's are meant. */
export const AccountingFilters = {
  from: Day("The first day, UTC; from the beginning where it is left out."),
  to: Day("The last day, UTC, included; up to now where it is left out."),
  role: optional({
    ...Role,
    description: "The part that the wallet had; platform received fees or the price of answers.",
  }),
  type: optional({ ...Type, description: "What the rows are about." }),
  contract: optional({
    ...ContractName,
    description: "human, agent-fast, or that deployment's address; both, and paid answers, where it is left out.",
  }),
};

const Amounts = {
  grossUsdc: Usdc,
  feeUsdc: { ...Usdc, description: "What was kept back of the gross amount." },
  netUsdc: { ...Usdc, description: "What moved: gross less fee." },
};
const Direction = { ...oneOf("in", "out"), description: "Into the wallet, or out of it." };

export const AccountingRow = object(
  {
    settledAt: Time,
    contract: { ...nullable(oneOf("human", "agent-fast")), description: "Null for a paid answer." },
    taskId: nullable(string()),
    title: nullable(string()),
    role: Role,
    type: Type,
    ...Amounts,
    direction: Direction,
    counterparty: {
      ...nullable(Address),
      description: "The other party; null as long as nobody has started the task.",
    },
    txHash: TxHash,
    blockNumber: integer({ minimum: 0 }),
    logIndex: integer({
      minimum: 0,
      description: "The position in its block of the log that the row is derived from.",
    }),
  },
  { title: "AccountingRow" },
);

/** What the rows that the filters let through come to, all pages together. */
export const AccountingTotals = {
  totals: array(
    object(
      { type: Type, direction: Direction, rows: integer({ minimum: 1 }), ...Amounts },
      { title: "AccountingTotal" },
    ),
    {
      description: "For each type and direction that has rows, their sums.",
    },
  ),
  netUsdc: string({
    pattern: "^-?(0|[1-9][0-9]{0,17})(\\.[0-9]{1,6})?$",
    description: "What came in less what went out, in USDC; may be negative.",
    examples: ["-12.5"],
  }),
};
