import { Timestamp } from "@google-cloud/firestore";
import { devWallets, type Role } from "../../dev/local/wallets";
import { Buyer, PRICE_UNITS, QUESTION, type Reply } from "../setup/paying/buyer";
import { sharedChain } from "../setup/chain/chain";
import { testFirestore } from "../setup/firestore";
import { bundler } from "../setup/payments";
import { testService } from "../setup/service";
import type { TestServer } from "../setup/http/server";

const DAY_MS = 86_400_000;
const chain = sharedChain();
const { db, another } = testFirestore();
let buyers: Buyer[] = [];
let services: TestServer[] = [];
let clock = 0;

beforeAll(async () => {
  services = await Promise.all(
    [db, another()].map((client) => testService({ db: client, nowMs: () => Date.now() + clock })),
  );
  buyers = services.map(({ baseUrl }) => new Buyer(`${baseUrl}/demand-insights`, chain));
});
afterAll(() => Promise.all(services.map((service) => service.close())));
beforeEach(async () => {
  clock = 0;
  await db.recursiveDelete(db.collection("takeBacks"));
});

const buyer = () => buyers[0] as Buyer;

/** A plain payment that a copyist has redeemed, and how its payer takes it back. */
async function copied(from: Role = "payer") {
  const [copyist, quote] = [await buyer().quote(), await buyer().quote()];
  const txHash = await buyer().payPlain(quote, from);
  const theft = await buyer().redeem(copyist, txHash);
  expect(theft.status).toBe(200);
  const payerSignature = await buyer().sign(quote, txHash, from);
  return {
    copyist,
    quote,
    txHash,
    takeBack: (by = buyer()): Promise<Reply> => by.redeem(quote, txHash, QUESTION, { payerSignature }),
  };
}

const outcome = ({ status, json }: Reply) => (status === 200 ? 200 : json["code"]);

describe("happy", () => {
  it("D8: gives a payment back to its payer once in 30 days, and says how to pay so that no one can copy it", async () => {
    const [first, second] = [await copied(), await copied()];
    expect((await first.takeBack()).status).toBe(200);
    const refused = await second.takeBack();
    expect([refused.status, refused.json["code"]]).toEqual([409, "tx_already_used"]);
    expect(refused.json["detail"]).toMatch(/30 days.*`transaction`/s);
    const { address } = devWallets().payer;
    await db.doc(`takeBacks/${address}`).update({ at: Timestamp.fromMillis(Date.now() - 30 * DAY_MS) });
    expect((await second.takeBack()).status).toBe(200);
  });

  it("D8: takes a plain transfer without a signature, as often as it is paid", async () => {
    for (let at = 0; at < 3; at++) {
      const quote = await buyer().quote();
      expect((await buyer().redeem(quote, await buyer().payPlain(quote))).status).toBe(200);
    }
  });

  it("D8: answers a repeated take-back from its stored answer", async () => {
    const victim = await copied();
    const answer = await victim.takeBack();
    expect((await victim.takeBack(buyers[1])).text).toBe(answer.text);
  });
});

describe("security", () => {
  it("D8: takes nothing back for an intent that was quoted after the redemption", async () => {
    const quote = await buyer().quote();
    const txHash = await buyer().payPlain(quote);
    expect((await buyer().redeem(quote, txHash)).status).toBe(200);
    clock = 2_000;
    const later = await buyer().quote();
    const refused = await buyer().redeem(later, txHash, QUESTION, {
      payerSignature: await buyer().sign(later, txHash),
    });
    expect(refused.json).toMatchObject({ code: "tx_already_used", detail: expect.stringContaining("quoted before") });
  });

  it("D8: gives one payer one of many payments that it takes back at once, on every instance", async () => {
    const victims = [];
    for (let at = 0; at < 6; at++) victims.push(await copied());
    const replies = await Promise.all(victims.map(({ takeBack }, at) => takeBack(buyers[at % 2])));
    expect(replies.map(outcome).sort()).toEqual([200, ...Array(5).fill("tx_already_used")]);
  });

  it("D8: gives one payment to one of many intents that take it back at once", async () => {
    const copyist = await buyer().quote();
    const quotes = await Promise.all(Array.from({ length: 6 }, () => buyer().quote()));
    const txHash = await buyer().payPlain(copyist);
    expect((await buyer().redeem(copyist, txHash)).status).toBe(200);
    const replies = await Promise.all(
      quotes.map(async (quote, at) =>
        (buyers[at % 2] as Buyer).redeem(quote, txHash, QUESTION, {
          payerSignature: await buyer().sign(quote, txHash),
        }),
      ),
    );
    expect(replies.map(outcome).sort()).toEqual([200, ...Array(5).fill("tx_already_used")]);
  });

  it("D8: gives a thief with many wallets no more than the day's number of answers", async () => {
    await db.doc(`takeBacks/${new Date().toISOString().slice(0, 10)}`).set({ count: 19 });
    const [last, late] = [await copied("payer"), await copied("payer2")];
    expect((await last.takeBack()).status).toBe(200);
    const refused = await late.takeBack();
    expect(refused.json).toMatchObject({ code: "tx_already_used", detail: expect.stringContaining("tomorrow") });
    clock = DAY_MS;
    expect((await late.takeBack()).status).toBe(200);
  });

  it("D8: counts a take-back of each payer of a bundle for itself", async () => {
    const send = await bundler(chain, ["payer", "payer2"]);
    const to = devWallets().recipient.address;
    const copyists = [await buyer().quote(), await buyer().quote()];
    const quotes = { payer: await buyer().quote(), payer2: await buyer().quote() };
    const txHash = await send("stranger", [
      { from: "payer", to, units: PRICE_UNITS },
      { from: "payer2", to, units: PRICE_UNITS },
    ]);
    for (const copyist of copyists) expect((await buyer().redeem(copyist, txHash)).status).toBe(200);
    for (const from of ["payer", "payer2"] as const) {
      const payerSignature = await buyer().sign(quotes[from], txHash, from);
      expect((await buyer().redeem(quotes[from], txHash, QUESTION, { payerSignature })).status).toBe(200);
    }
  });
});
