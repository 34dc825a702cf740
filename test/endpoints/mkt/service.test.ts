import { firestoreListings } from "../../../functions/src/adapters/firestore/accounts/listings";
import type { Role } from "../../../dev/local/wallets";
import { commandLine, words } from "../../client/commandLine";
import { countFirestore } from "../../setup/database/countFirestore";
import { testFirestore } from "../../setup/firestore";
import { Market } from "../../setup/market";
import { freshCaller } from "../../setup/payments";

const { db } = testFirestore();
const count = countFirestore(db);
const mkt = commandLine(() => market);
const market = Market.forFile(db);
beforeEach(() => db.recursiveDelete(db.collection("listings")));
afterEach(() => db.recursiveDelete(db.collection("profiles")));

/** The id of no service. */
const NONE = `svc_${"0".repeat(28)}`;

interface Shown {
  id: string;
  title: string;
}
const OFFER = { title: "Portuguese to English", description: "Up to 1,000 words.", category: "translation" };
const change = async (role: Role, body: Record<string, unknown>) =>
  market.post("/mkt/service", await market.sign("/mkt/service", role, body), freshCaller());
const publish = (role: Role, more: object = {}) =>
  change(role, { action: "publish", ...OFFER, priceUsdc: "20", ...more });
const idOf = ({ json }: { json: Record<string, unknown> }) => (json["service"] as Shown).id;
const found = async (query: Record<string, string | number> = {}) => {
  const { json } = await market.get("/mkt/services", query);
  return (json["items"] as Shown[]).map(({ title }) => title);
};

/** The sums of so many posters' ratings, as the ledger posts them. */
const ratedBy = (posters: number, stars: number) =>
  Object.fromEntries(Array.from({ length: posters }, (_, at) => [`0${at}`, { ratings: 1, stars }]));

describe("happy", () => {
  it("UI21: publishes, shows, changes and withdraws a service, which is gone at once", async () => {
    const more = {
      turnaroundSeconds: 14_400,
      samples: ["https://work.example/1"],
      country: "pt",
      tags: ["Legal"],
      industry: "publishing",
    };
    const published = await publish("worker", more);
    expect([published.status, published.json]).toMatchObject([
      200,
      {
        ok: true,
        service: {
          ...OFFER,
          ...more,
          wallet: market.address("worker"),
          priceUsdc: "20",
          record: { average: null, raters: 0, completed: 0 },
        },
      },
    ]);
    const id = idOf(published);
    expect((await market.get("/mkt/service/read", { id })).json).toEqual(
      (published.json as { service: object }).service,
    );
    const updated = await change("worker", { action: "update", id, title: "English to Portuguese", priceUsdc: "25.5" });
    expect(updated.json).toMatchObject({ service: { id, ...more, title: "English to Portuguese", priceUsdc: "25.5" } });
    const services = (await market.get("/mkt/services", { category: "translation" })).json;
    expect(services).toMatchObject({ items: [updated.json["service"]], nextCursor: null });
    expect(await found({ q: "portuguese english", tag: "legal", country: "PT", industry: "publishing" })).toHaveLength(
      1,
    );
    expect((await change("worker", { action: "withdraw", id })).status).toBe(200);
    expect(await found()).toEqual([]);
    expect((await change("worker", { action: "update", id, priceUsdc: "1" })).json["code"]).toBe("not_found");
    for (const gone of [id, NONE]) {
      const { status, json } = await market.get("/mkt/service/read", { id: gone });
      expect([status, json["code"]]).toEqual([404, "not_found"]);
    }
    expect((await market.get("/mkt/service/read", { id: "../tasks/1" })).json["code"]).toBe("invalid_request");
  });

  it("filters and sorts, each page at limit + 1 reads", async () => {
    for (const [title, priceUsdc, category] of [
      ["A", "30", "translation"],
      ["B", "10", "translation"],
      ["C", "20", "translation"],
      ["D", "5", "design"],
    ] as const)
      await publish("worker", { title, priceUsdc, category });
    expect((await found({ sort: "price" })).join("")).toBe("DBCA");
    expect((await found({ sort: "price", category: "translation" })).join("")).toBe("BCA");
    expect((await found({ maxPriceUsdc: "20" })).join("")).toBe("DBC");
    expect(await found({ wallet: market.address("worker2") })).toEqual([]);
    const pages: string[] = [];
    for (let cursor: string | null = null; pages.length < 4;) {
      count.reset();
      const { json } = await market.get("/mkt/services", { sort: "price", limit: 1, ...(cursor && { cursor }) });
      expect(count.documentsRead).toBeLessThanOrEqual(2);
      pages.push(...(json["items"] as Shown[]).map(({ title }) => title));
      cursor = json["nextCursor"] as string | null;
    }
    expect(pages.join("")).toBe("DBCA");
    expect(await found({ sort: "newest" })).toHaveLength(4);
  });

  it("L5: shows and sorts by the worker's record of today, soon after the ledger has it", async () => {
    for (const role of ["worker", "worker2"] as const) await publish(role, { title: role });
    const raters = { worker: ratedBy(3, 4), worker2: ratedBy(2, 5) };
    for (const role of ["worker", "worker2"] as const)
      await db
        .doc(`profiles/${market.address(role)}`)
        .set(
          { sums: { raters: { asWorker: raters[role] }, asWorker: { completed: 3 } }, relist: true },
          { merge: true },
        );
    expect(await firestoreListings(db).renewRecords(10)).toBe(2);
    expect(await firestoreListings(db).renewRecords(10)).toBe(0);
    // Two posters are too few to rank.
    expect(await found({ sort: "rating" })).toEqual(["worker", "worker2"]);
    expect(await found({ minRating: 3.5 })).toEqual(["worker"]);
    expect((await market.get("/mkt/services", { minRating: 4 })).json["items"]).toMatchObject([
      { record: { average: 4, raters: 3, completed: 3 } },
    ]);
    expect(await found({ minRating: 4.01 })).toEqual([]);
  });

  it("L5: is told by the ledger that a worker's record has changed", async () => {
    await publish("worker");
    const key = await market.task("human", {}, { steps: ["start", "submit", "approve", "rateAndClaim"] });
    expect(key.taskId).toBeGreaterThan(0n);
    await market.settle();
    expect(await firestoreListings(db).renewRecords(10)).toBe(1);
    expect((await market.get("/mkt/services")).json["items"]).toMatchObject([{ record: { raters: 1, completed: 1 } }]);
  });

  it("L5: does not keep the record that a first service was published with, if the ledger posts at that time", async () => {
    await publish("worker2");
    // The ledger had read the profile before: it adds to the sums and knows nothing of a service.
    const sums = { sums: { raters: { asWorker: ratedBy(3, 4) }, asWorker: { completed: 3 } } };
    await db.doc(`profiles/${market.address("worker2")}`).set(sums, { merge: true });
    expect(await firestoreListings(db).renewRecords(10)).toBe(1);
    const { json } = await market.get("/mkt/services", { wallet: market.address("worker2") });
    expect(json["items"]).toMatchObject([{ record: { raters: 3, completed: 3 } }]);
  });

  it("is offered and found on the command line", async () => {
    const offer = words`--title ${"Find keys"} --description ${"Any key."} --category physical --price 5`;
    const published = await mkt(words`service publish ${offer} --turnaround 4h`, "worker");
    expect([published.code, published.err]).toEqual([0, ""]);
    const [id = ""] = published.out.split(" ");
    expect(published.out).toContain("physical  5 USDC, in 4h");
    expect((await mkt(words`service update ${id} --price 6`, "worker")).out).toContain("6 USDC");
    expect((await mkt(words`service list keys --category physical`, "worker")).out).toContain(id);
    expect((await mkt(["service", "withdraw", id], "worker")).out).toContain("Withdrawn");
    expect((await mkt(["service", "list"], "worker")).out).toContain("No such services.");
  });
});

