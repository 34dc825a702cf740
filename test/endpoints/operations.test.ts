import { lifeTotal, type Operations } from "../setup/tasks/operation";
import { playLife } from "../setup/tasks/operations";
import { ENDPOINTS } from "../../functions/src/endpoints/all";
import { countFirestore } from "../setup/database/countFirestore";
import { testFirestore } from "../setup/firestore";
import { Market } from "../setup/market";
import { RELAY } from "../setup/relay";

const { db } = testFirestore();
let market: Market;
let calls: readonly Operations[];
beforeAll(async () => {
  const count = countFirestore(db);
  market = await Market.open(db, RELAY);
  await market.passSpanEdge();
  calls = await playLife(market, count);
});
afterAll(() => market.close());

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const endpoints = Object.values(ENDPOINTS).flat();
/** What belongs to no task, or to all of a wallet's. */
const ELSEWHERE = [
  "/analytics/filters",
  "/datasets",
  "/x402Feedback",
  "/mkt/reputation",
  "/mkt/health",
  "/mkt/accounting",
  "/mkt/accounting/export",
];

describe("Firestore operations of a task's life", () => {
  it("are these: an address's first call in a minute reads the four parts of its budget and writes one", () => {
    const table = calls.map(({ endpoint, step, reads, writes }) => [
      endpoint,
      step,
      `${reads} reads, ${writes} writes`,
    ]);
    expect(table.map((row) => row.filter(Boolean).join(" | "))).toMatchSnapshot();
  });

  it("are these in one task's life from its creation to both ratings", () => {
    expect(lifeTotal(calls)).toEqual({ calls: 22, reads: 141, writes: 76 });
  });

  it("are counted for every endpoint that a task's life can touch", () => {
    const ofTheLife = endpoints.filter(({ auth, path }) => auth.kind !== "paid" && !ELSEWHERE.includes(path));
    expect([...new Set(calls.map(({ endpoint }) => endpoint))].sort()).toEqual(ofTheLife.map(nameOf).sort());
  });

  it("of a signed write are at most two reads and two writes beyond its own records", () => {
    const own = calls.flatMap((call) => (call.own ? [{ ...call, own: call.own }] : []));
    const over = own.filter(
      ({ reads, writes, own: mine }) => reads > 2 + mine.reads || writes > 2 + mine.records.length,
    );
    expect(over).toEqual([]);
    const signedWrites = endpoints.filter(({ auth }) => auth.kind === "signed" && !auth.reads).map(nameOf);
    expect([...new Set(own.map(({ endpoint }) => endpoint))].sort()).toEqual(signedWrites.sort());
  });
});
