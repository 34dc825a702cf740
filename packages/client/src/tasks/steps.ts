import { MAX_UNSENT_MS, NotBatchedError } from "../signing/batches";
import { asSent, canonicalHash } from "../canonical";
import { RejectedError } from "../errors";
import type { GaslessMode, RelayedStep } from "./gasless";
import type { JournalEntry } from "../journal/journal";
import { land, type LandingOptions } from "../journal/landing";
import type { Ledger } from "../journal/ledger";
import { usdcText } from "../money";
import { NotRelayedError, type Relay } from "./relay";
import type { Requests } from "../service/requests";
import type { Prepared, Step, TaskStep } from "./step";
import { keyOf, type NextAction, type Task, type TaskKey } from "./taskKey";
import type { ContractName } from "../signing/trust";
import type { AgentWallet } from "../signing/wallet";
import type { Ways } from "./ways";

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

interface StepParts {
  requests: Requests;
  wallet: () => AgentWallet;
  ledger: Ledger;
  ways: Ways;
  relay: Relay;
  gasless: GaslessMode;
  nowMs: () => number;
  newId: () => string;
  /** 32 random bytes, hex. */
  newSalt: () => string;
}

/** Prepare, check, sign, keep, send, confirm. What was sent and not yet confirmed is confirmed, not sent again. */
export class Steps {
  constructor(private readonly parts: StepParts) {}

  /** Takes a step and returns its confirmation: the task as it is on the chain afterwards. */
  async take<P extends Prepared, C = Confirmed>(step: Step<P>, options: StepOptions = {}): Promise<C> {
    const { ledger, wallet, gasless } = this.parts;
    const address = await wallet().address();
    const key = options.key ?? `${step.path} ${canonicalHash(asSent(step.about))}`;
    return ledger.once(`${address} ${key}`, async () => {
      const known = await ledger.newest(key, address);
      const isKnown = known !== null && (known.state === "signed" || options.key !== undefined);
      const entry =
        (isKnown ? await this.askedAgain(known, step) : null) ?? (await this.send(step, key, address, gasless));
      try {
        return await this.finish<C>(entry, options);
      } catch (error) {
        if (!(error instanceof NotRelayedError)) throw error;
        const mode = error.isLate ? gasless : "never";
        return this.finish<C>(await this.send(step, key, address, mode), options);
      }
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
    const { ledger, requests } = this.parts;
    const { path, request, relay } = entry;
    if (relay && relay.txHash === undefined) return this.finishRelayed<C>(entry, relay, options);
    const { landed, txHash } = relay?.txHash
      ? { landed: entry, txHash: relay.txHash }
      : await land(entry, this.parts, options);
    const confirmed = await requests.confirm<C>(path, { ...request, txHash }, options.signal);
    await ledger.done(landed);
    return confirmed;
  }

  private async finishRelayed<C>(entry: JournalEntry, signed: RelayedStep, options: LandingOptions): Promise<C> {
    const { ledger, relay } = this.parts;
    const { ok: _ok, txHash, ...answer } = await relay.finish<C & { ok: true }>(entry, signed, options);
    await ledger.done({ ...entry, relay: { ...signed, txHash } });
    // A withdrawal's own confirmation names the deployment.
    return ("amountUsdc" in answer ? { ...answer, contract: entry.request["contract"] } : answer) as C;
  }

  private async send<P extends Prepared>(
    step: Step<P>,
    key: string,
    address: string,
    mode: GaslessMode,
  ): Promise<JournalEntry> {
    // Once a wallet has refused to send calls as one, it is not asked to again.
    return (await this.sendOnce(step, key, address, mode)) ?? this.send(step, key, address, mode);
  }

  /** Null if the wallet turned out not to send calls as one: nothing was sent. */
  private async sendOnce<P extends Prepared>(
    step: Step<P>,
    key: string,
    address: string,
    mode: GaslessMode,
  ): Promise<JournalEntry | null> {
    const { ledger, wallet, ways, newId, newSalt, nowMs } = this.parts;
    const amountUsdcUnits = step.takesUsdcUnits ?? 0n;
    const taking = { kind: "step", wallet: address, units: amountUsdcUnits, what: step.purpose } as const;
    const reserved = await ledger.reserve(taking);
    try {
      const { prepared, relay, transactions: offered } = await ways.choose(step, mode);
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
      const keep = async (entry: JournalEntry) => {
        await ledger.put(entry);
        reserved.spend();
        return entry;
      };
      if (relay) return await keep({ ...draft, relay });
      if (offered.length > 1 && (await wallet().canBatch())) {
        const calls = offered.map(({ to, data }) => ({ to, data }));
        return await this.sendBatch(await keep({ ...draft, batch: newSalt(), calls }), step);
      }
      const transactions = await wallet().signAndSend(
        offered.map(({ to, data, gas }) => ({ to, data, gas })),
        {
          purpose: step.purpose,
          amountUsdc: usdcText(amountUsdcUnits),
          keep: async (signed) => void (await keep({ ...draft, transactions: signed })),
          drop: () => ledger.drop(draft),
        },
      );
      return { ...draft, transactions };
    } finally {
      reserved.release();
    }
  }

  /** One confirmation for all calls, under the name that was kept. Null if the wallet cannot send calls as one. */
  private async sendBatch(
    entry: JournalEntry,
    { purpose }: Pick<Step<Prepared>, "purpose">,
  ): Promise<JournalEntry | null> {
    const { ledger, wallet } = this.parts;
    const { batch: id = "", calls = [], ...rest } = entry;
    const amountUsdc = usdcText(BigInt(entry.amountUsdcUnits));
    try {
      const taken = { ...rest, batch: await wallet().sendBatch(id, calls, { purpose, amountUsdc }) };
      await ledger.put(taken).catch(() => undefined);
      return taken;
    } catch (error) {
      const isUnbatched = error instanceof NotBatchedError;
      if (isUnbatched || error instanceof RejectedError) await ledger.drop(entry);
      if (isUnbatched) return null;
      throw error;
    }
  }

  /**
   * A step that is under way. Calls that a wallet did not answer and does not know after ten minutes are requested
   * again under the same name, which it accepts once. Null if it cannot send calls as one.
   */
  private async askedAgain(entry: JournalEntry, step: Pick<Step<Prepared>, "purpose">): Promise<JournalEntry | null> {
    const { ledger, wallet, nowMs } = this.parts;
    const { batch, calls, signedAt } = entry;
    const isOld = nowMs() - Date.parse(signedAt) >= MAX_UNSENT_MS;
    if (entry.state !== "signed" || batch === undefined || !calls || !isOld) return entry;
    if (!(await wallet().isUnknownBatch(batch))) return entry;
    const again = { ...entry, signedAt: new Date(nowMs()).toISOString() };
    await ledger.put(again);
    return this.sendBatch(again, step);
  }
}
