import { AbiCoder, Interface } from "ethers/abi";
import { toAddress, type Address } from "../../domain/address";
import type { Escrows } from "../../domain/messages/requestText";
import { keccak256, type Hex } from "../../domain/keccak";
import { keptForTasks } from "../../domain/payment/gasRisk";
import type { EscrowCall, RevertName } from "../../domain/task/call";
import {
  MAX_RELAY_GAS,
  type DepositStep,
  type ForwardedStep,
  type FundingCall,
  type GaslessStep,
  type VerdictStep,
} from "../../domain/task/gasless";
import type { ContractName } from "../../domain/workflow/variants";
import type {
  Forwarding,
  PreparedRelay,
  Relay,
  RelayCheck,
  Relayed,
  RelaySent,
  Unready,
  Outgoing,
  RelayUnsent,
} from "../../ports/ownWallet";
import { hexBytes, hexNumber, quantity } from "../rpc/json";
import { RpcError, largest, type RpcCall, type Nodes } from "../rpc/nodes";
import { taskForwarderAbi } from "./abi/TaskForwarder";
import { decodeCall, encodeCall, revertName, TERMS_TYPE, termsOf } from "./escrowCalls";
import { escrowInterface } from "./escrowEvents";
import { feesOf } from "./walletGas";
import { ownWallet, type OwnWalletOptions, type Submitted, type OwnWallet } from "./ownWallet";
import { readSender, senderCalls, senderSameness, succeedsAsSent } from "./sending";
import { codeCall, resultOf } from "./settlementCalls";

export interface RelayWalletOptions extends Omit<OwnWalletOptions, "name"> {
  escrows: Escrows;
  sleep: (ms: number) => Promise<void>;
}

const forwarderInterface = new Interface(taskForwarderAbi);
/** How the code of an account that delegates to a contract begins (EIP-7702); its own key signs requests. */
const DELEGATED = "0xef0100";
/** Base seals five blocks a second. Milliseconds until each look. */
const WAITS_MS = [150, 250, 400, 700, 1_000];

interface Transaction {
  to: Address;
  data: Hex;
}

