import { createHash, randomUUID } from "node:crypto";
import fc from "fast-check";
import { devWallets } from "../../dev/local/wallets";
import { Buyer, PRICE_UNITS, QUESTION, type QuoteBody, type Reply } from "../setup/paying/buyer";
import { sharedChain } from "../setup/chain/chain";
import { testFirestore } from "../setup/firestore";
import { forFile } from "../setup/forFile";
import {
  type FirestoreHooks,
  GrpcError,
  hookFirestore,
  PERMISSION_DENIED,
  UNAVAILABLE,
} from "../setup/database/hookFirestore";
import { type RpcProxy, startRpcProxy } from "../setup/chain/rpcProxy";
import { forAllAsync, isOver, runs } from "../setup/runs";
import { CountedAnswers, testService } from "../setup/service";
import type { TestServer } from "../setup/http/server";

const RUNS = runs(2, 60);
const chain = sharedChain();
const { db, another } = testFirestore();
const recipient = devWallets().recipient.address;
const hooks: FirestoreHooks[] = [];
const buyers: Buyer[] = [];
const open: (TestServer | RpcProxy)[] = [];

const node = forFile(() => startRpcProxy(chain.rpcUrl));
beforeAll(async () => {
  open.push(node);
  for (let at = 0; at < 2; at++) {
    const client = another();
    hooks.push(hookFirestore(client));
    const service = await testService({
      db: client,
      answers: new CountedAnswers(() => randomUUID()),
      settings: { RPC_URLS: node.url },
    });
    open.push(service);
    buyers.push(new Buyer(`${service.baseUrl}/demand-insights`, chain));
  }
});
afterAll(() => Promise.all(open.map((part) => part.close())));

/** One redemption: which intent, which transaction, through which instance, signed by the payer or not. */
interface Step {
  intent: number;
  tx: number;
  instance: number;
  signed: boolean;
  delayMs: number;
}

const INTENTS = 4;
const step: fc.Arbitrary<Step> = fc.record({
  intent: fc.nat(INTENTS - 1),
  tx: fc.nat(2),
  instance: fc.nat(1),
  signed: fc.boolean(),
  delayMs: fc.nat(30),
});
/** Which requests to the database and to the node fail, by their number. */
const faults = fc.record({
  before: fc.uniqueArray(fc.nat(25), { maxLength: 3 }),
  after: fc.uniqueArray(fc.nat(25), { maxLength: 3 }),
  node: fc.uniqueArray(fc.nat(6), { maxLength: 2 }),
  code: fc.constantFrom(UNAVAILABLE, PERMISSION_DENIED),
});

function breakParts({
  before,
  after,
  node: nodeFaults,
  code,
}: {
  before: number[];
  after: number[];
  node: number[];
  code: number;
}): void {
  let sent = 0;
  let done = 0;
  let asked = 0;
  for (const each of hooks) {
    each.before = () => {
      if (before.includes(sent++)) throw new GrpcError(code);
    };
    each.after = () => {
      if (after.includes(done++)) throw new GrpcError(code);
    };
  }
  node.fault = () => (nodeFaults.includes(asked++) ? { kind: "status", status: 503 } : undefined);
}

function heal(): void {
  for (const each of hooks) Object.assign(each, { before: undefined, after: undefined });
  node.fault = undefined;
}

const keyOf = (intentId: string) => createHash("sha256").update(intentId).digest("hex");

