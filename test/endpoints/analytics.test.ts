import { firestoreAnalytics } from "../../functions/src/adapters/firestore/ledger/analytics";
import { ERRORS } from "../../functions/src/domain/errors";
import { rollups } from "../../functions/src/application/rollups";
import { marketYear } from "../../dev/local/marketYear";
import { storeDays } from "../setup/paying/days";
import { Buyer, post, type Reply } from "../setup/paying/buyer";
import { sharedChain } from "../setup/chain/chain";
import { countFirestore } from "../setup/database/countFirestore";
import { interceptFirestore } from "../setup/database/interceptFirestore";
import { testFirestore } from "../setup/firestore";
import { KeptLog, testService } from "../setup/service";
import type { TestServer } from "../setup/http/server";

const chain = sharedChain();
const { db, another, idle } = testFirestore();
const { db: empty } = testFirestore();
const count = countFirestore(db);
const PATH = "/analytics/agent-conversions";
let service: TestServer;
let buyer: Buyer;
/** The documents that were asked for, by collection and id. */
let read: string[] = [];
interceptFirestore(db, (_method, { documents = [] }, send) => {
  read.push(...documents.map((name) => name.split("/documents/")[1] ?? ""));
  return send();
});

const publish = (day: string) => {
  const nowMs = () => Date.parse(day);
  return rollups(
    { analytics: firestoreAnalytics(another(), nowMs), projectedUpTo: async () => nowMs(), log: new KeptLog(), nowMs },
    Infinity,
  );
};

beforeAll(async () => {
  await storeDays(db, marketYear({ tasks: 800, seed: 8, from: Date.UTC(2026, 0, 1) / 1000, days: 60 }));
  await publish("2026-03-10");
  service = await testService({ db });
  buyer = new Buyer(service.baseUrl + PATH, chain);
});
afterAll(() => service.close());

const values = async (of = service) =>
  (await (await fetch(`${of.baseUrl}/analytics/filters`)).json()) as Record<string, string[]>;

async function bought(filters: object, by = buyer): Promise<Reply> {
  const quote = await by.quote({ filters });
  return by.redeem(quote, await by.payMarked(quote), { filters });
}

describe("happy", () => {
  it("lists what can be asked for, with one read", async () => {
    count.reset();
    const listed = await values();
    expect(count.documentsRead).toBe(1);
    expect(Object.keys(listed)).toEqual(["aggregates", "country", "category", "industry", "all", "updatedAt"]);
    expect(listed).toMatchObject({
      aggregates: ["agent", "category", "industry", "country"],
      all: "ALL",
      updatedAt: "2026-03-10T00:00:00.000Z",
    });
    expect(listed["category"]).toContain("translation");
    expect(listed["category"]).toEqual([...(listed["category"] ?? [])].sort());
  });

  it("sells the conversion of tasks by each aggregate, the rows that started most first", async () => {
    for (const aggregate of ["agent", "category", "industry", "country"]) {
      const { status, json } = await bought({ aggregate });
      expect(status).toBe(200);
      expect(Object.keys(json)).toEqual(["resultType", "stats", "schemaVersion"]);
      expect(json).toMatchObject({ resultType: "analytics", schemaVersion: "agent-conversions/v1" });
      const stats = json["stats"] as { totals: object; rows: { key: string; started: number; posted: number }[] };
      expect(Object.keys(stats)).toEqual(["aggregate", "filters", "period", "totals", "rows", "suppressedRows"]);
      expect(stats).toMatchObject({
        aggregate,
        filters: {},
        period: { from: "2026-01-01T00:00:00.000Z", to: "2026-03-01T00:00:00.000Z" },
      });
      const order = stats.rows.map(({ key, started, posted }) => [-started, -posted, key] as const);
      const sorted = [...order].sort((a, b) => a[0] - b[0] || a[1] - b[1] || (a[2] < b[2] ? -1 : 1));
      expect(order).toEqual(sorted);
      expect(stats.rows.length).toBeGreaterThan(0);
    }
  });

  it("narrows to one value, in any case, and takes ALL for no filter", async () => {
    const all = await bought({ aggregate: "category", industry: "ALL" });
    const { json } = await bought({ aggregate: "category", category: "TRANSLATION" });
    const { totals, rows, filters } = json["stats"] as Record<string, { posted?: number }> & {
      rows: ({ key: string } & object)[];
    };
    expect(filters).toEqual({ category: "TRANSLATION" });
    expect(rows).toEqual([{ key: "translation", ...totals }]);
    expect((all.json["stats"] as { rows: object[] }).rows).toContainEqual({ key: "translation", ...totals });
    expect((all.json["stats"] as { filters: object }).filters).toEqual({ industry: "ALL" });
  });

  it("quotes without the database where no value is named, and with one read for all values where one is", async () => {
    const fresh = await testService({ db });
    await idle();
    const quote = (filters: object) => post(fresh.baseUrl + PATH, { filters });
    count.reset();
    expect((await quote({ aggregate: "agent", country: "ALL" })).status).toBe(402);
    expect(count.roundTrips).toBe(0);
    const { category = [] } = await values();
    count.reset();
    for (const value of category.slice(0, 3))
      expect((await quote({ aggregate: "agent", category: value })).status).toBe(402);
    expect(count.documentsRead).toBe(1);
    await fresh.close();
  });

  it("reads the catalogue, and one table for each report", async () => {
    const filters = { aggregate: "agent" };
    const quote = await buyer.quote({ filters });
    const txHash = await buyer.payMarked(quote);
    read = [];
    expect((await buyer.redeem(quote, txHash, { filters })).status).toBe(200);
    // The redemption's own reads, and those that publish its events in the background, are of other collections.
    expect(read.filter((path) => path.startsWith("analytics"))).toHaveLength(1 + 2);
  });

  it("delivers an answer with nothing in it before the first report, and lists nothing for nothing", async () => {
    const young = await testService({ db: empty });
    const { status, json } = await bought({ aggregate: "agent" }, new Buyer(young.baseUrl + PATH, chain));
    expect(status).toBe(200);
    expect(json["stats"]).toMatchObject({
      period: { from: null, to: null },
      rows: [],
      suppressedRows: 0,
      totals: { posted: 0, rewardUsdc: "0" },
    });
    expect((json["stats"] as { totals: { conversion: object } }).totals.conversion).toEqual({
      interestToStart: null,
      startToSubmit: null,
      submitToApprove: null,
      postToApprove: null,
    });
    expect(await values(young)).toMatchObject({ country: [], category: [], industry: [], updatedAt: null });
    await young.close();
  });
});