/** The service's own wallet as the relay. */
export function relayWallet({ escrows, sleep, ...options }: RelayWalletOptions): Relay {
  const { nodes, chainId } = options;
  const wallet = ownWallet({ ...options, name: "relay" });
  /** Immutable in each deployment. */
  const forwarders = new Map<ContractName, Address>();

  return {
    forwarding,
    forwarderOf,
    hasCode,
    authorizationNonce,
    decode: (contract, data) => decodeCall(data, { contract, escrows, chainId }),
    check,
    refusalOf: depositRefusals(nodes, wallet, options.budgetWei),
    find,
    spender: (name) => wallet.spender(name),
    send,
    revertedSince: async (key) => (await wallet.reverted(key))?.signedAt ?? null,
    forgive: (key) => wallet.forgive(key),
    advance: () => wallet.advance(),
    state: () => wallet.state(),
  };

  async function forwarderOf(contract: ContractName): Promise<Address | null> {
    const known = forwarders.get(contract);
    if (known) return known;
    const found = await resultOf(nodes, { to: escrows[contract], data: encoded("trustedForwarder") });
    const forwarder = found && found.length === 66 ? toAddress(`0x${found.slice(-40)}`) : null;
    if (forwarder) forwarders.set(contract, forwarder);
    return forwarder;
  }

  async function forwarding(contract: ContractName, account: Address): Promise<Forwarding | null> {
    const forwarder = await forwarderOf(contract);
    if (!forwarder) return null;
    const data = forwarderInterface.encodeFunctionData("nonces", [account]);
    const calls = (at: string): RpcCall[] => [
      { method: "eth_call", params: [{ to: forwarder, data }, at] },
      { method: "eth_getCode", params: [account, at] },
    ];
    const [nonce] = await nodes.askAt(calls, ([found, code]) =>
      hexBytes(code) === "0x" || hexBytes(code).startsWith(DELEGATED) ? hexNumber(found) : null,
    );
    return nonce === null ? null : { forwarder, nonce };
  }

  async function hasCode(account: Address): Promise<boolean> {
    const [found] = await nodes.askAt(
      (at) => [codeCall(account, at)],
      ([code]) => hexBytes(code) !== "0x",
    );
    return found;
  }

  function authorizationNonce(call: FundingCall, salt: Hex): Hex {
    const [selector, consent] =
      call.function === "createTask"
        ? ["createTaskWithAuthorization", coder([TERMS_TYPE, "bytes32"], [termsOf(call.terms), salt])]
        : ["stakeAndStartWithAuthorization", coder(["uint256", "bytes32"], [call.taskId, call.agreedTerms])];
    const signature = escrowInterface.getFunction(selector)!.selector;
    const types = ["uint256", "address", "bytes4", "bytes32"];
    return hash(coder(types, [chainId, escrows[call.contract], signature, hash(consent)]));
  }

  async function check(step: GaslessStep | DepositStep | VerdictStep, signature: Hex, since = 0n): Promise<RelayCheck> {
    const sent = await transactionOf(step, signature);
    if (!sent) return { ok: false, reason: "stale" };
    try {
      return await checked(sent);
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
    }
    // A node that lacks the newest block refuses what the wallet's last step has made possible, and refuses nothing alone.
    const reason = step.kind === "forward" ? await innerReason(step, since) : await reasonOf(sent, since);
    if (reason) return { ok: false, reason };
    try {
      return await checked(sent, since);
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      return { ok: false, reason: step.kind === "forward" ? "stale" : revertName(error.data) };
    }
  }

  /** Throws `RpcError` if it would revert. */
  async function checked(sent: Transaction, since?: bigint): Promise<RelayCheck> {
    const { estimate, ...prepared } = await simulated(sent, since);
    if (estimate > MAX_RELAY_GAS) return { ok: false, reason: "gas" };
    const capped = prepared.gas < MAX_RELAY_GAS ? prepared.gas : MAX_RELAY_GAS;
    const own = { ...prepared, gas: capped };
    // A wallet's code may decide otherwise in a transaction than outside of one.
    return (await succeedsAsSent(nodes, wallet.address, own, since))
      ? { ok: true, prepared: own }
      : { ok: false, reason: "gas" };
  }

  /** The transaction of a signed step; null where its deployment has no forwarder. */
  async function transactionOf(
    step: GaslessStep | DepositStep | VerdictStep,
    signature: Hex,
  ): Promise<Transaction | null> {
    if (step.kind === "verdict") return plain(step.call);
    if (step.kind === "deposit") {
      const { from, salt, nonce, validAfter, validBefore } = step;
      const authorization = { from, validAfter, validBefore, signature };
      return plain({ ...step.call, function: "createTaskFromDeposit", salt, nonce, authorization });
    }
    const { call, from, deadline } = step;
    if (step.kind === "authorization") {
      const authorization = { from, validBefore: deadline, signature };
      return plain(
        step.call.function === "createTask"
          ? { ...step.call, function: "createTaskWithAuthorization", salt: step.salt, authorization }
          : { ...step.call, function: "stakeAndStartWithAuthorization", authorization },
      );
    }
    const forwarder = await forwarderOf(call.contract);
    if (!forwarder) return null;
    const { to, data } = plain(call);
    const request = { from, to, value: 0n, gas: step.gas, deadline, data, signature };
    return { to: forwarder, data: forwarderInterface.encodeFunctionData("execute", [request]) as Hex };
  }

  function plain(call: EscrowCall): Transaction {
    const { data } = encodeCall(call, escrows, chainId);
    return { to: escrows[call.contract], data };
  }

  async function simulated(sent: Transaction, since?: bigint): Promise<PreparedRelay & { estimate: bigint }> {
    const call = { from: wallet.address, ...sent, gas: quantity(MAX_RELAY_GAS) };
    const camp = await nodes.askAt(
      (at) => [
        { method: "eth_call", params: [call, at] },
        { method: "eth_estimateGas", params: [call, at] },
        ...senderCalls(wallet.address, sent.data, at),
      ],
      ([, gas, ...sender]) => ({ estimate: hexNumber(gas), ...readSender(sender) }),
      { sameness: senderSameness, since },
    );
    const [{ state }] = camp;
    const estimate = largest(camp, (said) => said.estimate);
    return { ...sent, ...state, ...feesOf(camp), estimate, gas: (estimate * 5n) / 4n };
  }

  /** Why a transaction would revert at one block; null if it would not. */
  async function reasonOf(sent: Transaction, since: bigint): Promise<RevertName | null> {
    const call = { from: wallet.address, ...sent, gas: quantity(MAX_RELAY_GAS) };
    return revertIn(
      (at) => [{ method: "eth_call", params: [call, at] }],
      since,
      () => null,
    );
  }

  /** Why a request would not be carried out at one block; null if it would. The forwarder does not tell. */
  async function innerReason(
    { call, from, nonce }: ForwardedStep,
    since: bigint,
  ): Promise<RevertName | Unready | null> {
    const { to, data } = plain(call);
    const forwarder = await forwarderOf(call.contract);
    const inner = { from: forwarder, to, data: `${data}${from.slice(2).toLowerCase()}` };
    const next = { to: forwarder, data: forwarderInterface.encodeFunctionData("nonces", [from]) };
    const calls = (at: string) => [inner, next].map((one) => ({ method: "eth_call", params: [one, at] }));
    return revertIn(calls, since, ([, found]) => {
      const nextNonce = hexNumber(found);
      return nextNonce === nonce ? null : nextNonce < nonce ? "early" : "stale";
    });
  }

  /** Why the first of these calls reverts, by as much as nodes agree on; otherwise what is read from their results. */
  async function revertIn<T>(
    calls: (at: string) => RpcCall[],
    since: bigint,
    read: (results: unknown[]) => T,
  ): Promise<RevertName | T> {
    try {
      const [found] = await nodes.askAt(calls, read, { reasons: true, since });
      return found;
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      return revertName(error.data);
    }
  }

  async function find(key: string): Promise<Relayed | null> {
    const known = await wallet.again(key);
    return known && follow(known);
  }

  async function send(
    key: string,
    prepared: PreparedRelay,
    { spenders, isUnderWay, mayRepeat = false }: Parameters<Relay["send"]>[2],
  ): Promise<RelaySent> {
    const { chainNonce, walletWei, ...way } = prepared;
    const keptWei = isUnderWay ? 0n : keptForTasks(options.budgetWei);
    const submitted = await wallet.submit({ key, spenders, way, chainNonce, walletWei, keptWei, mayRepeat });
    if (submitted.outcome === "queued") return { outcome: "sent", relayed: await follow(submitted.outgoing) };
    return notSent(submitted);
  }

  /** Waits a moment for a transaction. */
  function follow(outgoing: Outgoing): Promise<Relayed> {
    return wallet.follow(outgoing, { waitsMs: WAITS_MS, sleep });
  }
}

