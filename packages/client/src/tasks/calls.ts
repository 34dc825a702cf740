import { Abi, encoded, type Named } from "../signing/abi";
import { UntrustedError } from "../errors";
import { keccak256 } from "../hashing";
import { wrongChain } from "../signing/trust";
import { usdcUnits } from "../money";
import type { Task } from "./taskKey";

const WINDOWS =
  "(uint24 open, uint24 work, uint24 review, uint24 resubmit, uint24 contest, uint24 rule, uint24 rate) windows";
const TERMS = `(uint256 reward, uint256 stake, bytes32 metadataHash, uint8 mode, uint8 maxChangeRounds, address judge, ${WINDOWS}) terms`;
export const NO_JUDGE = `0x${"00".repeat(20)}`;
const PERMIT = "(uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) permit";
const VOUCHER = "(uint256 deadline, bytes signature) voucher";
const AUTHORIZATION = "(address from, uint256 validAfter, uint256 validBefore, bytes signature) authorization";

/** The escrow's functions that a poster, a worker or an arbiter sends; one contract, deployed twice. */
export const ESCROW = new Abi([
  `function createTask(${TERMS})`,
  `function createTaskWithPermit(${TERMS}, ${PERMIT})`,
  "function fundMore(uint256 taskId, uint256 reward, uint256 openUntil)",
  `function fundMoreWithPermit(uint256 taskId, uint256 reward, uint256 openUntil, ${PERMIT})`,
  "function cancelTask(uint256 taskId)",
  "function expireTask(uint256 taskId)",
  `function stakeAndStart(uint256 taskId, bytes32 agreedTerms, ${VOUCHER})`,
  `function stakeAndStartWithPermit(uint256 taskId, bytes32 agreedTerms, ${VOUCHER}, ${PERMIT})`,
  `function createTaskWithAuthorization(${TERMS}, bytes32 salt, ${AUTHORIZATION})`,
  `function stakeAndStartWithAuthorization(uint256 taskId, bytes32 agreedTerms, ${VOUCHER}, ${AUTHORIZATION})`,
  "function submitWork(uint256 taskId, bytes32 submissionHash)",
  "function requestChanges(uint256 taskId, bytes32 submissionHash, bytes32 reasonHash)",
  "function resubmitWork(uint256 taskId, uint256 round, bytes32 submissionHash, uint256 signatureDeadline, bytes signature)",
  "function approve(uint256 taskId, bytes32 submissionHash, uint8 rating, bytes32 commentHash)",
  "function approveByJudge(uint256 taskId, uint256 round, bytes32 submissionHash, uint256 verdictDeadline, bytes signature)",
  "function rateWork(uint256 taskId, uint8 rating, bytes32 commentHash)",
  "function reject(uint256 taskId, bytes32 submissionHash, uint8 rating, bytes32 commentHash)",
  "function releaseAfterReview(uint256 taskId)",
  "function finalizeRejection(uint256 taskId)",
  "function contest(uint256 taskId, bytes32 evidenceHash)",
  "function rule(uint256 taskId, uint16 workerShareBps, bool forfeitStake, bytes32 rulingHash)",
  "function ruleByDefault(uint256 taskId)",
  "function rateAndClaimStake(uint256 taskId, uint8 rating, bytes32 commentHash)",
  "function claimStakeAfterRating(uint256 taskId)",
  "function withdraw(address to)",
  "function trustedForwarder() view returns (address)",
  "function multicall(bytes[] data)",
]);

/**
 * The hash of everything that a worker agrees to by starting, worked out from the task as the service shows it: the
 * contract compares it with the terms that it holds.
 */
export function agreedTerms({ poster, rewardUsdc, stakeUsdc, metadataHash, mode, terms }: Task): string {
  const { windows: w, maxChangeRounds, platformFeeBps, arbiter, judge } = terms;
  const windows = [w.work, w.review, w.resubmit, w.contest, w.rule, w.rate];
  const values = [
    poster,
    usdcUnits(rewardUsdc),
    usdcUnits(stakeUsdc),
    metadataHash,
    mode === "instant" ? 0 : 1,
    maxChangeRounds,
    judge ?? NO_JUDGE,
    ...windows,
    platformFeeBps,
    arbiter,
  ];
  return keccak256(encoded(AGREED, values));
}

