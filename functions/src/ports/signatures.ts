import type { Address } from "../domain/address";
import type { Hex } from "../domain/keccak";
import type { Verdict } from "../domain/verdict";

export type { Verdict } from "../domain/verdict";

/**
 * Verifies wallet signatures: a plain account (ECDSA), a deployed contract wallet (ERC-1271) or one that is not
 * deployed yet (ERC-6492).
 *
 * Never throws, for any signature.
 */
export interface Signatures {
  /** Over a text, as in `personal_sign` (EIP-191). */
  verifyMessage(wallet: Address, message: string, signature: string): Promise<Verdict>;
  /** Whether the account's own key signed a 32-byte digest. Asks no chain, so false for contract wallets. */
  isByOwnKey(wallet: Address, digest: Hex, signature: string): Promise<boolean>;
  /** Over a 32-byte digest, such as that of EIP-712. */
  verifyDigest(wallet: Address, digest: Hex, signature: string): Promise<Verdict>;
  /**
   * A signature over a digest in the form that the escrow accepts: 65 bytes with `v` 27 or 28 for the wallet's own key,
   * the inner signature of an ERC-6492 wrapper, anything else unchanged. Does not verify it and uses no node.
   */
  forContract(wallet: Address, digest: Hex, signature: Hex): Promise<Hex>;
}
