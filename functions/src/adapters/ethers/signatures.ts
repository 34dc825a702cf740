import { hexToBytes } from "@noble/hashes/utils";
import type { Address } from "../../domain/address";
import { hex, type Hex } from "../../domain/keccak";
import { textDigest } from "../../domain/messages/eip191";
import type { Signatures, Verdict } from "../../ports/signatures";
import { isSignedBy, parseEcdsa, type EcdsaSignature } from "./signaturesRecover";
import {
  ACCEPTED,
  MAX_SIGNATURE_LENGTH,
  NOT_ACCEPTED,
  unwrapped,
  VALIDATOR_GAS,
  validatorCall,
} from "./signaturesValidator";

/** One `eth_call` at the latest block: the returned data, or a rejection for anything else. */
export type EthCall = (request: { from: string; data: string; gas: string }, signal: AbortSignal) => Promise<string>;

/**
 * Verifies wallets' signatures: the account's own key first, without any network, then its contract by one `eth_call`.
 *
 * Looking at the key first departs from ERC-6492's order, which asks the contract first. It gives the same verdict but
 * for an account with both, one that delegates to code (EIP-7702): there its own key remains valid, regardless of that
 * code.
 */
export class WalletSignatures implements Signatures {
  private readonly ethCall: EthCall;
  private readonly answerWithinMs: number;

  /** `answerWithinMs` bounds the chain's answer; beyond it the verdict is `unavailable`. */
  constructor(ethCall: EthCall, answerWithinMs = 1_800) {
    this.ethCall = ethCall;
    this.answerWithinMs = answerWithinMs;
  }

  verifyMessage(wallet: Address, message: string, signature: string): Promise<Verdict> {
    return this.verifyDigest(wallet, textDigest(message), signature);
  }

  async isByOwnKey(wallet: Address, digest: Hex, signature: string): Promise<boolean> {
    return isBytes(signature) && ownKeys(wallet, digest, signature) !== null;
  }

  async verifyDigest(wallet: Address, digest: Hex, signature: string): Promise<Verdict> {
    if (!isBytes(signature)) return "invalid";
    if (ownKeys(wallet, digest, signature)) return "valid";
    return this.askContract(wallet, digest, signature);
  }

  async forContract(wallet: Address, digest: Hex, signature: Hex): Promise<Hex> {
    if (!isBytes(signature)) return signature;
    const bare = (await unwrapped(signature))?.signature ?? signature;
    const ecdsa = ownKeys(wallet, digest, bare);
    return ecdsa ? `${hex(ecdsa.rs)}${(27 + ecdsa.yParity).toString(16)}` : bare;
  }

  private async askContract(wallet: Address, digest: Hex, signature: Hex): Promise<Verdict> {
    const data = await validatorCall(wallet, digest, signature);
    if (data === null) return "invalid";
    const answer = await this.within((signal) =>
      this.ethCall({ from: ASKER, data, gas: `0x${VALIDATOR_GAS.toString(16)}` }, signal),
    );
    if (answer === ACCEPTED) return "valid";
    return answer === NOT_ACCEPTED ? "invalid" : "unavailable";
  }

  /** The call's answer, or null if it fails or takes too long, also where it does not heed the signal. */
  private async within(call: (signal: AbortSignal) => Promise<string>): Promise<string | null> {
    const abort = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), this.answerWithinMs);
    });
    try {
      return await Promise.race([call(abort.signal), late]);
    } catch {
      return null;
    } finally {
      clearTimeout(timer);
      abort.abort();
    }
  }
}

/** The signature as the wallet's own key made it, or null where it is not that key's. */
function ownKeys(wallet: Address, digest: Hex, signature: Hex): EcdsaSignature | null {
  const ecdsa = parseEcdsa(hexToBytes(signature.slice(2)));
  return ecdsa && isSignedBy(wallet, hexToBytes(digest.slice(2)), ecdsa) ? ecdsa : null;
}

/** Who asks: an address without a key. Some wallets trust anyone when the origin is zero, a node's default. */
const ASKER = "0x0000000000000000000000000000000000006492";

function isBytes(text: string): text is Hex {
  return text.length <= 2 + 2 * MAX_SIGNATURE_LENGTH && /^0x(?:[0-9a-fA-F]{2})*$/.test(text);
}
