import { toAddress, type Address } from "../../../functions/src/domain/address";
import { BASE } from "../../../functions/src/domain/chains";
import type { Hex } from "../../../functions/src/domain/keccak";
import type { Evidence, Log } from "../../../functions/src/domain/payment/evidence";

/** An account made of one repeated byte. */
export function account(byte: number): Address {
  const found = toAddress(`0x${byte.toString(16).padStart(2, "0").repeat(20)}`);
  if (!found) throw new RangeError("a byte is 0 to 255");
  return found;
}

export const hash = (byte: number): Hex => `0x${byte.toString(16).padStart(2, "0").repeat(32)}`;
export const word = (value: bigint | string): Hex =>
  `0x${(typeof value === "bigint" ? value.toString(16) : value.slice(2).toLowerCase()).padStart(64, "0")}`;

/** USDC on Base. */
export const TOKEN = BASE.usdc.address;
export const RECIPIENT = account(0xbb);
export const PAYER = account(0xcc);
export const PRICE = 490_000n;

const TRANSFER: Hex = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const AUTHORIZATION_USED: Hex = "0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5";

/** The log of an ERC-20 transfer; by default of the price, from the payer to the recipient. */
export function transferLog({
  token = TOKEN,
  from = PAYER,
  to = RECIPIENT,
  units = PRICE,
}: { token?: Address; from?: Address; to?: Address; units?: bigint } = {}): Log {
  return { address: token, topics: [TRANSFER, word(from), word(to)], data: word(units) };
}

/** The log by which a token says that an EIP-3009 authorization was used. */
export function authorizationLog(
  nonce: Hex,
  { token = TOKEN, from = PAYER }: { token?: Address; from?: Address } = {},
): Log {
  return { address: token, topics: [AUTHORIZATION_USED, word(from), nonce], data: "0x" };
}

/** A payment as an honest node reports it: the payer's own transfer, with one confirmation. */
export function evidence(changes: Partial<Evidence> = {}): Evidence {
  return {
    txHash: hash(1),
    from: PAYER,
    to: TOKEN,
    input: "0xa9059cbb",
    succeeded: true,
    blockNumber: 100n,
    blockHash: hash(2),
    minedAt: 1_000_000,
    logs: [transferLog()],
    firstLogIndex: 5,
    blockSeconds: 2,
    head: { number: 100n, hash: hash(2) },
    ...changes,
  };
}
