import { secp256k1 } from "@noble/curves/secp256k1";
import type { Address } from "../../domain/address";
import { hex, keccak256Bytes } from "../../domain/keccak";

/** An ECDSA signature over secp256k1 in its one strict form. */
export interface EcdsaSignature {
  /** r and s, 32 bytes each, 0 < r < n and 0 < s ≤ n / 2. */
  rs: Uint8Array;
  yParity: 0 | 1;
}

/**
 * Reads the forms in which a wallet's own key may have signed, or gives null for any other bytes.
 *
 * 65 bytes: r, s and v, with v 27 or 28 (0 and 1 are taken too, as some hardware wallets write them).
 * 64 bytes: r and s with the parity in the top bit (EIP-2098). s in the upper half is refused
 * (EIP-2), so a signature has no twin by negation; that it still has several spellings is harmless,
 * because requests are identified by nonce, not by signature.
 */
export function parseEcdsa(signature: Uint8Array): EcdsaSignature | null {
  const rs = signature.slice(0, 64);
  const yParity =
    signature.length === 64 ? takeParity(rs) : signature.length === 65 ? PARITY_OF_V.get(signature[64]) : undefined;
  if (yParity === undefined) return null;
  const r = BigInt(hex(rs.subarray(0, 32)));
  const s = BigInt(hex(rs.subarray(32)));
  const inRange = r > 0n && r < ORDER && s > 0n && s <= ORDER / 2n;
  return inRange ? { rs, yParity } : null;
}

/** True if the account's own key signed the digest. A contract's delegate (EIP-7702) takes nothing from that. */
export function isSignedBy(wallet: Address, digest: Uint8Array, { rs, yParity }: EcdsaSignature): boolean {
  try {
    const signature = secp256k1.Signature.fromCompact(rs).addRecoveryBit(yParity);
    const publicKey = signature.recoverPublicKey(digest).toRawBytes(false).subarray(1);
    return hex(keccak256Bytes(publicKey).subarray(12)) === wallet.toLowerCase();
  } catch {
    // No point of the curve has this r.
    return false;
  }
}

const ORDER = 0xffff_ffff_ffff_ffff_ffff_ffff_ffff_fffe_baae_dce6_af48_a03b_bfd2_5e8c_d036_4141n;
const PARITY_OF_V: ReadonlyMap<number | undefined, 0 | 1> = new Map([
  [0, 0],
  [1, 1],
  [27, 0],
  [28, 1],
]);

/** The parity of an EIP-2098 pair, whose bit is cleared in place so that s stands alone. */
function takeParity(rs: Uint8Array): 0 | 1 {
  const top = rs[32] ?? 0;
  rs[32] = top & 0x7f;
  return top > 0x7f ? 1 : 0;
}
