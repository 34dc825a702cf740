import { asSent, canonicalHash } from "./canonical";
import {
  checkTransactions,
  ESCROW,
  TOKEN,
  type ExpectedArguments,
  type ExpectedCall,
  type OfferedTransaction,
} from "./calls";
import type { JournalEntry } from "./journal";
import { land, type LandingOptions } from "./landing";
import type { Ledger } from "./ledger";
import { usdcText } from "./money";
import type { Requests } from "./requests";
import { keyOf, type NextAction, type Task, type TaskKey } from "./taskKey";
import type { ContractName } from "./trust";
import { permitAsOffered } from "./typedData";
import type { AgentWallet } from "./wallet";

export interface StepOptions extends LandingOptions {
  /** Names the step: once done, the same key confirms it again instead of doing it again. */
  key?: string;
}

/** What every confirmed step answers. */
export interface Confirmed {
  task: Task;
  _nextAction: NextAction | null;
}

/** What a confirmed withdrawal answers. */
export interface Withdrawn {
  contract: ContractName;
  to: string;
  amountUsdc: string;
}

/** What a prepare answers, as far as it is read here. */
export interface Prepared {
  transactions?: readonly OfferedTransaction[];
  signatures?: readonly { field: string; deadline: number; typedData: unknown }[];
}

/** One step of a task that takes transactions. */
export interface Step<P extends Prepared> {
  path: string;
  contract: ContractName;
  /** What the step is about, without its random parts; names the step if no key is given. */
  about: object;
  /** A short description for the signer. */
  purpose: string;
  /** Asks for the transactions; `more` are fields to add. */
  prepare: (more: object) => Promise<P>;
  /** The escrow's call that must come out of it: one of these. */
  calls: (prepared: P) => readonly [EscrowCall, ...EscrowCall[]];
  /** What the call takes from the wallet; 0 where it takes nothing. */
  takesUsdcUnits?: bigint;
  /** The fields that the confirmation takes. */
  confirmWith: (prepared: P) => Record<string, unknown>;
}

export interface EscrowCall {
  function: string;
  arguments: ExpectedArguments;
  calls?: readonly EscrowCall[];
}

/** A step whose call is known before it is prepared. */
export interface TaskStep {
  path: string;
  /** The step for the signer, followed by the task's name. */
  verb: string;
  /** What the prepare takes beside the names. */
  fields?: object;
  calls: readonly [EscrowCall, ...EscrowCall[]];
  /** What the confirmation takes beside the names. */
  confirm?: object;
  takesUsdcUnits?: bigint;
}

interface StepParts {
  requests: Requests;
  wallet: () => AgentWallet;
  ledger: Ledger;
  chainId: number;
  token: string;
  tokenName: string;
  nowMs: () => number;
  newId: () => string;
}

/** Prepare, check, sign, keep, send, confirm. What was sent and not yet confirmed is confirmed, not sent again. */
export class Steps {
  constructor(private readonly parts: StepParts) {}

  /** Takes a step and gives its confirmation: the task as the chain has it afterwards. */
  async take<P extends Prepared, C = Confirmed>(step: Step<P>, options: StepOptions = {}): Promise<C> {
    const { ledger, wallet } = this.parts;
    const address = await wallet().address();
    const key = options.key ?? `${step.path} ${canonicalHash(asSent(step.about))}`;
    return ledger.once(`${address} ${key}`, async () => {
      const known = await ledger.newest(key, address);
      const isKnown = known !== null && (known.state === "signed" || options.key !== undefined);
      return this.finish<C>(isKnown ? known : await this.send(step, key, address), options);
    });
  }

  /** Takes a step of a task whose request is its names and a few fields. */
  async ofTask(
    key: TaskKey,
    { path, verb, fields = {}, calls, confirm = {}, takesUsdcUnits = 0n }: TaskStep,
    options?: StepOptions,
  ): Promise<Confirmed> {
    const { requests, wallet } = this.parts;
    const named = { wallet: await wallet().address(), ...keyOf(key) };
    return this.take(
      {
        path,
        contract: key.contract,
        about: { ...keyOf(key), verb, fields },
        purpose: `${verb} task ${key.taskId} on ${key.contract}`,
        takesUsdcUnits,
        prepare: (more) => requests.open<Prepared>(path, { ...named, ...fields, ...more }),
        calls: () => calls,
        confirmWith: () => ({ ...named, ...confirm }),
      },
      options,
    );
  }

