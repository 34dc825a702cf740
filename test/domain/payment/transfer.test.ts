import fc from "fast-check";
import type { Hex } from "../../../functions/src/domain/keccak";
import type { Log } from "../../../functions/src/domain/payment/evidence";
import { intentMark } from "../../../functions/src/domain/payment/intent";
import { transfersTo } from "../../../functions/src/domain/payment/transfer";
import {
  account,
  authorizationLog,
  evidence,
  hash,
  PAYER,
  PRICE,
  RECIPIENT,
  TOKEN,
  transferLog,
  word,
} from "../../setup/paying/evidence";
import { forAll } from "../../setup/runs";

const MARK = intentMark("intent");
const RIVAL_MARK = intentMark("another intent");
const RELAYER = account(0xdd);
const ROUTER = account(0xee);
const nonceOf = (mark: string): Hex => `0x${mark}`;
const read = (changes: Parameters<typeof evidence>[0]) => transfersTo(RECIPIENT, [TOKEN], evidence(changes));
const marks = (changes: Parameters<typeof evidence>[0]) => read(changes).map(({ mark }) => mark);

describe("happy", () => {
  it("reads a transfer with its place among the receipt's logs", () => {
    const noise: Log = { address: ROUTER, topics: [], data: "0x" };
    expect(read({ logs: [noise, transferLog()] })).toEqual([
      { index: 1, ordinal: 0, token: TOKEN, from: PAYER, amountUsdcUnits: PRICE, authorization: null, mark: null },
    ]);
  });

  it("finds the mark behind the calldata of the payer's own transfer", () => {
    expect(marks({ input: `0xa9059cbb${"00".repeat(64)}${MARK}` })).toEqual([MARK]);
  });

  it("finds the mark behind a call of the payer to a contract, and of their spender to the token", () => {
    const input: Hex = `0xdeadbeef${MARK}`;
    expect(marks({ to: ROUTER, input })).toEqual([MARK]);
    expect(marks({ from: RELAYER, to: TOKEN, input })).toEqual([MARK]);
  });

  it("finds the mark in the nonce that the payer signed (EIP-3009)", () => {
    expect(marks({ from: RELAYER, logs: [authorizationLog(nonceOf(MARK)), transferLog()] })).toEqual([MARK]);
  });

  it("gives each transfer of a bundle the nonce of its own authorization", () => {
    const second = account(0x11);
    const logs = [
      authorizationLog(nonceOf(MARK)),
      transferLog(),
      authorizationLog(nonceOf(RIVAL_MARK), { from: second }),
      transferLog({ from: second }),
      transferLog(),
    ];
    expect(marks({ from: RELAYER, to: ROUTER, logs })).toEqual([MARK, RIVAL_MARK, null]);
  });
});

describe("D22: ERC-8021 suffixes of wallets and apps behind the mark", () => {
  const MARKER = "8021".repeat(8);
  const byte = (n: number, bytes = 1) => n.toString(16).padStart(2 * bytes, "0");
  const bytesOf = (text: string) => Buffer.from(text).toString("hex");
  /** Schema 0: codes of the canonical registry. Schema 1: of another one. Schema 2: a CBOR map. */
  const canonical = (codes: string) => `${bytesOf(codes)}${byte(codes.length)}00${MARKER}`;
  const custom = (codes: string) => `${"ab".repeat(20)}2105${byte(2)}${bytesOf(codes)}${byte(codes.length)}01${MARKER}`;
  const cbor = (bytes: number) => `${"a1".repeat(bytes)}${byte(bytes, 2)}02${MARKER}`;
  const call = (suffix: string): Hex => `0xa9059cbb${"00".repeat(64)}${suffix}`;
  const markIn = (suffix: string) => marks({ input: call(suffix) })[0];
  const suffix = fc.oneof(
    fc.stringMatching(/^[a-z0-9_,]{0,60}$/).chain((codes) => fc.constantFrom(canonical(codes), custom(codes))),
    fc.integer({ min: 0, max: 400 }).map(cbor),
  );

  it("reads the mark behind any of them", () => {
    forAll([fc.array(suffix, { maxLength: 16 })], (suffixes) => {
      expect(markIn(MARK + suffixes.join(""))).toBe(MARK);
      expect(markIn(suffixes.join(""))).toBeNull();
    });
  });

  it("does not take a code for a mark, and ignores a suffix that is unknown or longer than the calldata", () => {
    expect(markIn(canonical("mkt1abcdefghij"))).toBeNull();
    for (const wrong of [`00${byte(3)}${MARKER}`, `${byte(255)}00${MARKER}`, `ffff02${MARKER}`, MARKER])
      expect(markIn(MARK + wrong)).toBeNull();
    expect(marks({ input: `0x${MARKER}` })).toEqual([null]);
  });

  it("is bounded for any number of suffixes", () => {
    const input = MARK + canonical("").repeat(5_000);
    const looks = jest.spyOn(String.prototype, "slice");
    expect(markIn(input)).toBeNull();
    expect(looks.mock.calls.length).toBeLessThan(100);
    looks.mockRestore();
  });
});