const coder = (types: readonly string[], values: readonly unknown[]) =>
  AbiCoder.defaultAbiCoder().encode(types, values) as Hex;
const hash = (data: Hex): Hex => keccak256(Buffer.from(data.slice(2), "hex"));
const encoded = (view: string) => escrowInterface.encodeFunctionData(view) as Hex;

/** What the relay answers where its wallet sent nothing. */
function notSent(submitted: Exclude<Submitted, { outcome: "queued" }>): RelayUnsent {
  switch (submitted.outcome) {
    case "tooExpensive":
      return { outcome: "unable", detail: "Gas is too expensive for relayed steps right now." };
    case "walletEmpty":
      return { outcome: "unable", detail: "The relay's wallet has too little ether." };
    case "overBudget":
    case "overRisk":
      return { outcome: "unable", detail: "The relay's gas budget for today is used up." };
    case "crowded":
      return { outcome: "crowded" };
    case "barred":
      return {
        outcome: "refused",
        detail: "Relayed steps of this wallet reverted, so the relay starts and creates no tasks for it for a day.",
      };
    case "used":
      return {
        outcome: "refused",
        detail: submitted.spender.startsWith("0x")
          ? "This wallet has reached today's limit of relayed steps."
          : "This wallet has reached the limit of relayed steps for this task.",
      };
    case "reverted":
      return { outcome: "refused", detail: "This step was relayed, and its transaction reverted." };
  }
}

/** What a creation from a deposit takes, with a margin, and as much data. */
const DEPOSIT_GAS = 345_000n;
const DEPOSIT_DATA: Hex = `0x${"ff".repeat(800)}`;

/** Says whether the relay's wallet would pay for a creation from a deposit, before its poster is asked to sign. One batch. */
function depositRefusals(nodes: Nodes, wallet: OwnWallet, budgetWei: bigint): Relay["refusalOf"] {
  return async (key, spenders) => {
    const camp = await nodes.askAt((at) => senderCalls(wallet.address, DEPOSIT_DATA, at), readSender, {
      sameness: senderSameness,
    });
    const [{ state }] = camp;
    const { walletWei, dataFeeWei } = state;
    const way = { gas: DEPOSIT_GAS, dataFeeWei, ...feesOf(camp) };
    const keptWei = keptForTasks(budgetWei);
    const refused = await wallet.refusalOf({ key, spenders, way, walletWei, keptWei, mayRepeat: true });
    return refused && notSent(refused);
  };
}
