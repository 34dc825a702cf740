import { secp256k1 } from "@noble/curves/secp256k1";
import { hexToBytes } from "@noble/hashes/utils";
import type { Address } from "../../domain/address";
import { hex, keccak256Bytes, type Hex } from "../../domain/keccak";
import { textDigest } from "../../domain/messages/signedRequest";
import type { Signatures, Verdict } from "../../ports/authentication";

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

/** An ECDSA signature over secp256k1 in its one strict form. */
interface EcdsaSignature {
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

/** Answers of the validator: the one byte that its creation leaves behind. */
const ACCEPTED = "0x01";
const NOT_ACCEPTED = "0x00";

/** All the gas that the validator may use: twice 2.5 million to ask, 4 million to prepare, the rest for the longest signature. */
const VALIDATOR_GAS = 12_000_000;

/**
 * The longest signature, in bytes, for which the call stays well under the limit on creation code (EIP-3860).
 *
 * @internal
 */
export const MAX_SIGNATURE_LENGTH = 16_384;

/**
 * The data of the `eth_call` that asks whether a contract wallet accepts a signature, or null for an
 * unreadable wrapper.
 *
 * A signature that ends in ERC-6492's magic bytes is unwrapped first. Its content is not checked: only
 * the wallet can interpret it.
 */
async function validatorCall(wallet: Address, digest: Hex, signature: Hex): Promise<Hex | null> {
  const { AbiCoder } = await import("ethers/abi");
  const abi = AbiCoder.defaultAbiCoder();
  const wrapper = await unwrapped(signature);
  if (wrapper === null && signature.endsWith(WRAPPER_MAGIC)) return null;
  const question = wrapper
    ? [wrapper.signature, wrapper.prepareTo, wrapper.prepareData]
    : [signature, ZERO_ADDRESS, "0x"];
  const args = abi.encode(["address", "bytes32", "bytes", "address", "bytes"], [wallet, digest, ...question]);
  return `${VALIDATOR_BYTECODE}${args.slice(2)}`;
}

/** The content of an ERC-6492 wrapper, or null if it is not a readable one. */
async function unwrapped(signature: Hex): Promise<{ prepareTo: string; prepareData: Hex; signature: Hex } | null> {
  if (!signature.endsWith(WRAPPER_MAGIC)) return null;
  const { AbiCoder } = await import("ethers/abi");
  try {
    const types = ["address", "bytes", "bytes"];
    const [prepareTo, prepareData, inner] = AbiCoder.defaultAbiCoder()
      .decode(types, signature.slice(0, -WRAPPER_MAGIC.length))
      .toArray() as [string, Hex, Hex];
    return { prepareTo, prepareData, signature: inner };
  } catch {
    return null;
  }
}

const ZERO_ADDRESS = "0x0000000000000000000000000000000000000000";

/** The 32 bytes at the end of an ERC-6492 wrapper. */
const WRAPPER_MAGIC = "6492".repeat(16);

/** Creation code of signaturesValidator.sol; its test says what to put here after a change. @internal */
export const VALIDATOR_BYTECODE =
  "0x608060405234801561000f575f5ffd5b506040516102b63803806102b683398101604081905261002e916101ee565b5f848460405160240161004292919061027c565b60408051601f198184030181529190526020810180516001600160e01b03908116630b135d3f60e11b179091529091505f9061008290889084906100c516565b90508015801561009a57506001600160a01b03841615155b156100bd576100a984846100fb565b80156100ba57506100ba87836100c5565b90505b805f5360015ff35b80515f90630b135d3f60e11b90622625a09060209084908683018885fa156100f357815f511460203d141692505b505092915050565b5f5f623d090090505f5f8451602086015f8886f1949350505050565b80516001600160a01b038116811461012d575f5ffd5b919050565b634e487b7160e01b5f52604160045260245ffd5b5f5b83811015610160578181015183820152602001610148565b50505f910152565b5f82601f830112610177575f5ffd5b81516001600160401b0381111561019057610190610132565b604051601f8201601f19908116603f011681016001600160401b03811182821017156101be576101be610132565b6040528181528382016020018510156101d5575f5ffd5b6101e6826020830160208701610146565b949350505050565b5f5f5f5f5f60a08688031215610202575f5ffd5b61020b86610117565b6020870151604088015191965094506001600160401b0381111561022d575f5ffd5b61023988828901610168565b93505061024860608701610117565b60808701519092506001600160401b03811115610263575f5ffd5b61026f88828901610168565b9150509295509295909350565b828152604060208201525f82518060408401526102a0816060850160208701610146565b601f01601f191691909101606001939250505056fe";
