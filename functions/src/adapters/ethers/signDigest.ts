import { secp256k1 } from "@noble/curves/secp256k1";
import { hexToBytes } from "@noble/hashes/utils";
import { hex, type Hex } from "../../domain/keccak";
import type { SignDigest } from "../../domain/payment/offerReceipt";

/** Signs digests with a key, deterministically (RFC 6979). */
export function digestSigner(privateKey: Hex): SignDigest {
  const key = hexToBytes(privateKey.slice(2));
  return (digest) => {
    const signature = secp256k1.sign(hexToBytes(digest.slice(2)), key);
    return hex(Uint8Array.from([...signature.toCompactRawBytes(), 27 + signature.recovery]));
  };
}
