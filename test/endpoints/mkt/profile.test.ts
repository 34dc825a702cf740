import { countFirestore } from "../../setup/database/countFirestore";
import { testFirestore } from "../../setup/firestore";
import { Market } from "../../setup/market";
import type { Role } from "../../../dev/local/wallets";

const { db } = testFirestore();
const count = countFirestore(db);
const market = Market.forFile(db);

const set = (role: Role, displayName: string, avatarSeed = "seed") =>
  market.call("/mkt/profile", role, { displayName, avatarSeed });
const get = (...addresses: string[]) => market.get("/mkt/profiles", { addresses: addresses.join(",") });
const nameOf = async (role: Role) =>
  ((await get(market.address(role))).json as { items: { displayName: string | null }[] }).items[0]?.displayName;
const names = async () => (await db.collection("names").get()).docs.map((doc) => doc.get("wallet") as string);

/** What is said of a wallet that has no history. */
const EMPTY = {
  ratings: {
    average: null,
    count: 0,
    distribution: { "1": 0, "2": 0, "3": 0, "4": 0, "5": 0 },
    asPoster: { average: null, raters: 0, count: 0 },
    asWorker: { average: null, raters: 0, count: 0 },
  },
  asPoster: { posted: 0, completed: 0, rejected: 0, rejectionsOverturned: 0, cancelled: 0, medianReviewHours: null },
  asWorker: { started: 0, completed: 0, rejected: 0, rejectionsOverturned: 0 },
  posterRecord: { status: "too_few", numbers: null },
  workerRecord: { status: "too_few", numbers: null },
  silentDeadlines: { workBy: 0, reviewBy: 0, resubmitBy: 0, contestBy: 0, ruleBy: 0, rateBy: 0 },
};

describe("happy", () => {
  it("shows what a wallet says of itself, in the order that was asked for, each once", async () => {
    const { status, json } = await set("worker", "  Zoe\u0308   Lima ", "zoe-1");
    const profile = { address: market.address("worker"), displayName: "Zo\u00eb Lima", avatarSeed: "zoe-1" };
    expect([status, json]).toEqual([200, { ok: true, profile }]);
    const stranger = { address: market.address("stranger"), displayName: null, avatarSeed: null, ...EMPTY };
    const lower = market.address("worker").toLowerCase();
    expect((await get(market.address("stranger"), lower, market.address("worker"))).json).toEqual({
      items: [stranger, { ...profile, ...EMPTY }],
    });
    await set("worker", "Another");
    expect((await get(lower)).json).toMatchObject({ items: [{ displayName: "Another", avatarSeed: "seed" }] });
  });

  it("costs one read for each address; to set, one for the profile and one for each likeness", async () => {
    const body = await market.sign("/mkt/profile", "buyer", { displayName: "Buyer", avatarSeed: "b" });
    count.reset();
    await market.post("/mkt/profile", body);
    expect(count).toMatchObject({ documentsRead: 2, documentsWritten: 3 });
    const again = await market.sign("/mkt/profile", "buyer", { displayName: "Buyer", avatarSeed: "c" });
    count.reset();
    await market.post("/mkt/profile", again);
    expect(count).toMatchObject({ documentsRead: 2, documentsWritten: 2 });
    const many = Array.from({ length: 50 }, (_, at) => `0x${String(at).padStart(40, "0")}`);
    count.reset();
    expect((await get(...many)).status).toBe(200);
    expect(count).toMatchObject({ documentsRead: 50, documentsWritten: 0, roundTrips: 1 });
  });

  it("says what final tasks say of a wallet, beside its name, and what /mkt/ratings counts", async () => {
    await set("buyer", "Ana");
    await market.task("human", {}, { steps: ["start", "submit", "approve", "rateAndClaim"] });
    await market.task("human", {}, { steps: ["start", "submit", "reject", "contest", "rule"] });
    await market.task("human", {}, { steps: ["cancel"] });
    expect((await get(market.address("buyer"))).json).toMatchObject({ items: [{ displayName: "Ana", ...EMPTY }] });
    await market.settle();
    const { json } = await get(market.address("buyer"), market.address("worker"));
    const [buyer, worker] = json["items"] as [Record<string, object>, Record<string, object>];
    expect(buyer).toMatchObject({
      displayName: "Ana",
      asPoster: { posted: 3, completed: 1, rejected: 1, cancelled: 1, medianReviewHours: expect.any(Number) },
      asWorker: EMPTY.asWorker,
      ratings: { count: 1, asPoster: { count: 1 }, asWorker: { count: 0 } },
    });
    expect(worker).toMatchObject({
      asPoster: EMPTY.asPoster,
      asWorker: { started: 2, completed: 1, rejected: 1 },
      ratings: { count: 2, asWorker: { raters: 1, count: 2 } },
      silentDeadlines: EMPTY.silentDeadlines,
    });
    for (const [role, summary] of [
      ["buyer", buyer],
      ["worker", worker],
    ] as const) {
      const { received } = (await market.get("/mkt/ratings", { address: market.address(role) })).json as {
        received: Record<string, unknown>;
      };
      const { average, count: counted, distribution } = summary["ratings"] as Record<string, unknown>;
      expect(received).toMatchObject({ average, count: counted, distribution });
    }
    await set("buyer", "Ana Maria");
    expect((await get(market.address("buyer"))).json).toMatchObject({
      items: [{ displayName: "Ana Maria", asPoster: { posted: 3 } }],
    });
  });
});

