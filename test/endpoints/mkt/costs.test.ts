import { countFirestore } from "../../setup/database/countFirestore";
import { testFirestore } from "../../setup/firestore";
import { Market, named } from "../../setup/market";

const { db } = testFirestore();
const count = countFirestore(db);
const market = Market.forFile(db);

/** Documents read and written by one signed request, made ready beforehand. */
async function cost(
  path: string,
  role: "buyer" | "worker",
  body: Record<string, unknown>,
  status: number,
): Promise<[number, number]> {
  const signed = await market.sign(path, role, body);
  count.reset();
  expect((await market.post(path, signed)).status).toBe(status);
  return [count.documentsRead, count.documentsWritten];
}

describe("Firestore operations of signed requests", () => {
  it("are the nonce's one write, the records that the request makes, and one read for each that it needs", async () => {
    const key = await market.task("human", {}, { steps: ["start", "submit"] });
    // The task and the report, which may be there; the report and the nonce.
    expect(await cost("/mkt/feedback", "worker", { ...named(key), role: "worker", message: "Fine." }, 200)).toEqual([
      2, 2,
    ]);
    // The task and the wallet's mandate; the reason's draft and the nonce, which keeps this refusal.
    expect(await cost("/mkt/request-changes", "buyer", { ...named(key), reason: "More." }, 409)).toEqual([2, 2]);
    await market.take("requestChanges", key);
    const { json } = await market.post("/mkt/sign/prepare", {
      endpoint: "/mkt/resubmit",
      wallet: market.address("worker"),
      body: { ...named(key), text: "More." },
    });
    const { domain, types, message } = json["typedData"] as {
      domain: object;
      types: Record<string, { name: string; type: string }[]>;
      message: object;
    };
    const resubmissionSignature = await market.chain.wallet("worker").signTypedData(domain, types, message);
    // The task, the answer that may be there, the keeper's newest run, the mandate; the work, its signature and the nonce.
    expect(
      await cost("/mkt/resubmit", "worker", { ...(json["request"] as object), resubmissionSignature }, 200),
    ).toEqual([3, 3]);
    // The task, its poster's record, the own interest, the waiting signature, each text that is cited (two submissions and a
    // reason); the nonce.
    expect(await cost("/mkt/task", "worker", named(key), 200)).toEqual([7, 1]);
  });
});
