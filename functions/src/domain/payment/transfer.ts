import type { Address } from "../address";
import { toAddress } from "../address";
import type { Hex } from "../keccak";
import { calldataMark } from "./calldataMark";
import type { Evidence, Log } from "./evidence";
import { MARK_PREFIX } from "./intent";

/** One payment to the service: one `Transfer` log. */
export interface Transfer {
  /** Place of the log within its receipt. */
  index: number;
  /**
   * Place among the transaction's transfers to this recipient that no authorization moved, the largest first. A
   * transaction that is mined again may have other logs; for a given amount it still has as many ordinals as transfers.
   */
  ordinal: number;
  token: Address;
  from: Address;
  amountUsdcUnits: bigint;
  /** The nonce of the EIP-3009 authorization that moved it; null where none did. */
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
 * The transfers of these tokens to the recipient, from somebody else, of more than nothing.
 *
 * @param tokens what ordinals are counted in: always all tokens of the chain's table, so that no setting shifts an ordinal
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

/** The largest first, and the earlier of two that are equal. */
function byAmount(a: Sized, b: Sized): number {
  if (a.amountUsdcUnits === b.amountUsdcUnits) return a.index - b.index;
  return a.amountUsdcUnits > b.amountUsdcUnits ? -1 : 1;
}

/** What an ERC-20 Transfer says; null for any other log. An ERC-721 one has the same topic0 but a fourth topic and no data. */
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
 * Anybody may carry an EIP-3009 authorization or a bundle to the chain and end its calldata in a
 * mark of his own. So the authorization's nonce, which its payer signed, comes first, and the
 * calldata speaks for the payer only where he sent the transaction, or where it calls the token
 * itself and the token needed no authorization: then it is his transfer, or his spender's.
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
 * The EIP-3009 nonce that moved this transfer; null where none did.
 *
 * A token emits AuthorizationUsed before the Transfer that it authorises, so the nearest one
 * above by the same payer, with no other transfer of that payer in between, is its own.
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
