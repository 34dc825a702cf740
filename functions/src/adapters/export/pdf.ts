import { balanceOf, movementName, type AccountingRow, type RowDirection } from "../../domain/accounting/row";
import {
  fiatCents,
  rateAt,
  SETTLEMENT_KINDS,
  asOfInWords,
  balanceIn,
  balanceInWords,
  dateOf,
  totalsOf,
  amountInWords,
  centsInWords,
  countInWords,
  minuteOf,
  partiesOf,
  partyInWords,
  periodInWords,
  reconciled,
  roleInWords,
  selectionInWords,
  signedInWords,
  subjectOf,
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
const NO_CURRENCY = "Amounts are in USDC, a digital US dollar";
const feeInWords = (units: bigint) => (units === 0n ? "" : amountInWords(units));
const transactionOf = (explorer: string, hash: string) => `${explorer}/tx/${hash}`;
const transaction = (name: string, hash: string, explorer: string) => ({
  text: `${name} ${hash}`,
  link: transactionOf(explorer, hash),
});
const OF_PART = "; in this part, whose totals these are";

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
const SUBJECT_WIDTH = 306;
const ROLE_WIDTH = 48;

const ofStatement = (fiat: Fiat | null): readonly Column<SettlementRow>[] => [
  { title: "Settled (UTC)", width: 76, kind: "text", of: ({ settledAt }) => minuteOf(settledAt) },
  {
    title: "For",
    width: fiat ? SUBJECT_WIDTH - FIAT_WIDTH : SUBJECT_WIDTH,
    kind: "text",
    of: ({ row }) => subjectOf(row),
    wraps: true,
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
  { title: "Tasks and answers", width: 90, kind: "count", of: ({ count }) => countInWords(count) },
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
  { title: "Movement", width: 96, kind: "text", of: movementName },
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
  { title: "Movement", width: 110, kind: "text", of: movementName },
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
  const { wallet, names, filters, settled, moved, issuedAt, explorer, fiat } = statement;
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
      ["Issued", `${minuteOf(issuedAt)} UTC`],
      ["Rows", `${countInWords(settled.length)}, one for each settled task and each answer${moved ? "" : OF_PART}`],
      ...(moved ? stakesOf(moved.within) : []),
      fiat ? [fiat.currency, ratesInWords(fiat, settled)] : ["Currency", NO_CURRENCY],
    ],
    totals,
    ofTotals: OF_KINDS,
    sums: [
      { name: "Net of all that is settled", units: net, isNet: true },
      ...(moved ? changesOf(net, statement, moved) : []),
    ],
    rows: settled,
    columns: ofStatement(fiat),
    below: ({ row, settledTxHash, funded }) => [
      ...(funded ? [[transaction(`Funded ${minuteOf(funded.at)} by transaction`, funded.txHash, explorer)]] : []),
      [
        transaction(funded ? "Settled by transaction" : "Transaction", settledTxHash, explorer),
        ...(row.counterparty === null ? [] : [{ text: `With ${partyInWords(row.counterparty, names)}` }]),
      ],
    ],
    heading: "Settled tasks, and answers",
    none: "Nothing was settled in this period.",
    amounts: [...settled, ...totals].flatMap(amountsOf),
    date: issuedAt,
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
    sums: [{ name: "Net of all", units: balanceIn(totals), isNet: true }],
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

/** From what is settled to the change of the wallet's balance, and that balance before and after. */
function changesOf(
  net: bigint,
  { filters, issuedAt }: SettledStatement,
  { before, within }: NonNullable<SettledStatement["moved"]>,
) {
  const { rewards, stakes, change } = reconciled(net, within);
  const line = (name: string, units: bigint, isNet = false) => ({ name, units, isNet });
  const asOf = asOfInWords(filters, issuedAt);
  return [
    line("Rewards put into escrow, less those settled", rewards),
    line("Stakes put into escrow, less those returned or lost", stakes),
    line(`Change of the wallet's balance through this service, ${asOf}`, change, true),
    ...(filters.fromDay === null
      ? []
      : [
          line("All such changes before this period", balanceIn(before)),
          line(`All such changes, ${asOf}`, balanceIn(before) + change, true),
        ]),
  ];
}

/** No row tells of a stake that came back: it is neither earned nor spent. */
function stakesOf(within: readonly RowTotal[]): (readonly [string, string])[] {
  const { paidIn, returned } = reconciled(0n, within);
  if (paidIn === 0n && returned === 0n) return [];
  const net = balanceInWords(returned - paidIn);
  return [["Stakes", `${amountInWords(paidIn)} USDC paid in and ${amountInWords(returned)} returned, net ${net}`]];
}

function amountsOf({
  grossUsdcUnits,
  feeUsdcUnits,
  netUsdcUnits,
}: Pick<KindTotal, "grossUsdcUnits" | "feeUsdcUnits" | "netUsdcUnits">): bigint[] {
  return [grossUsdcUnits, feeUsdcUnits, netUsdcUnits];
}
