import { batchLanded, type BatchFate } from "../../packages/client/src/signing/batches";
import { browserBatches } from "../../packages/client/src/signing/browserBatches";

const ADDRESS = "0x00000000000000000000000000000000000000A1";

/** A wallet that answers each method so; an error is thrown. */
function batches(answers: Record<string, unknown>) {
  const request = ({ method }: { method: string }) =>
    answers[method] instanceof Error ? Promise.reject(answers[method]) : Promise.resolve(answers[method]);
  return browserBatches({ request }, ADDRESS, (method) => request({ method }));
}

const landed = (isTaken: boolean, ...fates: BatchFate[]) => {
  const never = () => Promise.reject(new Error("not asked"));
  const next = () => Promise.resolve(fates.length > 1 ? (fates.shift() as BatchFate) : (fates[0] as BatchFate));
  // Patient where more is to come: a busy machine takes its time. The wallet that knows nothing is waited for to the end.
  const waiting = { isTaken, timeoutMs: fates.length > 1 ? 10_000 : 60, firstPauseMs: 1, maxPauseMs: 5 };
  return batchLanded("name", { canSend: never, send: never, fate: next }, waiting);
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

it("UI36: reads the fates of early wallets, and of calls that were made in part", async () => {
  const status = (answer: unknown) => batches({ wallet_getCallsStatus: answer }).fate("name");
  const receipts = (...of: string[]) => of.map((one, at) => ({ transactionHash: `0x${at + 1}`, status: one }));
  expect(await status({ status: "CONFIRMED", receipts: receipts("0x1") })).toEqual({ state: "done", hash: "0x1" });
  expect(await status({ status: "PENDING", receipts: null })).toEqual({ state: "pending" });
  expect(await status({ status: 600, receipts: receipts("0x1", "0x1") })).toEqual({ state: "done", hash: "0x2" });
  expect(await status({ status: 600, receipts: receipts("0x1", "0x0") })).toEqual({ state: "failed", hash: "0x2" });
  expect(await status({ status: 200, receipts: receipts("0x0") })).toEqual({ state: "failed", hash: "0x1" });
  for (const code of [200, 600]) expect(await status({ status: code, receipts: [] })).toEqual({ state: "pending" });
});

it("UI23: waits for calls that the wallet took, and says of others that a prompt may be open", async () => {
  const done = { state: "done", hash: "0x1" } as const;
  const unknown = { state: "unknown" } as const;
  expect(await landed(false, done)).toBe("0x1");
  expect(await landed(true, unknown, unknown, done)).toBe("0x1");
  await expect(landed(false, unknown, done)).rejects.toMatchObject({ message: expect.stringContaining("prompt") });
  await expect(landed(true, unknown)).rejects.toMatchObject({ message: expect.stringContaining("activity") });
  await expect(landed(true, { state: "failed", hash: "0x1" })).rejects.toMatchObject({ code: "reverted" });
  await expect(landed(true, { state: "failed", hash: "" })).rejects.toMatchObject({ code: "not_sent" });
  await expect(batchLanded("name", undefined, { isTaken: true })).rejects.toMatchObject({ code: "unavailable" });
});
