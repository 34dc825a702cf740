import { toAddress, type Address } from "../address";
import type { Hex } from "../keccak";
import type { Evidence, Log } from "./evidence";
import { MARK_PREFIX } from "./intent";

/** One payment to the service: one `Transfer` log. */
export interface Transfer {
  /** Index of the log within its receipt. */
  index: number;
  /**
   * Rank among the transaction's transfers to this recipient without an authorization, largest first. A transaction
   * that is mined again may have other logs, but for a given amount it still has as many ordinals as transfers.
   */
  ordinal: number;
  token: Address;
  from: Address;
  amountUsdcUnits: bigint;
  /** The nonce of the EIP-3009 authorization that made it; null if none did. */
  authorization: Hex | null;
  /** The mark of the only intent that this transfer may buy, hex without 0x; null when it is unmarked. */
  mark: string | null;
}

/** keccak256("Transfer(address,address,uint256)") of ERC-20. */
export const TRANSFER: Hex = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
/** keccak256("AuthorizationUsed(address,bytes32)") of EIP-3009. */
export const AUTHORIZATION_USED: Hex = "0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5";
/** keccak256("AuthorizationCanceled(address,bytes32)") of EIP-3009. */
export const AUTHORIZATION_CANCELED: Hex = "0x1cdd46ff242716cdaa72d159d339a485b3438398348d68f09d7c8c0a59353d81";

/**
 * The transfers of these tokens to the recipient, excluding zero amounts and transfers from the recipient.
 *
 * @param tokens the tokens that ordinals count: always all tokens of the chain's table, so that no setting shifts an
 * ordinal
 */
export function transfersTo(recipient: Address, tokens: readonly Address[], evidence: Evidence): Transfer[] {
  const transfers = evidence.logs.flatMap((log, index) => {
    const transfer = transferIn(log);
    if (!transfer || !tokens.includes(log.address)) return [];
    if (transfer.to !== recipient || transfer.from === recipient || transfer.amountUsdcUnits === 0n) return [];
    const { from, amountUsdcUnits } = transfer;
    const nonce = authorizationNonce(evidence.logs, index, from);
    return [
      {
        index,
        token: log.address,
        from,
        amountUsdcUnits,
        authorization: nonce,
        mark: markOf(evidence, index, from, nonce),
      },
    ];
  });
  const ranked = transfers.filter(({ authorization }) => authorization === null).sort(byAmount);
  const ordinals = new Map(ranked.map(({ index }, ordinal) => [index, ordinal]));
  return transfers.map((transfer) => ({ ...transfer, ordinal: ordinals.get(transfer.index) ?? 0 }));
}

type Sized = Pick<Transfer, "amountUsdcUnits" | "index">;

/** Largest first; the earlier of two equal ones. */
function byAmount(a: Sized, b: Sized): number {
  if (a.amountUsdcUnits === b.amountUsdcUnits) return a.index - b.index;
  return a.amountUsdcUnits > b.amountUsdcUnits ? -1 : 1;
}

/**
 * Decodes an ERC-20 Transfer; null for any other log. An ERC-721 one has the same topic0 but a fourth topic and no
 * data.
 */
export function transferIn({ topics, data }: Log): { from: Address; to: Address; amountUsdcUnits: bigint } | null {
  const [topic, fromWord, toWord] = topics;
  if (topic !== TRANSFER || topics.length !== 3 || data.length !== 66) return null;
  const from = wordToAddress(fromWord);
  const to = wordToAddress(toWord);
  return from && to && { from, to, amountUsdcUnits: BigInt(data) };
}

function wordToAddress(word: Hex | undefined): Address | null {
  return word && /^0x0{24}/.test(word) ? toAddress(`0x${word.slice(26)}`) : null;
}

/**
 * The mark that the payer put on a transfer.
 *
 * Anyone may submit an EIP-3009 authorization or a bundle to the chain and append a mark to the calldata. The
 * authorization's nonce, which its payer signed, therefore takes precedence. The calldata counts as the payer's only if
 * the payer sent the transaction, or if it calls the token directly without an authorization: then the transfer is the
 * payer's or their spender's.
 */
function markOf(
  { logs, input, from: sender, to }: Evidence,
  index: number,
  payer: Address,
  nonce: Hex | null,
): string | null {
  if (nonce?.startsWith(MARK_PREFIX, 2)) return nonce.slice(2);
  const ownWord = sender === payer || (nonce === null && to === logs[index]?.address);
  return ownWord ? calldataMark(input) : null;
}

/**
 * The EIP-3009 nonce of this transfer; null if it has none.
 *
 * A token emits AuthorizationUsed before the Transfer that it authorises, so the nearest preceding one by the same
 * payer, with no other transfer of that payer in between, belongs to it.
 */
function authorizationNonce(logs: readonly Log[], index: number, from: Address): Hex | null {
  const token = logs[index]?.address;
  for (let at = index - 1; at >= 0; at--) {
    const log = logs[at];
    if (!log || log.address !== token) continue;
    if (log.topics[0] === AUTHORIZATION_USED && wordToAddress(log.topics[1]) === from) {
      return log.topics[2] ?? null;
    }
    if (transferIn(log)?.from === from) return null;
  }
  return null;
}

/**
 * The 16 bytes at the end of an ERC-8021 suffix, with which wallets and apps identify themselves after the calldata.
 */
const SUFFIX_MARKER = "8021".repeat(8);
/** More than wallets and apps add in practice. */
const MAX_SUFFIXES = 16;
const MARK_DIGITS = 64;

/** The last 32 bytes of the calldata in front of its ERC-8021 suffixes, when they are a mark; hex without 0x. */
function calldataMark(input: Hex): string | null {
  let end = input.length;
  for (let stripped = 0; stripped <= MAX_SUFFIXES; stripped++) {
    const start = suffixStart(input, end);
    if (start === null) break;
    end = start;
  }
  const mark = input.slice(Math.max(end - MARK_DIGITS, 2), end);
  return mark.length === MARK_DIGITS && mark.startsWith(MARK_PREFIX) ? mark : null;
}

/** Where the suffix that ends at `end` begins; null if none ends there or its schema is unknown. */
function suffixStart(input: Hex, end: number): number | null {
  // From here on backwards: marker, schema id, and the schema's own bytes with their length last.
  let at = end - SUFFIX_MARKER.length;
  if (at < 2 || input.slice(at, end) !== SUFFIX_MARKER) return null;
  const take = (bytes: number): number => {
    at -= 2 * bytes;
    return at < 2 ? 0 : parseInt(input.slice(at, at + 2 * bytes), 16);
  };
  const skip = (bytes: number) => void (at -= 2 * bytes);
  const schema = take(1);
  if (schema === 0) {
    skip(take(1));
  } else if (schema === 1) {
    skip(take(1));
    // The registry of the codes: its address, its chain's id, and how long that is.
    skip(take(1) + 20);
  } else if (schema === 2) {
    skip(take(2));
  } else return null;
  return at < 2 ? null : at;
}
