import { TypedDataEncoder, Wallet } from "ethers";
import fc from "fast-check";
import { hashTypedData } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { toAddress } from "../../../functions/src/domain/address";
import type { Hex } from "../../../functions/src/domain/keccak";
import {
  permitTypedData,
  resubmissionTypedData,
  selectionTypedData,
  typedDataDigest,
  type TypedData,
} from "../../../functions/src/domain/messages/typedData";
import { POSTER, WORKER } from "../../setup/histories";

const KEY: Hex = `0x${"11".repeat(32)}`;
const uint = fc.bigInt({ min: 0n, max: 2n ** 64n });
const deadline = fc.integer({ min: 0, max: 2 ** 40 });
const hash = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => `0x${Buffer.from(bytes).toString("hex")}` as const);
const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => toAddress(`0x${Buffer.from(bytes).toString("hex")}`) ?? POSTER);
const at = fc.record({ chainId: fc.integer({ min: 1, max: 2 ** 31 }), escrow: address });
const onBase = fc.record({ chainId: fc.constantFrom(8453, 84532), escrow: address });

const anyTyped: fc.Arbitrary<TypedData> = fc.oneof(
  fc.tuple(at, fc.record({ taskId: uint, worker: address, deadline })).map((given) => selectionTypedData(...given)),
  fc
    .tuple(at, fc.record({ taskId: uint, round: fc.nat(255), submissionHash: hash, deadline }))
    .map((given) => resubmissionTypedData(...given)),
  fc
    .tuple(onBase, fc.record({ owner: address, valueUsdcUnits: uint, nonce: uint, deadline }))
    .map((given) => permitTypedData(...given)),
);

const fields = ({ types }: TypedData) =>
  Object.fromEntries(Object.entries(types).map(([name, list]) => [name, [...list]]));

describe("happy", () => {
  it("hashes what ethers and viem hash", () => {
    fc.assert(
      fc.property(anyTyped, (typed) => {
        const digest = typedDataDigest(typed);
        expect(digest).toBe(TypedDataEncoder.hash(typed.domain, fields(typed), typed.message));
        expect(digest).toBe(hashTypedData(typed as never));
      }),
    );
  });

  it("is signed alike by ethers and viem after it went through JSON", async () => {
    const typed = selectionTypedData(
      { chainId: 8453, escrow: POSTER },
      { taskId: 7n, worker: WORKER, deadline: 1_900_000_000 },
    );
    const sent = JSON.parse(JSON.stringify(typed)) as TypedData;
    const byEthers = await new Wallet(KEY).signTypedData(sent.domain, fields(sent), sent.message);
    expect(await privateKeyToAccount(KEY).signTypedData(sent as never)).toBe(byEthers);
  });
});

describe("security", () => {
  it("gives another digest for each task, worker, deadline, contract and chain", () => {
    const base = { taskId: 7n, worker: WORKER, deadline: 1_900_000_000 };
    const here = { chainId: 8453, escrow: POSTER };
    const all = [
      selectionTypedData(here, base),
      selectionTypedData(here, { ...base, taskId: 8n }),
      selectionTypedData(here, { ...base, worker: POSTER }),
      selectionTypedData(here, { ...base, deadline: base.deadline + 1 }),
      selectionTypedData({ ...here, escrow: WORKER }, base),
      selectionTypedData({ ...here, chainId: 1 }, base),
    ];
    expect(new Set(all.map(typedDataDigest)).size).toBe(all.length);
  });
});
