import { getAddress, getIcapAddress, keccak256 as peer, toUtf8Bytes } from "ethers";
import fc from "fast-check";
import { toAddress } from "../../functions/src/domain/address";
import { keccak256 } from "../../functions/src/domain/keccak";
import { forAll } from "../setup/runs";

const USDC = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
const anyAddress = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => `0x${Buffer.from(bytes).toString("hex")}`);

describe("happy", () => {
  it("spells every account as EIP-55 does, whatever case it came in", () => {
    forAll([anyAddress, fc.array(fc.boolean(), { minLength: 40, maxLength: 40 })], (lower, upper) => {
      const mixed = `0x${[...lower.slice(2)].map((digit, at) => (upper[at] ? digit.toUpperCase() : digit)).join("")}`;
      expect(toAddress(mixed)).toBe(getAddress(lower));
    });
  });

  it("hashes bytes and UTF-8 text as ethers does", () => {
    forAll([fc.string({ unit: "grapheme" })], (text) => {
      expect(keccak256(text)).toBe(peer(toUtf8Bytes(text)));
      expect(keccak256(toUtf8Bytes(text))).toBe(peer(toUtf8Bytes(text)));
    });
    expect(keccak256("")).toBe("0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470");
  });
});

describe("security", () => {
  it("S6: one account has one spelling; every alias is refused", () => {
    expect(toAddress(USDC.toLowerCase())).toBe(USDC);
    expect(toAddress(`0x${USDC.slice(2).toUpperCase()}`)).toBe(USDC);
    const aliases = [
      getIcapAddress(USDC),
      USDC.slice(2),
      USDC.replace("0x", "0X"),
      ` ${USDC}`,
      `${USDC}\n`,
      `${USDC}00`,
      USDC.slice(0, -1),
      USDC.replace("8", "８"),
      "vitalik.eth",
      "",
    ];
    for (const alias of aliases) expect([alias, toAddress(alias)]).toEqual([alias, null]);
  });
});