const AGREED = [
  "address",
  "uint256",
  "uint256",
  "bytes32",
  "uint8",
  "uint8",
  "address",
  ...Array<string>(6).fill("uint24"),
  "uint16",
  "address",
];

/** What a step may need from the token. */
export const TOKEN = new Abi([
  "function approve(address spender, uint256 amount)",
  "function balanceOf(address account) view returns (uint256)",
  "function authorizationState(address authorizer, bytes32 nonce) view returns (bool)",
]);

/**
 * Values that an argument must have, by name; arguments that are not listed may have any value. Numbers, addresses and
 * bytes in any encoding.
 */
export interface ExpectedArguments {
  readonly [name: string]: string | number | bigint | boolean | undefined | ExpectedArguments;
}

/** One call as it must be. */
export interface ExpectedCall {
  /** Who is called, EIP-55. */
  to: string;
  abi: Abi;
  function: string;
  arguments: ExpectedArguments;
  /** For `multicall`: the calls in it, in their order. */
  calls?: readonly ExpectedCall[];
}

/** A transaction as the service prepares it. */
export interface OfferedTransaction {
  to: string;
  data: string;
  value: string;
  chainId: number;
  from?: string;
  gas: string;
}

/** More gas than any step of a task needs. */
export const MAX_GAS = 1_500_000n;

/**
 * Throws `UntrustedError` unless prepared transactions are the expected calls, in their order: receiver, chain, sender,
 * function and every named argument, no ether, no bytes behind the arguments, and a sane gas limit.
 */
export function checkTransactions(
  offered: readonly OfferedTransaction[],
  expected: readonly ExpectedCall[],
  { chainId, wallet }: { chainId: number; wallet: string },
): void {
  const names = expected.map((call) => call.function).join(", then ");
  if (offered.length !== expected.length)
    throw new UntrustedError(`The service prepared ${offered.length} transactions for ${names}.`);
  for (const [at, transaction] of offered.entries()) {
    const call = expected[at];
    if (!call) return;
    const { to, value, from, gas } = transaction;
    if (to.toLowerCase() !== call.to.toLowerCase())
      throw new UntrustedError(`${call.function} would go to ${to}, not to ${call.to}.`);
    if (transaction.chainId !== chainId) throw wrongChain(transaction.chainId, chainId, call.function);
    if (value !== "0") throw new UntrustedError(`${call.function} would send ${value} wei.`);
    if (from !== undefined && from.toLowerCase() !== wallet.toLowerCase())
      throw new UntrustedError(`${call.function} is prepared for ${from}.`);
    if (!/^\d{1,9}$/.test(gas) || BigInt(gas) > MAX_GAS)
      throw new UntrustedError(`${call.function} would take ${gas} gas.`);
    checkCalldata(transaction.data, call);
  }
}

/** Throws `UntrustedError` unless calldata is the expected call: function, every named argument, and nothing more. */
export function checkCalldata(data: string, { abi, function: name, arguments: expected, calls }: ExpectedCall): void {
  const args = decoded(data, abi, name);
  const wrong = firstDifference(args, expected, name);
  if (wrong !== null) throw new UntrustedError(`The transaction is not the requested one: ${wrong}.`);
  if (!calls) return;
  const inner = args["data"] as readonly string[];
  if (inner.length !== calls.length)
    throw new UntrustedError(`${name} contains ${inner.length} calls, not ${calls.length}.`);
  for (const [at, call] of calls.entries()) checkCalldata(String(inner[at]), call);
}

/** The arguments of the calldata, which must be in the canonical encoding. */
function decoded(data: string, abi: Abi, name: string): Named {
  try {
    if (abi.encode(name, abi.decode(name, data)) === data.toLowerCase()) return abi.arguments(name, data);
  } catch {
    // Reported below with this client's own message.
  }
  throw new UntrustedError(`The transaction's calldata is not a plain call of ${name}.`);
}

function firstDifference(actual: Named, expected: ExpectedArguments, path: string): string | null {
  for (const [name, wanted] of Object.entries(expected)) {
    if (wanted === undefined) continue;
    const found: unknown = actual[name];
    const at = `${path}.${name}`;
    if (typeof wanted === "object") {
      const inner = firstDifference(found as Named, wanted, at);
      if (inner !== null) return inner;
    } else if (spelt(found) !== spelt(wanted)) {
      return `${at} is ${String(found)}, not ${String(wanted)}`;
    }
  }
  return null;
}

const spelt = (value: unknown) => String(value).toLowerCase();
