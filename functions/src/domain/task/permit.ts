import { refuse } from "../errors";
import type { Hex } from "../keccak";
import type { Permit } from "./call";

/** How long a permit signed now stays valid. */
export const PERMIT_SECONDS = 3_600;

/** The alternative that works for every wallet. */
export const APPROVE_INSTEAD = "Prepare without permit, and send the approval that comes first in transactions.";

/** Half of the order of secp256k1: a greater `s` is an alternative encoding of a signature, which tokens refuse. */
const HALF_ORDER = 0x7fff_ffff_ffff_ffff_ffff_ffff_ffff_ffff_5d57_6e73_57a4_501d_dfe9_2f46_681b_20a0n;

/** Parses a wallet's permit; refuses `invalid_signature_format` for 65 bytes that are not a signature. */
export function permitOf(
  valueUsdcUnits: bigint,
  { deadline, signature }: { deadline: number; signature: string },
): Permit {
  const full = signature.length === 130 ? uncompacted(signature) : signature;
  const [, s = "0", v = "0"] = /^0x[0-9a-fA-F]{64}([0-9a-fA-F]{64})([0-9a-fA-F]{2})$/.exec(full) ?? [];
  const isGood =
    [0, 1, 27, 28].includes(Number.parseInt(v, 16)) && BigInt(`0x${s}`) > 0n && BigInt(`0x${s}`) <= HALF_ORDER;
  if (!isGood) {
    refuse(
      "invalid_signature_format",
      `A permit needs an ECDSA signature of the account's key: r, a low s, and v. ${APPROVE_INSTEAD}`,
      {
        errors: [{ pointer: "/permit/signature", message: "is not an ECDSA signature" }],
      },
    );
  }
  return { valueUsdcUnits, deadline, signature: full.toLowerCase() as Hex };
}

/** 64 bytes with the parity in the top bit of s (EIP-2098), as 65. */
function uncompacted(signature: string): string {
  const s = BigInt(`0x${signature.slice(66)}`);
  const [parity, low] = [s >> 255n, s & ((1n << 255n) - 1n)];
  return `${signature.slice(0, 66)}${low.toString(16).padStart(64, "0")}${(27n + parity).toString(16)}`;
}
