import type { Address } from "../domain/address";
import type { Hex } from "../domain/keccak";
import type { Verdict } from "../domain/verdict";

export type { Verdict } from "../domain/verdict";

/**
 * Whether a wallet signed something: a plain account (ECDSA), a deployed contract wallet (ERC-1271)
 * or one that is not deployed yet (ERC-6492).
 *
 * Never throws, whatever the signature holds.
 */
export interface Signatures {
  /** Over a text, as `personal_sign` does it (EIP-191). */
  verifyMessage(wallet: Address, message: string, signature: string): Promise<Verdict>;
  /** Whether the account's own key signed a 32-byte digest. Asks no chain, so a contract wallet's signature is none. */
  isByOwnKey(wallet: Address, digest: Hex, signature: string): Promise<boolean>;
  /** Over a 32-byte digest that is ready to be signed, such as that of EIP-712. */
  verifyDigest(wallet: Address, digest: Hex, signature: string): Promise<Verdict>;
  /**
   * A signature over a digest in the one form that the escrow takes: of the wallet's own key 65 bytes with `v` 27 or 28, of
   * a wrapper for wallets that are not deployed yet (ERC-6492) what is in it, anything else as it came. Says nothing about
   * whether it is good, and asks no node.
   */
  forContract(wallet: Address, digest: Hex, signature: Hex): Promise<Hex>;
}