describe("refusals", () => {
  it("M14: refuses names that pass for others, with a pointer", async () => {
    for (const name of ["p\u0430ypal", "a\u202eb", "a\u200bb", "<b>", "a".repeat(41)]) {
      const { status, json } = await set("worker2", name);
      expect([name, status, json["code"], json["errors"]]).toEqual([
        name,
        400,
        "invalid_request",
        [expect.objectContaining({ pointer: "/displayName" })],
      ]);
    }
    for (const seed of ["", "a b", "<", "x".repeat(65), "\u00e9"])
      expect((await set("worker2", "Fine", seed)).json["code"]).toBe("invalid_request");
    expect((await get(market.address("worker2"))).json).toMatchObject({ items: [{ displayName: null }] });
  });

  it("M14: refuses a name that passes for another wallet's, until that wallet takes another", async () => {
    await set("buyer", "Paula May");
    for (const alike of ["paula may", "PauIa May", "Pau1a-May", "P\u00e4ula M\u00e1y", "PaulaMay"]) {
      const { status, json } = await set("worker2", alike);
      expect([alike, status, json]).toMatchObject([
        alike,
        409,
        {
          code: "display_name_taken",
          detail: expect.stringContaining("adding a word"),
          errors: [{ pointer: "/displayName" }],
        },
      ]);
    }
    expect(await nameOf("worker2")).toBeNull();
    expect((await set("buyer", "paula may")).status).toBe(200);
    expect((await set("worker2", "Paula May 2")).status).toBe(200);
    await set("buyer", "Somebody else");
    expect((await set("worker2", "Paula May")).status).toBe(200);
    expect((await set("buyer", "Paula May 2")).status).toBe(200);
    expect((await set("stranger", "\u0441\u043e\u0441\u043e")).status).toBe(200);
    expect((await set("payer", "coco")).json["code"]).toBe("display_name_taken");
  });

  it("M14: gives a name to one wallet where several ask for it at once, and takes back what each had", async () => {
    const roles = ["buyer", "worker", "worker2", "payer"] as const;
    for (const role of roles) await set(role, `Racer of ${role}`);
    const held = (await names()).sort();
    const replies = await Promise.all(
      roles.map((role, at) => set(role, ["The Winner", "the winner", "THE WINNER", "The-Winner"][at] ?? "")),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect((await names()).sort()).toEqual(held);
    const shown = await Promise.all(roles.map(nameOf));
    expect(shown.filter((name) => name?.toLowerCase().includes("winner"))).toHaveLength(1);
  });

  it("S6: knows an account by one spelling, and refuses the others that libraries read", async () => {
    await set("payer", "Payer");
    const address = market.address("payer");
    const profiles = (await db.collection("profiles").get()).docs
      .map((doc) => doc.id)
      .filter((name) => name.toLowerCase() === address.toLowerCase());
    expect(profiles).toEqual([address]);
    for (const alias of [
      address.slice(2),
      `0X${address.slice(2)}`,
      address.toUpperCase(),
      `XE${"0".repeat(32)}`,
      `${address} `,
      "",
    ]) {
      expect([alias, (await get(alias)).json["code"]]).toEqual([alias, "invalid_request"]);
    }
    const digits = address.slice(2);
    const bodies = await Promise.all(
      [address.toLowerCase(), `0x${digits.toUpperCase()}`].map((wallet) =>
        market
          .sign("/mkt/profile", "payer", { displayName: "Payer again", avatarSeed: "p" })
          .then((body) => ({ ...body, wallet })),
      ),
    );
    for (const body of bodies) expect((await market.post("/mkt/profile", body)).status).toBe(200);
    expect(
      (await db.collection("profiles").get()).docs.filter((doc) => doc.id.toLowerCase() === address.toLowerCase()),
    ).toHaveLength(1);
  });

  it("refuses more than fifty addresses", async () => {
    const many = Array.from({ length: 51 }, (_, at) => `0x${String(at).padStart(40, "0")}`);
    expect((await get(...many)).json["code"]).toBe("invalid_request");
    expect((await get(...many.slice(0, 50))).status).toBe(200);
  });
});