describe("refusals", () => {
  it.each([
    ["no filters", { filter: {} }, "/filters"],
    ["filters that are none", { filters: "agent" }, "/filters"],
    ["no aggregate", { filters: {} }, "/filters/aggregate"],
    ["another aggregate", { filters: { aggregate: "poster" } }, "/filters/aggregate"],
    ["two filters", { filters: { aggregate: "agent", country: "PT", category: "research" } }, "/filters/category"],
    [
      "two filters, though one is ALL",
      { filters: { aggregate: "agent", country: "ALL", industry: "ALL" } },
      "/filters/industry",
    ],
    ["a filter of another name", { filters: { aggregate: "agent", agent: "0x00" } }, "/filters/agent"],
    ["a value of another type", { filters: { aggregate: "agent", country: 351 } }, "/filters/country"],
    ["null", { filters: { aggregate: "agent", country: null } }, "/filters/country"],
    ["an empty value", { filters: { aggregate: "agent", industry: "" } }, "/filters/industry"],
    ["a value that no one has", { filters: { aggregate: "agent", category: "alchemy" } }, "/filters/category"],
    ["a country in small letters", { filters: { aggregate: "agent", country: "us" } }, "/filters/country"],
    ["a name that every object has", { filters: { aggregate: "agent", category: "constructor" } }, "/filters/category"],
  ])("invalid_filters for %s, with a pointer and before any quote", async (_what, body, pointer) => {
    const { status, headers, json } = await post(buyer.url, body);
    expect([status, json["code"]]).toEqual([400, "invalid_filters"]);
    expect(json["title"]).toBe(ERRORS.invalid_filters.title);
    expect((json["errors"] as { pointer: string }[]).map((error) => error.pointer)).toContain(pointer);
    expect(headers.get("x-price-intent")).toBeNull();
  });

  it("lets a quote for an empty body be redeemed for valid filters only, and takes no payment for others", async () => {
    const probe = await buyer.quote({});
    const txHash = await buyer.payMarked(probe);
    const refused = await buyer.redeem(probe, txHash, { filters: { aggregate: "agent", country: "XX" } });
    expect([refused.status, refused.json["code"]]).toEqual([400, "invalid_filters"]);
    expect((await buyer.redeem(probe, txHash, { filters: { aggregate: "agent" } })).status).toBe(200);
  });
});

describe("faults", () => {
  it("delivers what was paid for when the value has gone from the list since the quote", async () => {
    const { industry = [] } = await values();
    const filters = { aggregate: "country", industry: String(industry.at(-1)) };
    const quote = await buyer.quote({ filters });
    const txHash = await buyer.payMarked(quote);
    // A year on, no one has used it for twelve reports.
    const later = { aggregate: "category", filter: null, totals: agentTotals, rows: [], suppressedRows: 0 } as const;
    const analytics = firestoreAnalytics(another(), Date.now);
    const { reports = [] } = (await analytics.catalogue()) ?? {};
    let from = reports.at(-1)?.to ?? "";
    for (let month = 0; month < 12; month++) {
      const to = `${2030 + month}-01-01`;
      await analytics.publish(
        { tables: [later], values: { country: [], category: [], industry: [] } },
        { from, to },
        Date.now(),
      );
      from = to;
    }
    expect((await values())["industry"]).toEqual([]);
    const { status, json } = await buyer.redeem(quote, txHash, { filters });
    expect(status).toBe(200);
    expect(json["stats"]).toMatchObject({ totals: { posted: 0 }, rows: [] });
    // An instance that starts now has never seen it on the list, and takes it all the same.
    const fresh = await testService({ db });
    expect((await post(fresh.baseUrl + PATH, { filters })).status).toBe(402);
    await fresh.close();
  });
});

const agentTotals = {
  posted: 5,
  interested: 0,
  started: 0,
  submitted: 0,
  approved: 0,
  rejected: 0,
  cancelled: 0,
  rewardUsdcUnits: 0n,
};
