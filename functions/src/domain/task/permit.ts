import { refuse } from "../errors";
import type { Hex } from "../keccak";
import type { Permit } from "./call";

/** How long a permit that is signed now stays good. */
export const PERMIT_SECONDS = 3_600;

/** Half of the order of secp256k1: a greater `s` is another spelling of a signature, which tokens refuse. */
const HALF_ORDER = 0x7fff_ffff_ffff_ffff_ffff_ffff_ffff_ffff_5d57_6e73_57a4_501d_dfe9_2f46_681b_20a0n;

/** A permit as the wallet gave it; refuses `invalid_signature_format` for 65 bytes that are no signature. */
export function permitOf(valueUsdcUnits: bigint, { deadline, signature }: { deadline: number; signature: string }): Permit {
  const [, s = "0", v = "0"] = /^0x[0-9a-fA-F]{64}([0-9a-fA-F]{64})([0-9a-fA-F]{2})$/.exec(signature) ?? [];
  const isGood = [0, 1, 27, 28].includes(Number.parseInt(v, 16)) && BigInt(`0x${s}`) > 0n && BigInt(`0x${s}`) <= HALF_ORDER;
  if (!isGood) {
    refuse("invalid_signature_format", "A permit's signature is 65 bytes: r, a low s, and v. Contract wallets approve by a transaction instead.", {
      errors: [{ pointer: "/permit/signature", message: "is no ECDSA signature" }],
    });
  }
  return { valueUsdcUnits, deadline, signature: signature.toLowerCase() as Hex };
}