describe("faults", () => {
  it(
    "F1 F2 X1 X5: whatever order redemptions and faults come in, each transfer buys one answer and each payer gets it",
    async () => {
      await forAllAsync(
        [fc.array(step, { minLength: 1, maxLength: 12 }), faults],
        { numRuns: RUNS, endOnFailure: true },
        async (steps, broken) => {
          if (isOver()) return;
          await db.recursiveDelete(db.collection("takeBacks"));
          const quotes: QuoteBody[] = await Promise.all(
            Array.from({ length: INTENTS }, () => (buyers[0] as Buyer).quote(QUESTION)),
          );
          // The last is marked for the last intent; the others carry no mark.
          const hashes = await Promise.all([
            chain.pay({ to: recipient, amountUsdcUnits: PRICE_UNITS }),
            chain.pay({ from: "payer2", to: recipient, amountUsdcUnits: PRICE_UNITS }),
            (buyers[0] as Buyer).payMarked(quotes[INTENTS - 1] as QuoteBody, "payer3"),
          ]);
          const payers = ["payer", "payer2", "payer3"] as const;
          const redeem = async ({ intent, tx, instance, signed }: Omit<Step, "delayMs">): Promise<Reply> => {
            const [by, quote, txHash] = [buyers[instance] as Buyer, quotes[intent] as QuoteBody, hashes[tx] as string];
            return by.redeem(
              quote,
              txHash,
              QUESTION,
              signed ? { payerSignature: await by.sign(quote, txHash, payers[tx]) } : {},
            );
          };

          const answers = new Map<string, Set<string>>();
          const note = ({ intent, tx }: Pick<Step, "intent" | "tx">, reply: Reply) => {
            expect([200, 402, 409, 503]).toContain(reply.status);
            if (reply.status !== 200) return;
            const pair = `${intent} ${tx}`;
            answers.set(pair, (answers.get(pair) ?? new Set()).add(reply.text));
          };

          breakParts(broken);
          await Promise.all(
            steps.map(async (one) => {
              await new Promise((resolve) => setTimeout(resolve, one.delayMs));
              note(one, await redeem(one));
            }),
          );
          heal();

          // X5: once faults stop, a payer gets the answer to its payment within a few tries.
          for (let tx = 0; tx < hashes.length; tx++) {
            const owned = (await db.collection("payments").where("txHash", "==", hashes[tx]).get()).docs;
            expect(owned.length).toBeLessThanOrEqual(1);
            const buyer =
              owned.length === 0
                ? await fallback(tx)
                : quotes.findIndex(({ intentId }) => keyOf(intentId) === owned[0]?.get("intentKey"));
            // The marked intent may have bought with another transaction: then its own payment waits for no one.
            if (buyer < 0) continue;
            const one = { intent: buyer, tx, instance: 0, signed: false };
            let reply = await redeem(one);
            for (let retry = 0; retry < 3 && reply.status === 503; retry++) reply = await redeem(one);
            note(one, reply);
            expect(reply.status).toBe(200);
            const again = await redeem({ ...one, instance: 1 });
            note(one, again);
          }

          // F2: all answers for one pair of intent and transaction are the same bytes.
          for (const texts of answers.values()) expect(texts.size).toBe(1);

          // F1 and X1: payments and living purchases correspond one to one, each at the whole price.
          const payments = (await db.collection("payments").where("txHash", "in", hashes).get()).docs;
          const purchases = (await db.collection("purchases").where("txHash", "in", hashes).get()).docs;
          const living = purchases.filter((doc) => doc.get("state") !== "superseded");
          expect(living.map((doc) => doc.get("paymentKey") as string).sort()).toEqual(
            payments.map(({ id }) => id).sort(),
          );
          expect(living.map(({ id }) => id).sort()).toEqual(
            payments.map((doc) => doc.get("intentKey") as string).sort(),
          );
          for (const payment of payments)
            expect(BigInt(payment.get("amountUsdcUnits") as string)).toBeGreaterThanOrEqual(PRICE_UNITS);

          /** An intent that holds no transaction yet: its own mark's for the marked one, a fresh one else. */
          async function fallback(tx: number): Promise<number> {
            if (tx === 2) return (await isFree(INTENTS - 1)) ? INTENTS - 1 : -1;
            return quotes.push(await (buyers[0] as Buyer).quote(QUESTION)) - 1;
          }
          async function isFree(intent: number): Promise<boolean> {
            return !(
              await db
                .collection("purchases")
                .doc(keyOf((quotes[intent] as QuoteBody).intentId))
                .get()
            ).exists;
          }
        },
      );
    },
    60_000 + RUNS * 15_000,
  );
});