describe("security", () => {
  const nft: Log = { address: TOKEN, topics: [...transferLog().topics, word(7n)], data: "0x" };
  const rows: [string, Log][] = [
    ["of a token with the same symbol at another address (P7)", transferLog({ token: account(0xab) })],
    ["shaped as ERC-721 (P8)", nft],
    ["with four topics and an amount (P8)", { ...transferLog(), topics: nft.topics }],
    ["with two topics (P8)", { ...transferLog(), topics: transferLog().topics.slice(0, 2) }],
    ["of another event (P8)", { ...transferLog(), topics: [hash(9), word(PAYER), word(RECIPIENT)] }],
    ["to somebody else (P8)", transferLog({ to: account(0xbc) })],
    ["from the recipient to itself (P8)", transferLog({ from: RECIPIENT })],
    ["of nothing (P8)", transferLog({ units: 0n })],
    [
      "with dirty bytes above the recipient (P8)",
      {
        ...transferLog(),
        topics: [transferLog().topics[0] as Hex, word(PAYER), `0x01${word(RECIPIENT).slice(4)}`],
      },
    ],
    ["with data of 31 bytes (P8)", { ...transferLog(), data: `0x${"11".repeat(31)}` }],
    ["with data of 33 bytes (P8)", { ...transferLog(), data: `0x${"11".repeat(33)}` }],
    ["without topics (P8)", { ...transferLog(), topics: [] }],
  ];
  it.each(rows)("ignores a log %s", (_name, log) => {
    expect(read({ logs: [log] })).toEqual([]);
  });

  it("P1: ignores a carrier's mark over the payer's authorization", () => {
    const logs = [authorizationLog(nonceOf(MARK)), transferLog()];
    expect(marks({ from: RELAYER, input: `0xe3ee160e${RIVAL_MARK}`, logs })).toEqual([MARK]);
  });

  it("P1: ignores a carrier's mark on an unmarked authorization", () => {
    const logs = [authorizationLog(hash(0x77)), transferLog()];
    expect(marks({ from: RELAYER, input: `0xe3ee160e${RIVAL_MARK}`, logs })).toEqual([null]);
    expect(marks({ from: PAYER, input: `0xe3ee160e${MARK}`, logs })).toEqual([MARK]);
  });

  it("P1: ignores a bundler's mark on the payments in the bundle", () => {
    expect(marks({ from: RELAYER, to: ROUTER, input: `0x1fad948c${RIVAL_MARK}` })).toEqual([null]);
  });

  it("P1: ignores the nonce of another payer, another token, or a transfer before", () => {
    const others = [
      authorizationLog(nonceOf(MARK), { from: RELAYER }),
      authorizationLog(nonceOf(MARK), { token: ROUTER }),
      authorizationLog(nonceOf(MARK)),
      transferLog({ to: RELAYER }),
    ];
    expect(marks({ from: RELAYER, to: ROUTER, logs: [...others, transferLog()] })).toEqual([null]);
  });

  it("never throws, whatever the logs contain", () => {
    const anyHex = fc.uint8Array({ maxLength: 40 }).map((bytes): Hex => `0x${Buffer.from(bytes).toString("hex")}`);
    const anyLog = fc.record({
      address: fc.constantFrom(TOKEN, ROUTER),
      topics: fc.array(
        fc.oneof(anyHex, fc.constantFrom(...transferLog().topics, ...authorizationLog(hash(1)).topics)),
        { maxLength: 5 },
      ),
      data: fc.oneof(anyHex, fc.constant(word(PRICE))),
    });
    forAll([fc.array(anyLog, { maxLength: 6 }), anyHex], (logs, input) => {
      for (const { index, amountUsdcUnits, from } of read({ logs, input })) {
        expect(logs[index]?.address).toBe(TOKEN);
        expect(amountUsdcUnits).toBeGreaterThan(0n);
        expect(from).not.toBe(RECIPIENT);
      }
    });
  });
});
