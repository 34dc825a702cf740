import { TypedDataEncoder } from "ethers";
import fc from "fast-check";
import { hashTypedData } from "viem";
import { toAddress } from "../../../functions/src/domain/address";
import type { Hex } from "../../../functions/src/domain/keccak";
import { CHAINS } from "../../../functions/src/domain/chains";
import {
  authorizationTypedData,
  forwardTypedData,
  mandateTypedData,
  permitTypedData,
  receiptTypedData,
  resubmissionTypedData,
  selectionTypedData,
  typedDataDigest,
  type TypedData,
} from "../../../functions/src/domain/messages/typedData";
import { POSTER, WORKER } from "../../setup/tasks/histories";
import { forAll } from "../../setup/runs";

const KEY: Hex = `0x${"11".repeat(32)}`;
const METADATA: Hex = `0x${"33".repeat(32)}`;
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
  fc
    .tuple(at, fc.record({ taskId: uint, metadataHash: hash, worker: address, deadline }))
    .map((given) => selectionTypedData(...given)),
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
    forAll([anyTyped], (typed) => {
      const digest = typedDataDigest(typed);
      expect(digest).toBe(TypedDataEncoder.hash(typed.domain, fields(typed), typed.message));
      expect(digest).toBe(hashTypedData(typed as never));
    });
  });
});

describe("security", () => {
  it("gives another digest for each task, metadata, worker, deadline, contract and chain", () => {
    const base = { taskId: 7n, metadataHash: METADATA, worker: WORKER, deadline: 1_900_000_000 };
    const here = { chainId: 8453, escrow: POSTER };
    const all = [
      selectionTypedData(here, base),
      selectionTypedData(here, { ...base, taskId: 8n }),
      selectionTypedData(here, { ...base, metadataHash: KEY }),
      selectionTypedData(here, { ...base, worker: POSTER }),
      selectionTypedData(here, { ...base, deadline: base.deadline + 1 }),
      selectionTypedData({ ...here, escrow: WORKER }, base),
      selectionTypedData({ ...here, chainId: 1 }, base),
    ];
    expect(new Set(all.map(typedDataDigest)).size).toBe(all.length);
  });

  it("D22: gives each of them another digest on each chain of the table, all else equal", () => {
    const word: Hex = `0x${"22".repeat(32)}`;
    const terms = { steps: "stake", maxPerTaskUsdcUnits: 1n, maxPerDayUsdcUnits: 2n, issuedAt: 3, expiresAt: 4 };
    const request = { from: WORKER, to: POSTER, gas: 1n, nonce: 2n, deadline: 3, data: word };
    const digests = CHAINS.flatMap(({ id: chainId, usdc }) => {
      const here = { chainId, escrow: POSTER };
      const money = { token: usdc.address, from: WORKER, to: POSTER, valueUsdcUnits: 1n };
      const authorization = { ...money, validAfter: 0n, validBefore: 9n, nonce: word, signature: word };
      return [
        selectionTypedData(here, { taskId: 7n, metadataHash: word, worker: WORKER, deadline: 5 }),
        resubmissionTypedData(here, { taskId: 7n, round: 1, submissionHash: word, deadline: 5 }),
        permitTypedData(here, { owner: WORKER, valueUsdcUnits: 1n, nonce: 0n, deadline: 5 }),
        authorizationTypedData(chainId, authorization),
        receiptTypedData(chainId, authorization),
        forwardTypedData({ chainId, forwarder: POSTER }, request),
        mandateTypedData({ chainId, service: "https://mkt.example" }, { agent: WORKER, owner: POSTER, ...terms }),
      ].map(typedDataDigest);
    });
    expect(new Set(digests).size).toBe(7 * CHAINS.length);
  });
});
