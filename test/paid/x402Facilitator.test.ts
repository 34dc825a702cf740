import { hexlify, randomBytes } from "ethers";
import { devWallets } from "../../dev/local/wallets";
import { decodePaymentRequiredHeader } from "@x402/core/http";
import { post, PRICE_UNITS } from "../setup/paying/buyer";
import { startFacilitator, type FacilitatorFault, type TestFacilitator } from "../setup/paying/facilitator";
import { sampled } from "../setup/runs";
import { CountedAnswers } from "../setup/service";
import { sendPayment, settlementOf, signPayment } from "../setup/paying/signedPayment";
import { SettlingStage } from "../setup/paying/settling";

const recipient = devWallets().recipient.address;
const answers = new CountedAnswers();
let facilitator: TestFacilitator;
const stage = SettlingStage.forFile({
  answers,
  settingsOn: async ({ chain }) => {
    facilitator ??= await startFacilitator(chain.rpcUrl);
    return FACILITATED();
  },
});
const FACILITATED = () => ({
  SETTLEMENT_KEY: "none",
  FACILITATOR_URL: facilitator.url,
  FACILITATOR_TOKEN: "key-of-ours",
  FACILITATOR_TIMEOUT_MS: "1000",
});
const SETTLERS: Record<string, () => Record<string, string>> = {
  "a facilitator": FACILITATED,
  "the service's own wallet": () => ({ SETTLEMENT_KEY: devWallets().settler.privateKey, FACILITATOR_URL: "" }),
};
const income = () => stage.chain.usdcUnitsOf(recipient);

afterEach(() => {
  facilitator.fault = facilitator.verifyFault = undefined;
});
afterAll(() => facilitator.close());

describe("happy", () => {
  describe.each(Object.entries(SETTLERS))("%s", (_name, settings) => {
    let url: string;
    beforeAll(async () => {
      url = await stage.another(settings());
    });

    it.each([1, 2] as const)("settles v%d, and answers a repeat without charging", async (version) => {
      const had = await income();
      const payment = await signPayment(stage.chain, { version });
      const first = await sendPayment(url, payment);
      expect([first.status, settlementOf(first)?.["success"]]).toEqual([200, true]);
      const again = await sendPayment(url, payment);
      // A v1 payment has nothing that only its payer knows.
      expect([again.text === first.text, again.status]).toEqual([version === 2, version === 2 ? 200 : 409]);
      expect((await income()) - had).toBe(PRICE_UNITS);
    });

    it("charges once where one payment comes many times at once", async () => {
      const [had, asked] = [await income(), answers.asked];
      const payment = await signPayment(stage.chain);
      const replies = await Promise.all(
        Array.from({ length: 6 }, () => stage.persist(() => sendPayment(url, payment))),
      );
      expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
      expect([(await income()) - had, answers.asked - asked]).toEqual([PRICE_UNITS, 1]);
    });

    it("refuses what would not settle before anything is asked of anyone", async () => {
      const asked = facilitator.asked.length;
      const reply = await sendPayment(url, await signPayment(stage.chain, { from: "stranger" }));
      expect([reply.status, settlementOf(reply)?.["errorReason"], facilitator.asked.length]).toEqual([
        402,
        "invalid_exact_evm_insufficient_balance",
        asked,
      ]);
    });
  });

  it("shows the facilitator the token that it asks for", async () => {
    await sendPayment(stage.url, await signPayment(stage.chain));
    expect(facilitator.authorization).toBe("Bearer key-of-ours");
  });

  it.each([1, 2] as const)("E2: has a v%d payment verified, then settled, with the same body", async (version) => {
    facilitator.asked.length = 0;
    expect((await sendPayment(stage.url, await signPayment(stage.chain, { version }))).status).toBe(200);
    const [verified, settled] = facilitator.asked;
    expect(facilitator.asked.map(({ path }) => path)).toEqual(["/verify", "/settle"]);
    expect(verified?.body).toEqual(settled?.body);
    expect(verified?.body["x402Version"]).toBe(version);
  });
});

