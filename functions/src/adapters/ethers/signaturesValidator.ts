import type { Address } from "../../domain/address";
import type { Hex } from "../../domain/keccak";

/** Answers of the validator: the one byte that its creation leaves behind. */
export const ACCEPTED = "0x01";
export const NOT_ACCEPTED = "0x00";

/** All the gas that the validator may use: twice 2.5 million to ask, 4 million to prepare, the rest for the longest signature. */
export const VALIDATOR_GAS = 12_000_000;

/** The longest signature, in bytes, for which the call stays well under the limit on creation code (EIP-3860). */
export const MAX_SIGNATURE_LENGTH = 16_384;

/**
 * The data of the `eth_call` that asks whether a contract wallet accepts a signature, or null for an
 * unreadable wrapper.
 *
 * A signature that ends in ERC-6492's magic bytes is unwrapped first. Its content is not checked: only
 * the wallet can interpret it.
 */
export async function validatorCall(wallet: Address, digest: Hex, signature: Hex): Promise<Hex | null> {
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
export async function unwrapped(
  signature: Hex,
): Promise<{ prepareTo: string; prepareData: Hex; signature: Hex } | null> {
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
