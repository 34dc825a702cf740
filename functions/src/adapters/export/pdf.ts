import { balanceOf, type AccountingRow, type RowDirection } from "../../domain/accounting/row";
import {
  fiatCents,
  rateAt,
  SETTLEMENT_KINDS,
  balanceIn,
  dateOf,
  totalsOf,
  amountInWords,
  centsInWords,
  countInWords,
  minuteOf,
  partiesOf,
  partyInWords,
  periodInWords,
  roleInWords,
  selectionInWords,
  signedInWords,
  subjectOf,
  typeInWords,
  type Fiat,
  type SettlementKind,
  type SettlementRow,
  type Movements,
  type SettledStatement,
} from "../../domain/statement/statement";
import type { RowTotal } from "../../domain/accounting/totals";
import { written, type Column } from "./paper";

/** What the settlements of one kind come to. */
interface KindTotal {
  readonly kind: SettlementKind;
  readonly direction: RowDirection;
  readonly count: number;
  readonly grossUsdcUnits: bigint;
  readonly feeUsdcUnits: bigint;
  readonly netUsdcUnits: bigint;
}

const KIND_NAMES: Readonly<Record<SettlementKind, string>> = {
  income: "Income",
  expense: "Expense",
  stake_lost: "Stake lost",
  stake_received: "Stake received",
};
const NO_CURRENCY = "USDC, a digital US dollar; this service states no other currency";
const feeInWords = (units: bigint) => (units === 0n ? "" : amountInWords(units));
const transactionOf = (explorer: string, hash: string) => `${explorer}/tx/${hash}`;

/** The last column, where the operator names a currency; empty where the day has no rate. */
const fiatColumn = (fiat: Fiat): Column<SettlementRow> => ({
  title: `Net, ${fiat.currency}`,
  width: FIAT_WIDTH,
  kind: "count",
  of: ({ direction, settledAt, netUsdcUnits }) => {
    const rate = rateAt(fiat, settledAt);
    return rate ? `${direction === "in" ? "+" : "−"}${centsInWords(fiatCents(netUsdcUnits, rate))}` : "";
  },
});

const FIAT_WIDTH = 84;
const SUBJECT_WIDTH = 278;
const ROLE_WIDTH = 76;

const ofStatement = (fiat: Fiat | null): readonly Column<SettlementRow>[] => [
  { title: "Settled (UTC)", width: 76, kind: "text", of: ({ settledAt }) => minuteOf(settledAt) },
  {
    title: "For",
    width: fiat ? SUBJECT_WIDTH - FIAT_WIDTH : SUBJECT_WIDTH,
    kind: "text",
    of: ({ row }) => subjectOf(row),
  },
  { title: "What", width: 80, kind: "text", of: ({ kind }) => KIND_NAMES[kind] },
  { title: "As", width: ROLE_WIDTH, kind: "text", of: ({ row }) => roleInWords(row.role) },
  { title: "Gross", width: 84, kind: "amount", of: ({ grossUsdcUnits }) => amountInWords(grossUsdcUnits) },
  { title: "Fee", width: 72, kind: "amount", of: ({ feeUsdcUnits }) => feeInWords(feeUsdcUnits) },
  {
    title: "Net",
    width: 92,
    kind: "amount",
    of: ({ direction, netUsdcUnits }) => signedInWords(direction, netUsdcUnits),
  },
  ...(fiat ? [fiatColumn(fiat)] : []),
];

const OF_KINDS: readonly Column<KindTotal>[] = [
  { title: "What", width: 150, kind: "text", of: ({ kind }) => KIND_NAMES[kind] },
  { title: "Settlements", width: 90, kind: "count", of: ({ count }) => countInWords(count) },
  { title: "Gross", width: 100, kind: "amount", of: ({ grossUsdcUnits }) => amountInWords(grossUsdcUnits) },
  { title: "Fees", width: 90, kind: "amount", of: ({ feeUsdcUnits }) => amountInWords(feeUsdcUnits) },
  {
    title: "Net",
    width: 110,
    kind: "amount",
    of: ({ direction, netUsdcUnits }) => signedInWords(direction, netUsdcUnits),
  },
];

const ofSettlement = (explorer: string): readonly Column<AccountingRow>[] => [
  { title: "Moved (UTC)", width: 76, kind: "text", of: ({ movedAt }) => minuteOf(movedAt) },
  { title: "Movement", width: 68, kind: "text", of: ({ type }) => typeInWords(type) },
  { title: "As", width: ROLE_WIDTH, kind: "text", of: ({ role }) => roleInWords(role) },
  {
    title: "Transaction",
    width: 314,
    kind: "text",
    of: ({ txHash }) => txHash,
    link: ({ txHash }) => transactionOf(explorer, txHash),
  },
  { title: "Gross", width: 76, kind: "amount", of: ({ grossUsdcUnits }) => amountInWords(grossUsdcUnits) },
  { title: "Fee", width: 68, kind: "amount", of: ({ feeUsdcUnits }) => feeInWords(feeUsdcUnits) },
  {
    title: "Net",
    width: 92,
    kind: "amount",
    of: ({ direction, netUsdcUnits }) => signedInWords(direction, netUsdcUnits),
  },
];

const OF_TOTALS: readonly Column<RowTotal>[] = [
  { title: "Movement", width: 110, kind: "text", of: ({ type }) => typeInWords(type) },
  { title: "Direction", width: 60, kind: "text", of: ({ direction }) => direction },
  { title: "Movements", width: 70, kind: "count", of: ({ rows }) => countInWords(rows) },
  { title: "Gross", width: 100, kind: "amount", of: ({ grossUsdcUnits }) => amountInWords(grossUsdcUnits) },
  { title: "Fees", width: 90, kind: "amount", of: ({ feeUsdcUnits }) => amountInWords(feeUsdcUnits) },
  {
    title: "Net",
    width: 110,
    kind: "amount",
    of: ({ direction, netUsdcUnits }) => signedInWords(direction, netUsdcUnits),
  },
];

