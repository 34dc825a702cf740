import { countFirestore } from "../../setup/countFirestore";
import { testFirestore } from "../../setup/firestore";
import { Market } from "../../setup/market";
import type { Role } from "../../../local/wallets";

const { db } = testFirestore();
const count = countFirestore(db);
let market: Market;
beforeAll(async () => {
  market = await Market.open(db);
});
afterAll(() => market.close());

const set = (role: Role, displayName: string, avatarSeed = "seed") => market.call("/mkt/profile", role, { displayName, avatarSeed });
const get = (...addresses: string[]) => market.get("/mkt/profiles", { addresses: addresses.join(",") });

describe("happy", () => {
  it("shows what a wallet says of itself, in the order that was asked for, each once", async () => {
    const { status, json } = await set("worker", "  Zoe\u0308   Lima ", "zoe-1");
    const profile = { address: market.address("worker"), displayName: "Zo\u00eb Lima", avatarSeed: "zoe-1" };
    expect([status, json]).toEqual([200, { ok: true, profile }]);
    const stranger = { address: market.address("stranger"), displayName: null, avatarSeed: null };
    const lower = market.address("worker").toLowerCase();
    expect((await get(market.address("stranger"), lower, market.address("worker"))).json).toEqual({ items: [stranger, profile] });
    await set("worker", "Another");
    expect((await get(lower)).json).toMatchObject({ items: [{ displayName: "Another", avatarSeed: "seed" }] });
  });

  it("costs one read for each address, and three writes to set", async () => {
    const body = await market.sign("/mkt/profile", "buyer", { displayName: "Buyer", avatarSeed: "b" });
    count.reset();
    await market.post("/mkt/profile", body);
    expect(count).toMatchObject({ documentsRead: 0, documentsWritten: 3 });
    count.reset();
    await get(...(["buyer", "worker", "payer"] as const).map((role) => market.address(role)));
    expect(count).toMatchObject({ documentsRead: 3, documentsWritten: 0, roundTrips: 1 });
  });
});

describe("refusals", () => {
  it("M14: refuses names that pass for others, with a pointer", async () => {
    for (const name of ["p\u0430ypal", "a\u202eb", "a\u200bb", "<b>", "a".repeat(41)]) {
      const { status, json } = await set("worker2", name);
      expect([name, status, json["code"], json["errors"]]).toEqual([name, 400, "invalid_request", [expect.objectContaining({ pointer: "/displayName" })]]);
    }
    for (const seed of ["", "a b", "<", "x".repeat(65), "\u00e9"]) expect((await set("worker2", "Fine", seed)).json["code"]).toBe("invalid_request");
    expect((await get(market.address("worker2"))).json).toMatchObject({ items: [{ displayName: null }] });
  });

  it("S6: knows an account by one spelling, and refuses the others that libraries read", async () => {
    await set("payer", "Payer");
    const address = market.address("payer");
    const profiles = (await db.collection("profiles").get()).docs.map((doc) => doc.id).filter((name) => name.toLowerCase() === address.toLowerCase());
    expect(profiles).toEqual([address]);
    for (const alias of [address.slice(2), `0X${address.slice(2)}`, address.toUpperCase(), `XE${"0".repeat(32)}`, `${address} `, ""]) {
      expect([alias, (await get(alias)).json["code"]]).toEqual([alias, "invalid_request"]);
    }
    const digits = address.slice(2);
    const bodies = await Promise.all([address.toLowerCase(), `0x${digits.toUpperCase()}`].map((wallet) =>
      market.sign("/mkt/profile", "payer", { displayName: "Payer again", avatarSeed: "p" }).then((body) => ({ ...body, wallet }))));
    for (const body of bodies) expect((await market.post("/mkt/profile", body)).status).toBe(200);
    expect((await db.collection("profiles").get()).docs.filter((doc) => doc.id.toLowerCase() === address.toLowerCase())).toHaveLength(1);
  });

  it("refuses more than fifty addresses", async () => {
    const many = Array.from({ length: 51 }, (_, at) => `0x${String(at).padStart(40, "0")}`);
    expect((await get(...many)).json["code"]).toBe("invalid_request");
    expect((await get(...many.slice(0, 50))).status).toBe(200);
  });
});