describe("security", () => {
  it("D12: gives a facilitator the offer's own resource and extensions, whatever the payer wrote there", async () => {
    facilitator.asked.length = 0;
    const resource = { url: "https://attacker.example/listed", description: "pay me", mimeType: "text/html" };
    const payment = await signPayment(stage.chain, {
      change: (payload) => ({
        ...payload,
        resource,
        note: "x".repeat(500),
        accepted: { ...payload.accepted, extra: { name: "USD Coin", version: "2", planted: "attacker" } },
        extensions: {
          bazaar: { info: { input: { type: "http", method: "GET", url: "https://attacker.example" } } },
          planted: { info: "attacker" },
        },
      }),
    });
    expect((await sendPayment(stage.url, payment)).status).toBe(200);
    // A probe's offer describes the product, as what the facilitator lists does.
    const { headers } = await post(stage.url, {});
    const offer = decodePaymentRequiredHeader(headers.get("payment-required") ?? "");
    expect(JSON.stringify(facilitator.asked)).not.toMatch(/attacker|xxx/);
    // The challenge to sign in is of one answer with status 402, and no part of what is paid for.
    const { "sign-in-with-x": _, ...extensions } = offer.extensions ?? {};
    expect(facilitator.asked.length).toBeGreaterThan(0);
    for (const { body } of facilitator.asked) {
      const { resource: told, extensions: toldExtensions } = body["paymentPayload"] as typeof offer;
      expect([told, toldExtensions]).toEqual([offer.resource, extensions]);
    }
  });
});

const settled = (transaction: string) =>
  JSON.stringify({ success: true, transaction, network: "eip155:8453", payer: devWallets().payer.address });
const FAULTS: Record<
  string,
  { fault: () => FacilitatorFault | Promise<FacilitatorFault>; first: "answer" | "pending" }
> = {
  "times out before it broadcasts": { fault: () => ({ kind: "hang", when: "before" }), first: "pending" },
  "times out after it broadcast": { fault: () => ({ kind: "hang", when: "after" }), first: "answer" },
  "cuts the connection before it broadcasts": { fault: () => ({ kind: "drop", when: "before" }), first: "pending" },
  "cuts the connection after it broadcast": { fault: () => ({ kind: "drop", when: "after" }), first: "answer" },
  "answers 500 before": {
    fault: () => ({ kind: "says", when: "before", status: 500, body: "oops" }),
    first: "pending",
  },
  "answers 500 after": { fault: () => ({ kind: "says", when: "after", status: 500, body: "oops" }), first: "answer" },
  "answers something that is no JSON": {
    fault: () => ({ kind: "says", when: "after", body: "<html>" }),
    first: "answer",
  },
  "answers null": { fault: () => ({ kind: "says", when: "before", body: "null" }), first: "pending" },
  "answers without end": {
    fault: () => ({ kind: "says", when: "before", body: `"${"a".repeat(100_000)}"` }),
    first: "pending",
  },
  "says no and means it": {
    fault: () => ({ kind: "says", when: "before", body: '{"success":false,"errorReason":"insufficient_funds"}' }),
    first: "pending",
  },
  "says no and has settled": {
    fault: () => ({ kind: "says", when: "after", body: '{"success":false,"errorReason":"insufficient_funds"}' }),
    first: "answer",
  },
  "gives up on a transaction that it has sent": {
    fault: () => ({ kind: "says", when: "before", body: '{"success":false,"errorReason":"unexpected_settle_error"}' }),
    first: "pending",
  },
  "says yes without a transaction": {
    fault: () => ({ kind: "says", when: "before", body: '{"success":true}' }),
    first: "pending",
  },
  "lies about a transaction that is nowhere": {
    fault: () => ({ kind: "says", when: "before", body: settled(hexlify(randomBytes(32))) }),
    first: "pending",
  },
  "lies about another's transaction": {
    fault: async () => ({
      kind: "says",
      when: "before",
      body: settled(await stage.chain.pay({ to: recipient, amountUsdcUnits: PRICE_UNITS })),
    }),
    first: "pending",
  },
  "names another's transaction for one that it settled": {
    fault: async () => ({
      kind: "says",
      when: "after",
      body: settled(await stage.chain.pay({ to: recipient, amountUsdcUnits: PRICE_UNITS })),
    }),
    first: "answer",
  },
  "is slow": { fault: () => ({ kind: "slow", ms: 500 }), first: "answer" },
  "is too slow, and settles when no one listens any more": {
    fault: () => ({ kind: "slow", ms: 1_300 }),
    first: "answer",
  },
};