describe("refusals", () => {
  it("L6: has ten services of a wallet at most, also if they are published at once", async () => {
    const replies = await Promise.all(Array.from({ length: 12 }, () => publish("worker")));
    const stored = await db.collection("listings").count().get();
    expect(stored.data().count).toBeLessThanOrEqual(10);
    for (let more = stored.data().count; more < 10; more++) expect((await publish("worker")).status).toBe(200);
    expect((await publish("worker")).json).toMatchObject({ code: "state_conflict" });
    expect(replies.filter(({ status }) => status === 200).length).toBe(stored.data().count);
    const { json } = await market.get("/mkt/services", { limit: 1 });
    const [{ id }] = json["items"] as [Shown];
    await change("worker", { action: "withdraw", id });
    expect((await publish("worker")).status).toBe(200);
  });

  it("L6: publishes five services a minute for one address, whatever the wallet", async () => {
    const from = freshCaller();
    const statuses: number[] = [];
    for (let at = 0; at < 6; at++) {
      const role = at % 2 === 0 ? "worker" : "worker2";
      const body = await market.sign("/mkt/service", role, { action: "publish", ...OFFER, priceUsdc: "20" });
      statuses.push((await market.post("/mkt/service", body, from)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it("L7: leaves other wallets' services alone", async () => {
    const id = idOf(await publish("worker"));
    for (const action of ["update", "withdraw"])
      expect((await change("worker2", { action, id, title: "Mine" })).json["code"]).toBe("forbidden_role");
    expect(await found()).toEqual([OFFER.title]);
  });

  it.each([
    [{ title: undefined }, "/title"],
    [{ title: "two\nlines\u202e" }, "/title"],
    [{ category: "keys" }, "/category"],
    [{ industry: "keys" }, "/industry"],
    [{ country: "XX" }, "/country"],
    [{ priceUsdc: "-1" }, "/priceUsdc"],
    [{ priceUsdc: "1000000000.000001" }, "/priceUsdc"],
    [{ samples: ["http://work.example/1"] }, "/samples/0"],
    [{ turnaroundSeconds: 0 }, "/turnaroundSeconds"],
  ])("refuses to publish with %j", async (more, pointer) => {
    const { status, json } = await publish("worker", more);
    expect([status, json]).toMatchObject([400, { errors: [{ pointer }] }]);
    expect(await found()).toEqual([]);
  });

  it.each([
    [{ maxPriceUsdc: "1", sort: "newest" }, "/sort"],
    [{ minRating: 4, maxPriceUsdc: "1" }, "/sort"],
    [{ q: "keys", sort: "price" }, "/sort"],
    [{ q: "the" }, "/q"],
    [{ minRating: 6 }, "/minRating"],
    [{ colour: "red" }, "/colour"],
    [{ cursor: "1" }, "/cursor"],
  ])("refuses a search for %j", async (query, pointer) => {
    const { status, json } = await market.get("/mkt/services", query);
    expect([status, json]).toMatchObject([400, { errors: [{ pointer }] }]);
  });
});