  /** Finishes a step that was signed. */
  async finish<C = Confirmed>(entry: JournalEntry, options: LandingOptions = {}): Promise<C> {
    const { ledger, wallet, requests } = this.parts;
    const { path, request } = entry;
    const txHash = await land(entry, ledger, wallet(), options);
    const confirmed = await requests.confirm<C>(path, { ...request, txHash }, options.signal);
    await ledger.done(entry);
    return confirmed;
  }

  private async send<P extends Prepared>(step: Step<P>, key: string, address: string): Promise<JournalEntry> {
    const { ledger, wallet, newId, nowMs, chainId } = this.parts;
    const amountUsdcUnits = step.takesUsdcUnits ?? 0n;
    const taking = { kind: "step", wallet: address, units: amountUsdcUnits, what: step.purpose } as const;
    const reserved = await ledger.reserve(taking);
    try {
      const { prepared, expected } = await this.prepare(step, address);
      const offered = prepared.transactions ?? [];
      checkTransactions(offered, expected, { chainId, wallet: address });
      const draft: JournalEntry = {
        id: newId(),
        key,
        kind: "step",
        wallet: address,
        signedAt: new Date(nowMs()).toISOString(),
        path: step.path,
        request: step.confirmWith(prepared),
        amountUsdcUnits: String(amountUsdcUnits),
        transactions: [],
        state: "signed",
      };
      const transactions = await wallet().signAndSend(
        offered.map(({ to, data, gas }) => ({ to, data, gas })),
        {
          purpose: step.purpose,
          amountUsdc: usdcText(amountUsdcUnits),
          keep: async (signed) => {
            await ledger.put({ ...draft, transactions: signed });
            reserved.spend();
          },
        },
      );
      return { ...draft, transactions };
    } finally {
      reserved.release();
    }
  }

  /** What the service prepares, with a permit where one saves the approval, and what it must be. */
  private async prepare<P extends Prepared>(
    step: Step<P>,
    address: string,
  ): Promise<{ prepared: P; expected: ExpectedCall[] }> {
    const { requests, chainId, token, tokenName, nowMs, wallet } = this.parts;
    const escrow = await requests.escrow(step.contract);
    const toEscrow = (call: EscrowCall): ExpectedCall => ({
      to: escrow,
      abi: ESCROW,
      function: call.function,
      arguments: call.arguments,
      ...(call.calls && { calls: call.calls.map(toEscrow) }),
    });
    const valueUsdcUnits = step.takesUsdcUnits ?? 0n;
    const prepared = await step.prepare({});
    const offered = prepared.signatures?.find(({ field }) => field === "permit");
    if (offered && valueUsdcUnits > 0n && requests.permits) {
      const nowSeconds = Math.floor(nowMs() / 1000);
      const typedData = permitAsOffered(offered.typedData, {
        owner: address,
        spender: escrow,
        valueUsdcUnits,
        chainId,
        token,
        tokenName,
        nowSeconds,
      });
      const deadline = Number(typedData.message["deadline"]);
      const signature = await wallet().signTypedData(
        typedData,
        `Allow the escrow to take ${usdcText(valueUsdcUnits)} USDC`,
      );
      const again = await step.prepare({ permit: { deadline, signature } });
      const [call] = step.calls(again);
      const permit = { value: valueUsdcUnits, deadline };
      return {
        prepared: again,
        expected: [toEscrow({ function: `${call.function}WithPermit`, arguments: { ...call.arguments, permit } })],
      };
    }
    const calls = step.calls(prepared);
    const call = calls.find((one) => one.function === nameOf(prepared.transactions?.at(-1)?.data)) ?? calls[0];
    const approval: ExpectedCall = {
      to: token,
      abi: TOKEN,
      function: "approve",
      arguments: { spender: escrow, amount: valueUsdcUnits },
    };
    const isApproved = valueUsdcUnits === 0n || prepared.transactions?.length === 1;
    return { prepared, expected: [...(isApproved ? [] : [approval]), toEscrow(call)] };
  }
}

/** The escrow's function that calldata calls; null if it is unknown. */
function nameOf(data: string | undefined): string | null {
  return data === undefined || data.length < 10 ? null : (ESCROW.getFunction(data.slice(0, 10))?.name ?? null);
}