const VERIFY_FAULTS: Record<string, { fault: FacilitatorFault; expected: [number, string] }> = {
  "is silent at /verify": { fault: { kind: "hang", when: "before" }, expected: [503, "dependency_unavailable"] },
  "cuts the connection at /verify": {
    fault: { kind: "drop", when: "after" },
    expected: [503, "dependency_unavailable"],
  },
  "answers /verify with 500": {
    fault: { kind: "says", when: "before", status: 500, body: "oops" },
    expected: [503, "dependency_unavailable"],
  },
  "finds it invalid": {
    fault: { kind: "says", when: "before", body: '{"isValid":false,"invalidReason":"insufficient_funds"}' },
    expected: [402, "payment_invalid"],
  },
  "finds it invalid, with status 400": {
    fault: { kind: "says", when: "before", status: 400, body: '{"isValid":false,"invalidReason":"<script>"}' },
    expected: [402, "payment_invalid"],
  },
};

describe("faults", () => {
  it.each(sampled(Object.entries(VERIFY_FAULTS), 3))(
    "E2: a facilitator that %s charges nothing, and settles once when it is well",
    async (_name, { fault, expected }) => {
      facilitator.verifyFault = fault;
      facilitator.asked.length = 0;
      const had = await income();
      const purchases = async () => (await stage.db.collection("purchases").count().get()).data().count;
      const before = await purchases();
      const payment = await signPayment(stage.chain);
      const reply = await sendPayment(stage.url, payment);
      expect([reply.status, reply.json["code"], await income()]).toEqual([...expected, had]);
      expect(await purchases()).toBe(before);
      // A payment that may still be taken is not to be paid in another way.
      expect(/`transaction`/.test(String(reply.json["detail"]))).toBe(reply.status === 402);
      expect(reply.text).not.toMatch(/<script/);
      expect(facilitator.asked.map(({ path }) => path)).toEqual(["/verify"]);
      facilitator.verifyFault = undefined;
      expect([(await sendPayment(stage.url, payment)).status, (await income()) - had]).toEqual([200, PRICE_UNITS]);
    },
  );

  it.each(sampled(Object.entries(FAULTS), 9))(
    "P27: a facilitator that %s loses nothing and charges once",
    async (_name, { fault, first }) => {
      facilitator.fault = await fault();
      const [had, asked] = [await income(), answers.asked];
      const payment = await signPayment(stage.chain);
      const url = first === "answer" ? stage.url : await stage.hurried();
      const reply = await sendPayment(url, payment);
      const expected = {
        answer: [200, undefined],
        pending: [503, "tx_not_confirmed"],
      }[first];
      expect([reply.status, reply.json["code"]]).toEqual(expected);
      expect(answers.asked - asked).toBe(first === "answer" ? 1 : 0);
      facilitator.fault = undefined;
      const last = await sendPayment(stage.url, payment);
      expect([last.status, (await income()) - had, answers.asked - asked]).toEqual([200, PRICE_UNITS, 1]);
    },
  );

  it("P27: believes no refusal while an earlier attempt may be under way, so that no payer signs again and pays twice", async () => {
    const payment = await signPayment(stage.chain);
    const [url, later] = [await stage.hurried(), await stage.another({}, { nowMs: () => Date.now() + 3_600_000 })];
    facilitator.fault = { kind: "hang", when: "before" };
    expect((await sendPayment(url, payment)).json["code"]).toBe("tx_not_confirmed");
    facilitator.fault = { kind: "says", when: "before", body: '{"success":false,"errorReason":"insufficient_funds"}' };
    expect((await sendPayment(url, payment)).json["code"]).toBe("tx_not_confirmed");
    // What a final block shows as unused after its time can no longer settle.
    facilitator.verifyFault = {
      kind: "says",
      when: "before",
      body: '{"isValid":false,"invalidReason":"payment_expired"}',
    };
    expect((await sendPayment(later, payment)).json["code"]).toBe("tx_not_confirmed");
    await stage.chain.warp(2_000);
    await stage.chain.mine(100);
    expect((await sendPayment(later, payment)).json["code"]).toBe("payment_invalid");
  });
});
