import { batchLanded, type BatchFate } from "../../packages/client/src/batches";
import { browserBatches } from "../../packages/client/src/browserBatches";

const ADDRESS = "0x00000000000000000000000000000000000000A1";

/** A wallet that answers each method so; an error is thrown. */
function batches(answers: Record<string, unknown>) {
  const request = ({ method }: { method: string }) =>
    answers[method] instanceof Error ? Promise.reject(answers[method]) : Promise.resolve(answers[method]);
  return browserBatches({ request }, ADDRESS, (method) => request({ method }));
}

const landed = (fate: BatchFate, ageMs: number) => {
  const never = () => Promise.reject(new Error("not asked"));
  return batchLanded("name", { canSend: never, send: never, fate: () => Promise.resolve(fate) }, { ageMs });
};

it("UI23: sends calls as one only where the wallet promises all or none on this chain", async () => {
  const capable = (status: string) => batches({ wallet_getCapabilities: { "0x2105": { atomic: { status } } } });
  expect(await capable("supported").canSend(8453)).toBe(true);
  expect(await capable("ready").canSend(8453)).toBe(true);
  expect(await capable("unsupported").canSend(8453)).toBe(false);
  expect(await capable("supported").canSend(1)).toBe(false);
  expect(await batches({ wallet_getCapabilities: new Error("no such method") }).canSend(8453)).toBe(false);
});

it("UI23: reads what became of calls by their name", async () => {
  const status = (answer: unknown) => batches({ wallet_getCallsStatus: answer }).fate("name");
  const receipts = [{ transactionHash: "0x1" }];
  expect(await status({ status: 200, receipts })).toEqual({ state: "done", hash: "0x1" });
  expect(await status({ status: 500, receipts })).toEqual({ state: "failed", hash: "0x1" });
  expect(await status({ status: 400 })).toEqual({ state: "failed", hash: "" });
  expect(await status({ status: 100 })).toEqual({ state: "pending" });
  expect(await status(Object.assign(new Error("?"), { code: 5730 }))).toEqual({ state: "unknown" });
  await expect(status(new Error("locked"))).rejects.toThrow("locked");
});

it("UI23: takes calls as not sent only once no prompt can be open any more", async () => {
  const minutes = 60_000;
  expect(await landed({ state: "done", hash: "0x1" }, 0)).toBe("0x1");
  await expect(landed({ state: "failed", hash: "0x1" }, 0)).rejects.toMatchObject({ code: "reverted" });
  await expect(landed({ state: "unknown" }, 9 * minutes)).rejects.toMatchObject({ code: "unavailable" });
  await expect(landed({ state: "unknown" }, 10 * minutes)).rejects.toMatchObject({ code: "not_sent" });
  await expect(batchLanded("name", undefined, { ageMs: 0 })).rejects.toMatchObject({ code: "unavailable" });
});
