import { parse } from "csv-parse/sync";
import { rowName, ROWS } from "../../../functions/src/adapters/firestore/ledger/ledger";
import { toAddress } from "../../../functions/src/domain/address";
import type { AccountingRow } from "../../../functions/src/domain/accounting/row";
import { textsOf } from "../../adapters/export/reading";
import { countFirestore } from "../../setup/database/countFirestore";
import { testFirestore } from "../../setup/firestore";
import { Market } from "../../setup/market";
import { answer } from "../../setup/paying/movements";
import { freshCaller } from "../../setup/payments";
import { served } from "../../setup/forFile";

const PATH = "/mkt/accounting/export";
const DAY = 86_400;
/** 1 January 2026. */
const BEGIN = 1_767_225_600;
/** More than one request asks the source about. */
const DAYS = 50;

const { db } = testFirestore();
const count = countFirestore(db);
let market: Market;
/** What the source says; null for no answer at all. */
let rate: unknown = 0.5;
const asked: string[] = [];
let over = new AbortController();

beforeAll(async () => {
  const source = await served((request, response) => {
    const [, day = ""] = /\/v1\/([\d-]+)\?base=USD&symbols=EUR$/.exec(request.url ?? "") ?? [];
    asked.push(day);
    if (rate === null) over.abort();
    else response.end(JSON.stringify({ base: "USD", date: day, rates: { EUR: rate } }));
  });
  const url = `${source}/v1`;
  market = await Market.open(db, { FIAT_CURRENCY: "EUR", FIAT_RATES_URL: url }, { ratesDeadline: () => over.signal });
});
afterAll(() => market.close());
beforeEach(async () => {
  asked.splice(0);
  rate = 0.5;
  over = new AbortController();
  for (const path of ["rates", "ledger"])
    for (const doc of await db.collection(path).listDocuments()) await doc.delete();
  for (const doc of (await db.collection(ROWS.path).get()).docs) await doc.ref.delete();
});

/** Answers that the stranger bought, one on each of these days of 2026. */
async function bought(days: readonly number[]): Promise<void> {
  const wallet = toAddress(market.address("stranger"));
  if (!wallet) throw new Error("an address");
  const batch = db.batch();
  for (const day of days) {
    const at = BEGIN + day * DAY;
    const row: AccountingRow = { ...answer(day), wallet, movedAt: at, settledAt: at };
    batch.set(ROWS.in(db).doc(rowName(row)), row);
  }
  await batch.commit();
}

async function exported(format: string, more: object = {}): Promise<Buffer> {
  const body = await market.sign(PATH, "stranger", { format, ...more });
  const reply = await fetch(`${market.service.baseUrl}${PATH}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...freshCaller() },
    body: JSON.stringify(body),
  });
  expect(reply.status).toBe(200);
  return Buffer.from(await reply.arrayBuffer());
}
const recordsOf = (bytes: Buffer) =>
  parse<Record<string, string>>(bytes, { bom: true, columns: true, record_delimiter: "\r\n" });

it("gives each format the amounts in the operator's currency, at the day's rate", async () => {
  await bought([0, 1]);
  expect((await market.get("/mkt/about")).json["fiatCurrency"]).toBe("EUR");
  const cells = ({ netEUR, EURPerUsd, rateOf }: Record<string, string>) => [netEUR, EURPerUsd, rateOf];
  // 0.49 USDC at 0.5 are 24.5 cents.
  const expected = [
    ["-0.25", "0.5", "2026-01-01"],
    ["-0.25", "0.5", "2026-01-02"],
  ];
  expect(recordsOf(await exported("settlements")).map(cells)).toEqual(expected);
  expect(recordsOf(await exported("csv")).map(cells)).toEqual(expected);
  const koinly = recordsOf(await exported("koinly"));
  expect(koinly.map((row) => [row["Net Worth Amount"], row["Net Worth Currency"]])).toEqual([
    ["0.25", "EUR"],
    ["0.25", "EUR"],
  ]);
  expect(Object.keys(recordsOf(await exported("xero"))[0] ?? {})).toHaveLength(5);
  const datev = String(await exported("datev", { from: "2026-01-01", to: "2026-12-31" })).split("\r\n");
  expect(datev[0]?.split(";")[21]).toBe('"EUR"');
  expect(datev[2]).toMatch(/^0,25;"H";"EUR";/);
  const pdf = await textsOf(await exported("pdf"));
  expect(pdf).toContain("Net, EUR");
  expect(pdf).toContain("−0.25");
  expect(pdf).toContain("At each day's rate of the US dollar, one USDC as one dollar");
  // Two days, each asked once for all of these files.
  expect(asked).toEqual(["2026-01-01", "2026-01-02"]);
});

it("M21: never changes a rate that a statement was written with, nor asks for it again", async () => {
  await bought([0, 1]);
  const before = await exported("settlements");
  rate = 0.75;
  await bought([2]);
  const after = recordsOf(await exported("settlements"));
  expect(after.map(({ netEUR }) => netEUR)).toEqual(["-0.25", "-0.25", "-0.37"]);
  expect(after.slice(0, 2)).toEqual(recordsOf(before));
  expect(asked).toEqual(["2026-01-01", "2026-01-02", "2026-01-03"]);
});

it.each([
  ["does not answer", null],
  ["says a negative rate", -0.5],
  ["says an absurd rate", 1e12],
  ["says a rate as text", "0.5"],
])("M21: gives the statement without rates, and says so, where the source %s", async (_name, says) => {
  await bought([0]);
  rate = says;
  const [row] = recordsOf(await exported("settlements"));
  expect([row?.["netUsdc"], row?.["netEUR"], row?.["EURPerUsd"], row?.["rateOf"]]).toEqual([
    "-0.49",
    "",
    "",
    "no rate yet",
  ]);
  const datev = String(await exported("datev", { from: "2026-01-01", to: "2026-12-31" })).split("\r\n");
  expect(datev[2]).toMatch(/^0,49;"H";"USD";/);
  const pdf = (await textsOf(await exported("pdf"))).join(" ");
  expect(pdf).toContain("1 without a rate yet: export again later");
  // Once it is well again, it is asked again.
  rate = 0.5;
  over = new AbortController();
  expect(recordsOf(await exported("settlements"))[0]?.["netEUR"]).toBe("-0.25");
});

it("M21: asks about a bounded number of days a request, and none that is not over", async () => {
  const today = Math.floor((market.nowMs() / 1000 - BEGIN) / DAY);
  await bought([...Array.from({ length: DAYS }, (_, at) => at), today, today + 1]);
  const empty = async () => recordsOf(await exported("settlements")).filter(({ netEUR }) => netEUR === "").length;
  expect(await empty()).toBe(12);
  expect(asked).toHaveLength(40);
  expect(await empty()).toBe(2);
  expect(asked).toHaveLength(DAYS);
  count.reset();
  await empty();
  expect(asked).toHaveLength(DAYS);
  // The rows, the signature's own documents, and one document a month.
  expect(count.documentsRead).toBeLessThan(DAYS + 20);
});
