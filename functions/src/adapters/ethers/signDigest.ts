import { hexToBytes } from "@noble/hashes/utils";
import { hex, type Hex } from "../../domain/keccak";
import type { SignDigest } from "../../domain/payment/offerReceipt";

/** Signs with libsecp256k1 where its binary is there for this machine, else with ethers, about ten times slower. */
export function digestSigner(privateKey: Hex): SignDigest {
  try {
    return nativeSigner(privateKey);
  } catch {
    return ethersSigner(privateKey);
  }
}

/** Throws where there is no binary for this machine. @internal */
export function nativeSigner(privateKey: Hex): SignDigest {
  const { ecdsaSign } = require("secp256k1/bindings.js") as (typeof import("secp256k1/bindings.js"))["default"];
  const key = hexToBytes(privateKey.slice(2));
  return (digest) => {
    const { signature, recid } = ecdsaSign(hexToBytes(digest.slice(2)), key);
    return hex(Uint8Array.from([...signature, 27 + recid]));
  };
}

/** @internal */
export function ethersSigner(privateKey: Hex): SignDigest {
  const { SigningKey } = require("ethers/crypto") as typeof import("ethers/crypto");
  const key = new SigningKey(privateKey);
  return (digest) => key.sign(digest).serialized as Hex;
}
