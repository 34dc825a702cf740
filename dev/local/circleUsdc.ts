import { Interface, MaxUint256 } from "ethers";
import type { Token } from "../../functions/src/domain/chains";
import { bytecode } from "./circleUsdc.json";

/** Any address without code: the token's bytecode has it. */
export const LIBRARY_AT = "0x00000000000000000000000000000000c19c1e06";

const abi = new Interface([
  "function initialize(string name, string symbol, string currency, uint8 decimals, address masterMinter, address pauser, address blacklister, address owner)",
  "function initializeV2(string name)",
  "function initializeV2_1(address lostAndFound)",
  "function initializeV2_2(address[] accountsToBlacklist, string symbol)",
  "function configureMinter(address minter, uint256 allowance)",
]);

/**
 * What makes Circle's own USDC out of an address without code: code at addresses, then calls to the token. The bytecode
 * is FiatTokenV2_2's; `dev/tools/circleUsdc.ts` builds it.
 */
export function circleUsdc(
  { address, name }: Token,
  owner: string,
  /** May pause the token and deny accounts. */
  admin: string,
  minters: readonly string[],
): { code: Readonly<Record<string, string>>; calls: readonly string[] } {
  const call = (method: string, ...args: readonly unknown[]) => abi.encodeFunctionData(method, args);
  return {
    code: { [LIBRARY_AT]: bytecode.library, [address]: bytecode.token },
    calls: [
      call("initialize", name, "USDC", "USD", 6, owner, admin, admin, owner),
      call("initializeV2", name),
      call("initializeV2_1", owner),
      call("initializeV2_2", [], "USDC"),
      ...minters.map((minter) => call("configureMinter", minter, MaxUint256)),
    ],
  };
}
