import { ROW_DIRECTIONS, ROW_ROLES, ROW_TYPES } from "../domain/accounting/row";
import { array, integer, nullable, object, oneOf, optional, string, untrusted } from "./build";
import { Address, ContractName, Deployment, Time, TxHash, Usdc } from "./common";

const Day = (description: string) =>
  optional(string({ pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$", description, examples: ["2026-01-31"] }));
const Role = oneOf(...ROW_ROLES);
const Type = oneOf(...ROW_TYPES);

/** The caller's rows to include. */
export const AccountingFilters = {
  from: Day("The first day, UTC; from the beginning by default."),
  to: Day("The last day, UTC, inclusive; up to now by default."),
  role: optional({
    ...Role,
    description: "The wallet's role; platform received fees or the price of answers.",
  }),
  type: optional({ ...Type, description: "The type of the rows." }),
  contract: optional({
    ...ContractName,
    description: "human, agent-fast, or that deployment's address; by default both, and paid answers.",
  }),
};

const NetUsdc = string({
  pattern: "^-?(0|[1-9][0-9]{0,17})(\\.[0-9]{1,6})?$",
  description: "In USDC; what went out is negative, so that sums are a net.",
  examples: ["-12.5"],
});

const Amounts = {
  grossUsdc: Usdc,
  feeUsdc: { ...Usdc, description: "What was deducted from the gross amount." },
  netUsdc: NetUsdc,
};
const Direction = { ...oneOf(...ROW_DIRECTIONS), description: "Into the wallet, or out of it." };

export const AccountingRow = object(
  {
    movedAt: { ...Time, description: "When it moved." },
    settledAt: { ...nullable(Time), description: "When it left the escrow; null while the escrow holds it." },
    contract: { ...nullable(Deployment), description: "Null for a paid answer." },
    taskId: nullable(string()),
    title: untrusted(
      nullable(string({ description: "The task's, or the beginning of the question; null where it is not known." })),
    ),
    role: Role,
    type: Type,
    ...Amounts,
    direction: Direction,
    counterparty: {
      ...nullable(Address),
      description: "The other party; null until a worker has started the task.",
    },
    txHash: TxHash,
    blockNumber: integer({ minimum: 0 }),
    logIndex: integer({
      minimum: 0,
      description: "The log index of the event that the row is derived from.",
    }),
  },
  { title: "AccountingRow" },
);

/** The sums of all filtered rows, over all pages. */
export const AccountingSums = {
  totals: array(
    object(
      {
        type: Type,
        direction: Direction,
        rows: integer({ minimum: 1 }),
        ...Amounts,
        heldUsdc: { ...Usdc, description: "What of it the escrow still holds." },
      },
      { title: "AccountingTotal" },
    ),
    {
      description: "The sums for each type and direction with rows.",
    },
  ),
  netUsdc: NetUsdc,
  held: object(
    { rewardUsdc: Usdc, stakeUsdc: Usdc },
    { title: "HeldInEscrow", description: "What the wallet paid into escrow and the escrow still holds." },
  ),
  settledNetUsdc: {
    ...NetUsdc,
    description: "netUsdc of what the escrow no longer holds: stakes in it are no losses.",
  },
  months: array(
    object(
      {
        month: string({ pattern: "^[0-9]{4}-[0-9]{2}$", examples: ["2026-01"] }),
        rows: integer({ minimum: 1 }),
        inUsdc: { ...Usdc, description: "What came in." },
        outUsdc: { ...Usdc, description: "What went out." },
        netUsdc: NetUsdc,
        settled: object(
          { inUsdc: Usdc, outUsdc: Usdc, netUsdc: NetUsdc },
          {
            title: "SettledMonth",
            description:
              "Earned and spent: without what the escrow holds, and without stakes, unless lost or received. A refund lowers what was spent.",
          },
        ),
      },
      { title: "AccountingMonth" },
    ),
    { description: "The sums of each UTC month with rows, oldest first." },
  ),
};
