import { recoverAddress, Wallet } from "ethers";
import fc from "fast-check";
import { isSignedBy, parseEcdsa } from "../../../functions/src/adapters/ethers/signatures";
import { known } from "../../setup/chain/walletChain";
import { forAll } from "../../setup/runs";

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const hexOf = (data: Uint8Array) => `0x${Buffer.from(data).toString("hex")}`;
const key = bytes(32).filter((secret) => secret.some((byte) => byte !== 0) && (secret[0] ?? 0) < 0xff);

describe("happy", () => {
  it("finds the signer of any digest, in both lengths", () => {
    forAll([key, bytes(32)], { numRuns: 25 }, (secret, digest) => {
      const wallet = new Wallet(hexOf(secret));
      const signature = wallet.signingKey.sign(digest);
      for (const form of [signature.serialized, signature.compactSerialized]) {
        const parsed = parseEcdsa(Buffer.from(form.slice(2), "hex"));
        expect(parsed !== null && isSignedBy(known(wallet.address), digest, parsed)).toBe(true);
      }
    });
  });
});

describe("security", () => {
  it("S5: a signature with one bit turned is somebody else's or no one's", () => {
    const wallet = new Wallet(`0x${"11".repeat(32)}`);
    const digest = Buffer.alloc(32, 7);
    const signature = Buffer.from(wallet.signingKey.sign(digest).serialized.slice(2), "hex");
    forAll([fc.nat(64 * 8 - 1)], { numRuns: 60 }, (bit) => {
      const turned = Uint8Array.from(signature);
      turned[bit >> 3] = (turned[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const parsed = parseEcdsa(turned);
      expect(parsed !== null && isSignedBy(known(wallet.address), digest, parsed)).toBe(false);
    });
  });
});
describe("happy", () => {
  it("finds the signer that ethers finds, or none, for any bytes that pass as a signature", () => {
    forAll([bytes(32), bytes(64)], { numRuns: 60 }, (digest, rs) => {
      const parsed = parseEcdsa(rs);
      fc.pre(parsed !== null);
      let signer: string | null = null;
      try {
        signer = recoverAddress(hexOf(digest), hexOf(rs));
      } catch {
        // No key made it.
      }
      expect(isSignedBy(known(signer ?? `0x${"11".repeat(20)}`), digest, parsed)).toBe(signer !== null);
    });
  });
});
