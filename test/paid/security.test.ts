import { hexlify, randomBytes } from "ethers";
import { intentMark } from "../../functions/src/domain/payment/intent";
import { devWallets } from "../../dev/local/wallets";
import { Buyer, post, PRICE_UNITS, QUESTION, type QuoteBody } from "../setup/paying/buyer";
import { sharedChain, USDC } from "../setup/chain/chain";
import { testFirestore } from "../setup/firestore";
import { forFile } from "../setup/forFile";
import { authorizedTransfer, bundler } from "../setup/payments";
import { CountedAnswers, KeptLog, testService } from "../setup/service";

const chain = sharedChain();
const { db, another } = testFirestore();
const recipient = devWallets().recipient.address;
const log = new KeptLog();

const service = forFile(() => testService({ db, log }));
const buyer = forFile(() => new Buyer(`${service.baseUrl}/demand-insights`, chain));
beforeEach(() => db.recursiveDelete(db.collection("takeBacks")));

const codeOf = async (quote: QuoteBody, txHash: string, more: object = {}) =>
  (await buyer.redeem(quote, txHash, QUESTION, more)).json.code;

describe("security", () => {
  describe("P1: an observer who redeems a public txHash first", () => {
    it("gets nothing of a marked payment, and the payer all of it", async () => {
      const quote = await buyer.quote();
      const txHash = await buyer.payMarked(quote);
      const copyist = await buyer.quote();
      expect(await codeOf(copyist, txHash)).toBe("intent_tx_mismatch");
      const payerSignature = await buyer.sign(copyist, txHash, "stranger");
      expect(await codeOf(copyist, txHash, { payerSignature })).toBe("intent_tx_mismatch");
      expect((await buyer.redeem(quote, txHash)).status).toBe(200);
    });

    it("cannot keep the payer from moving a second payment for one intent to another, by signature", async () => {
      const [twice, next] = [await buyer.quote(), await buyer.quote()];
      const [used, left] = [await buyer.payMarked(twice), await buyer.payMarked(twice)];
      expect((await buyer.redeem(twice, used)).status).toBe(200);
      expect(await codeOf(twice, left)).toBe("intent_tx_mismatch");
      expect(await codeOf(next, left)).toBe("intent_tx_mismatch");
      expect(await codeOf(next, left, { payerSignature: await buyer.sign(next, left, "stranger") })).toBe(
        "intent_tx_mismatch",
      );
      expect((await buyer.redeem(next, left, QUESTION, { payerSignature: await buyer.sign(next, left) })).status).toBe(
        200,
      );
      const third = await buyer.quote();
      expect(await codeOf(third, used, { payerSignature: await buyer.sign(third, used) })).toBe("tx_already_used");
    });

    it("loses a plain payment to the payer who signs, and gets no answer of it again", async () => {
      const copyist = await buyer.quote();
      const quote = await buyer.quote();
      const txHash = await buyer.payPlain(quote);
      expect((await buyer.redeem(copyist, txHash)).status).toBe(200);
      expect(await codeOf(quote, txHash)).toBe("tx_already_used");
      const payerSignature = await buyer.sign(quote, txHash);
      const paid = await buyer.redeem(quote, txHash, QUESTION, { payerSignature });
      expect(paid.status).toBe(200);
      expect(await codeOf(copyist, txHash)).toBe("tx_already_used");
      const third = await buyer.quote();
      expect(await codeOf(third, txHash, { payerSignature: await buyer.sign(third, txHash) })).toBe("tx_already_used");
      expect((await buyer.redeem(quote, txHash)).text).toBe(paid.text);
    });

    it("cannot use the payer's signature for his own intent or another transaction", async () => {
      const quote = await buyer.quote();
      const txHash = await buyer.payPlain(quote);
      const payerSignature = await buyer.sign(quote, txHash);
      expect(await codeOf(await buyer.quote(), txHash, { payerSignature })).toBe("signature_invalid");
      expect(await codeOf(quote, await buyer.payPlain(quote), { payerSignature })).toBe("signature_invalid");
    });

    it("gets nothing by carrying the payer's marked authorization (EIP-3009) under his own mark", async () => {
      const quote = await buyer.quote();
      const observer = await buyer.quote();
      const data = await authorizedTransfer(chain, {
        to: recipient,
        units: PRICE_UNITS,
        nonce: `0x${intentMark(quote.intentId)}`,
      });
      const txHash = await chain.send({ from: "stranger", to: USDC, data: data + intentMark(observer.intentId) });
      expect(await codeOf(observer, txHash)).toBe("intent_tx_mismatch");
      expect((await buyer.redeem(quote, txHash)).status).toBe(200);
    });

    it("binds nothing by carrying an unmarked authorization, or a bundle, under his own mark", async () => {
      const observer = await buyer.quote();
      const mark = intentMark(observer.intentId);
      const send = await bundler(chain, ["payer"]);
      const hashes = [
        await chain.send({
          from: "stranger",
          to: USDC,
          data: (await authorizedTransfer(chain, { to: recipient, units: PRICE_UNITS })) + mark,
        }),
        await send("stranger", [{ from: "payer", to: recipient, units: PRICE_UNITS }], `0x${mark}`),
      ];
      for (const txHash of hashes) {
        const quote = await buyer.quote();
        const payerSignature = await buyer.sign(quote, txHash);
        expect((await buyer.redeem(quote, txHash, QUESTION, { payerSignature })).status).toBe(200);
        expect(await codeOf(observer, txHash)).toBe("tx_already_used");
      }
    });

    it("is kept out altogether where the operator asks for bound payments", async () => {
      const strict = await testService({ db, settings: { REQUIRE_PAYMENT_BINDING: "true" } });
      const careful = new Buyer(`${strict.baseUrl}/demand-insights`, chain);
      const quote = await careful.quote();
      const plain = await careful.payPlain(quote);
      expect((await careful.redeem(quote, plain)).json.code).toBe("intent_tx_mismatch");
      expect(
        (await careful.redeem(quote, plain, QUESTION, { payerSignature: await careful.sign(quote, plain) })).status,
      ).toBe(200);
      const marked = await careful.quote();
      expect((await careful.redeem(marked, await careful.payMarked(marked))).status).toBe(200);
      await strict.close();
    });
  });

  it("P5: lets each payer of a bundle sign for his own transfer only", async () => {
    const send = await bundler(chain, ["payer", "payer2"]);
    const units = PRICE_UNITS;
    const txHash = await send("stranger", [
      { from: "payer", to: recipient, units },
      { from: "payer2", to: recipient, units },
    ]);
    const copyists = [await buyer.quote(), await buyer.quote()];
    const quotes = { payer: await buyer.quote(), payer2: await buyer.quote() };
    for (const copyist of copyists) expect((await buyer.redeem(copyist, txHash)).status).toBe(200);
    for (const from of ["payer", "payer2"] as const) {
      const quote = quotes[from];
      const payerSignature = await buyer.sign(quote, txHash, from);
      expect((await buyer.redeem(quote, txHash, QUESTION, { payerSignature })).status).toBe(200);
      const again = await buyer.quote();
      expect(await codeOf(again, txHash, { payerSignature: await buyer.sign(again, txHash, from) })).toBe(
        "tx_already_used",
      );
    }
    for (const copyist of copyists) expect(await codeOf(copyist, txHash)).toBe("tx_already_used");
  });

  it("P20: keeps one document for a hash in every spelling", async () => {
    const quote = await buyer.quote();
    const txHash = await buyer.payPlain(quote);
    const encodings = [txHash, txHash.slice(2), txHash.slice(2).toUpperCase(), `0x${txHash.slice(2).toUpperCase()}`];
    const replies = await Promise.all(encodings.map((encoding) => buyer.redeem(quote, encoding)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    const used = await db.collection("payments").where("txHash", "==", txHash).get();
    expect(used.docs.map(({ id }) => id)).toEqual([`8453:${txHash}:${recipient}:0`]);
  });

  it("P24: limits an address whatever it writes into X-Forwarded-For, on every instance of the service", async () => {
    // One minute, however long the test takes.
    const nowMs = () => 1_800_000_000_000;
    const instances = await Promise.all([testService({ db, nowMs }), testService({ db: another(), nowMs })]);
    const urls = instances.map(({ baseUrl }) => `${baseUrl}/demand-insights`);
    // The trusted proxy in front, here the loopback address, appends where the request really came from.
    const attempt = (at: number) =>
      post(
        urls[at % 2] ?? "",
        { intentId: "none", txHash: hexlify(randomBytes(32)) },
        {
          "x-forwarded-for": `10.${at}.0.1, 8.8.${at}.8, garbage, 203.0.113.77`,
        },
      );
    const statuses: number[] = [];
    for (let round = 0; round < 5; round++) {
      const replies = await Promise.all(Array.from({ length: 20 }, (_, at) => attempt(round * 20 + at)));
      statuses.push(...replies.map(({ status }) => status));
    }
    expect(statuses.slice(0, 40)).toEqual(Array(40).fill(404));
    expect(statuses.slice(80)).toEqual(Array(20).fill(429));
    const { headers, json } = await attempt(1);
    expect(json.code).toBe("rate_limited");
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    const elsewhere = await post(
      urls[0] ?? "",
      { intentId: "none", txHash: hexlify(randomBytes(32)) },
      { "x-forwarded-for": "203.0.113.77, 203.0.113.78" },
    );
    expect(elsewhere.json.code).toBe("intent_not_found");
    await Promise.all(instances.map((instance) => instance.close()));
  });

  it("F5: stores neither intent nor address in the clear, and logs nothing that a buyer wrote", async () => {
    const canary = `canary ${hexlify(randomBytes(8))}`;
    const question = { query: canary };
    const quote = await buyer.quote(question);
    await buyer.redeem(quote, hexlify(randomBytes(32)), question);
    await buyer.redeem(quote, await buyer.payMarked(quote), question);
    const failing = await testService({
      db,
      log,
      answers: new CountedAnswers((text) => {
        throw new Error(`no answer to ${text}`);
      }),
    });
    const unlucky = new Buyer(`${failing.baseUrl}/demand-insights`, chain);
    const lost = await unlucky.quote(question);
    const quiet = jest.spyOn(process.stderr, "write").mockReturnValue(true);
    const { status, text } = await unlucky.redeem(lost, await unlucky.payMarked(lost), question);
    quiet.mockRestore();
    await failing.close();
    expect([status, text.includes(canary)]).toEqual([500, false]);
    const lines = JSON.stringify(log.lines);
    for (const secret of [canary, quote.intentId, lost.intentId, "198.18."]) expect(lines).not.toContain(secret);
    const stored = (await Promise.all((await db.listCollections()).map((one) => one.get())))
      .flatMap(({ docs }) => docs.map((doc) => `${doc.id} ${JSON.stringify(doc.data())}`))
      .join("\n");
    for (const secret of [quote.intentId, lost.intentId, "198.18.", "203.0.113."]) expect(stored).not.toContain(secret);
    expect(lines).toContain("redeem.claimed");
  });
});