/** What a wallet earned and spent, one row a settlement, as a PDF document; the same statement gives the same bytes. */
export function statementPdf(statement: SettledStatement): AsyncIterable<Uint8Array> {
  const { wallet, names, filters, settled, held, openingUsdcUnits: opening, isPart, explorer, fiat } = statement;
  const times = settled.map(({ settledAt }) => settledAt);
  const selection = selectionInWords(filters);
  const totals = SETTLEMENT_KINDS.flatMap((kind) => kindTotal(kind, settled) ?? []);
  const net = totals.reduce((sum, one) => sum + balanceOf(one), 0n);
  return written({
    title: "Statement of account",
    facts: [
      ...partiesOf(statement),
      ["Wallet", wallet],
      ["Period", periodInWords(filters, times)],
      ...(selection ? [["Selection", selection] as const] : []),
      ["Settlements", `${countInWords(settled.length)}${isPart ? ", in this part; the totals are this part's" : ""}`],
      ...(opening === null
        ? []
        : [
            ["Net before", `${balanceInWords(opening)} USDC, of all that was settled before this period`] as const,
            ["Net after", `${balanceInWords(opening + net)} USDC, of all that was settled until its end`] as const,
          ]),
      ["In escrow", inEscrow(held)],
      fiat ? [fiat.currency, ratesInWords(fiat, settled)] : ["Currency", NO_CURRENCY],
    ],
    totals,
    ofTotals: OF_KINDS,
    sum: ["Net of all that is settled", net],
    rows: settled,
    columns: ofStatement(fiat),
    below: ({ row, settledTxHash }) => [
      { text: `Transaction ${settledTxHash}`, link: transactionOf(explorer, settledTxHash) },
      ...(row.counterparty === null ? [] : [{ text: `With ${partyInWords(row.counterparty, names)}` }]),
    ],
    heading: "Settlements",
    none: "Nothing was settled in this period.",
    amounts: [...settled, ...totals].flatMap(amountsOf),
    date: dateOf({ times, filters }),
    running: `Statement of account, ${wallet}`,
  });
}

/** The movements that settle one task, or pay for one answer, as a PDF document; the same rows give the same bytes. */
export function settlementPdf(statement: Movements): AsyncIterable<Uint8Array> {
  const { wallet, names, filters, rows, explorer } = statement;
  const [first] = rows;
  if (!first) throw new RangeError("a settlement without a movement");
  const others = [...new Set(rows.flatMap(({ counterparty }) => (counterparty ? [counterparty] : [])))];
  const selection = selectionInWords(filters);
  const subject = subjectOf(first);
  const totals = totalsOf(rows);
  return written({
    title: "Settlement statement",
    facts: [
      ...partiesOf(statement),
      ["Wallet", wallet],
      ["For", subject],
      ...(others.length > 0 ? [["With", others.map((one) => partyInWords(one, names)).join(", ")] as const] : []),
      [
        "Period",
        periodInWords(
          filters,
          rows.map(({ movedAt }) => movedAt),
        ),
      ],
      ...(selection ? [["Selection", selection] as const] : []),
    ],
    totals,
    ofTotals: OF_TOTALS,
    sum: ["Net of all", balanceIn(totals)],
    rows,
    columns: ofSettlement(explorer),
    below: null,
    heading: "Movements",
    none: "There are no movements in this period.",
    amounts: [...rows, ...totals].flatMap(amountsOf),
    date: dateOf({ times: rows.map(({ movedAt }) => movedAt), filters }),
    running: `Settlement statement, ${subject}, ${wallet}`,
  });
}

function kindTotal(kind: SettlementKind, settled: readonly SettlementRow[]): KindTotal | null {
  const own = settled.filter((one) => one.kind === kind);
  const [first] = own;
  const sum = (name: "grossUsdcUnits" | "feeUsdcUnits" | "netUsdcUnits") =>
    own.reduce((units, one) => units + one[name], 0n);
  if (!first) return null;
  return {
    kind,
    direction: first.direction,
    count: own.length,
    grossUsdcUnits: sum("grossUsdcUnits"),
    feeUsdcUnits: sum("feeUsdcUnits"),
    netUsdcUnits: sum("netUsdcUnits"),
  };
}

function ratesInWords(fiat: Fiat, settled: readonly SettlementRow[]): string {
  const without = settled.filter(({ settledAt }) => !rateAt(fiat, settledAt)).length;
  const missing = without === 0 ? "" : `; ${countInWords(without)} without a rate yet: export again later`;
  return `At each day's rate of the US dollar, one USDC as one dollar${missing}`;
}

const balanceInWords = (units: bigint) => signedInWords(units < 0n ? "out" : "in", units < 0n ? -units : units);

function inEscrow({ rewardUsdcUnits, stakeUsdcUnits }: SettledStatement["held"]): string {
  if (rewardUsdcUnits + stakeUsdcUnits === 0n) return "Nothing";
  return `Rewards ${amountInWords(rewardUsdcUnits)}, stakes ${amountInWords(stakeUsdcUnits)} USDC: neither spent nor lost, and in no total`;
}

function amountsOf({
  grossUsdcUnits,
  feeUsdcUnits,
  netUsdcUnits,
}: Pick<KindTotal, "grossUsdcUnits" | "feeUsdcUnits" | "netUsdcUnits">): bigint[] {
  return [grossUsdcUnits, feeUsdcUnits, netUsdcUnits];
}
