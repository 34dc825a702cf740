import { concat, hexlify, randomBytes, Signature } from "ethers";
import type { Role } from "../../dev/local/wallets";
import { CHAIN_ID, type TestChain, USDC } from "./chain/chain";

let caller = 0;

/** A header that makes each request come from another address, so that no rate limit interferes. */
export const freshCaller = () => ({ "x-forwarded-for": `198.18.${(++caller >> 8) & 255}.${caller & 255}` });

/** The calldata of an EIP-3009 transfer that its payer signed; anyone may send it. */
export async function authorizedTransfer(
  chain: TestChain,
  {
    from = "payer",
    to,
    units,
    nonce = hexlify(randomBytes(32)),
  }: { from?: Role; to: string; units: bigint; nonce?: string },
): Promise<string> {
  const wallet = chain.wallet(from);
  const value = { from: wallet.address, to, value: units, validAfter: 0, validBefore: 2n ** 40n, nonce };
  const fields = {
    from: "address",
    to: "address",
    value: "uint256",
    validAfter: "uint256",
    validBefore: "uint256",
    nonce: "bytes32",
  };
  const signature = await wallet.signTypedData(
    { name: "USD Coin", version: "2", chainId: CHAIN_ID, verifyingContract: USDC },
    { TransferWithAuthorization: Object.entries(fields).map(([name, type]) => ({ name, type })) },
    value,
  );
  const { r, s, v } = Signature.from(signature);
  return chain.usdc.interface.encodeFunctionData(
    "transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)",
    [value.from, to, units, 0, value.validBefore, nonce, v, r, s],
  );
}

/** The calldata with which a payer cancels an unused EIP-3009 authorization. */
export async function cancelledAuthorization(chain: TestChain, from: Role, nonce: string): Promise<string> {
  const wallet = chain.wallet(from);
  const signature = await wallet.signTypedData(
    { name: "USD Coin", version: "2", chainId: CHAIN_ID, verifyingContract: USDC },
    {
      CancelAuthorization: [
        { name: "authorizer", type: "address" },
        { name: "nonce", type: "bytes32" },
      ],
    },
    { authorizer: wallet.address, nonce },
  );
  return chain.usdc.interface.encodeFunctionData("cancelAuthorization(address,bytes32,bytes)", [
    wallet.address,
    nonce,
    signature,
  ]);
}

/**
 * A contract that passes each 100 bytes of its calldata on to USDC, as a bundler would: one transferFrom each. What is
 * left over at the end, such as a mark, it ignores.
 *
 *   for (i = 0; i + 100 <= calldatasize; i += 100) { calldatacopy(0, i, 100); if (!call(USDC, 0, 100)) revert; }
 */
const BUNDLER =
  "0x60005b8060640136106042576064816000376000600060646000600073" +
  `${USDC.slice(2).toLowerCase()}5af1603b5760006000fd5b6064016002565b00`;

export interface BundledTransfer {
  from: Role;
  to: string;
  units: bigint;
}

/** Puts a bundler on the chain; the function that is returned sends several payers' transfers in one transaction of `sender`. */
export async function bundler(chain: TestChain, payers: readonly Role[]) {
  const address = hexlify(randomBytes(20));
  await chain.call("anvil_setCode", address, BUNDLER);
  for (const from of payers) {
    await chain.send({
      from,
      to: USDC,
      data: chain.usdc.interface.encodeFunctionData("approve", [address, 2n ** 200n]),
    });
  }
  return (sender: Role, transfers: readonly BundledTransfer[], suffix = "0x"): Promise<string> => {
    const calls = transfers.map(({ from, to, units }) =>
      chain.usdc.interface.encodeFunctionData("transferFrom", [chain.wallet(from).address, to, units]),
    );
    return chain.send({ from: sender, to: address, data: concat([...calls, suffix]) });
  };
}

/** Another token with USDC's own code: same symbol, same events, other address. */
export async function fakeToken(chain: TestChain, holder: Role): Promise<string> {
  const address = hexlify(randomBytes(20));
  await chain.call("anvil_setCode", address, await chain.call<string>("eth_getCode", USDC, "latest"));
  const data = chain.usdc.interface.encodeFunctionData("mint", [chain.wallet(holder).address, 10n ** 12n]);
  await chain.send({ from: holder, to: address, data });
  return address;
}
