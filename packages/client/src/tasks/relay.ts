import { fateOf, type Fate } from "../signing/authorizations";
import { MktError, ProblemError } from "../errors";
import { isCreation, type RelayedStep } from "./gasless";
import type { Http } from "../service/http";
import type { JournalEntry } from "../journal/journal";
import type { LandingOptions } from "../journal/landing";
import type { Ledger } from "../journal/ledger";
import type { Requests } from "../service/requests";
import type { Addresses } from "../signing/trust";
import { waitUntil } from "../wait";
import type { AgentWallet } from "../signing/wallet";

/** What the relay answers: what the step's own confirmation does, and the hash. */
interface Relayed {
  txHash: string;
}

/** The relay did not take a step, which is dropped: it can be taken in another way. */
export class NotRelayedError extends ProblemError {
  constructor(
    { status, problem, retryAfterSeconds }: ProblemError,
    /** Whether only the signature's time is over, so that the same way may do. */
    readonly isLate: boolean,
  ) {
    super(status, problem, retryAfterSeconds);
  }
}

const PATH = "/mkt/relay";
/** After its deadline a signature cannot be used; a minute for clocks that differ. */
const MARGIN_MS = 60_000;
const OTHER_WAY = new Set(["relay_unavailable", "relay_refused"]);

interface RelayParts {
  http: Http;
  ledger: Ledger;
  requests: Requests;
  wallet: () => AgentWallet;
  addresses: Addresses;
  nowMs: () => number;
  /** Whether the wallet can pay the gas of the step. */
  canPayGas: () => Promise<boolean>;
}

/** The service's relay, which sends what a wallet signed: the same request is the same transaction. */
export class Relay {
  constructor(private readonly parts: RelayParts) {}

  /**
   * The confirmation of a signed step. Throws `NotRelayedError` if it was dropped. It is kept open while the relay may
   * still take it and there is no other way. A step that moves money by an authorization was taken if the chain says
   * so. A creation, which would make a second task if repeated, is dropped only once the chain says that it can never
   * be taken.
   */
  async finish<C>(entry: JournalEntry, step: RelayedStep, options: LandingOptions): Promise<C & Relayed> {
    try {
      return await this.sent<C>(entry, step, options);
    } catch (error) {
      if (!(error instanceof ProblemError) || entry.state !== "signed" || !isRefusal(error)) throw error;
      if (step.kind === "forward") return this.failForward(entry, step, error);
      const { wallet, addresses } = this.parts;
      const fate = await fateOf({ ...step, deadline: Number(step.request.deadline) }, wallet(), addresses.token);
      if (typeof fate === "object") return this.taken<C>(entry, fate.txHash, options);
      return this.failFunding(entry, step, error, fate);
    }
  }

  private async failForward(entry: JournalEntry, step: RelayedStep, error: ProblemError): Promise<never> {
    const { ledger, canPayGas } = this.parts;
    const isLate = this.isLate(step);
    if (!isLate && error.code === "relay_unavailable" && !(await canPayGas())) throw error.with(AGAIN(step));
    await ledger.drop(entry);
    if (!isLate && OTHER_WAY.has(error.code) && !(await canPayGas())) throw error.with(NO_OTHER_WAY);
    throw isLate || OTHER_WAY.has(error.code) ? new NotRelayedError(error, isLate) : error;
  }

  /** Drops a creation or a start that the chain will never take, and a start, which the chain takes once, for another way. */
  private async failFunding(entry: JournalEntry, step: RelayedStep, error: ProblemError, fate: Fate): Promise<never> {
    const { ledger, canPayGas } = this.parts;
    const isOver = fate === "void";
    const hasOtherWay = !isCreation(step) && OTHER_WAY.has(error.code) && (await canPayGas());
    if (!isOver && !hasOtherWay) {
      if (!this.isLate(step)) throw error.with(AGAIN(step));
      throw fate === "unknown" ? new MktError("no_node", NO_NODE, { cause: error }) : error.with(NOT_SAFE);
    }
    await ledger.drop(entry);
    throw new NotRelayedError(error, isOver);
  }

  /** The confirmation of a step that is on the chain although the relay did not say so. */
  private async taken<C>(
    { path, request }: JournalEntry,
    txHash: string | null,
    { signal }: LandingOptions,
  ): Promise<C & Relayed> {
    if (txHash === null) throw new MktError("already_taken", TAKEN_SOMEWHERE);
    try {
      return { ...(await this.parts.requests.confirm<C>(path, { ...request, txHash }, signal)), txHash };
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      throw error.with(`The signed step was taken by transaction ${txHash}; it is not signed again.`);
    }
  }

  private isLate({ request }: RelayedStep): boolean {
    return Number(request.deadline) * 1_000 + MARGIN_MS < this.parts.nowMs();
  }

  private sent<C>(
    { request }: JournalEntry,
    { kind, request: signed, signature }: RelayedStep,
    { signal, timeoutMs }: LandingOptions,
  ): Promise<C & Relayed> {
    const body = { contract: request["contract"], kind, request: signed, signature, view: "full" };
    const send = async () => {
      try {
        return await this.parts.http.post<C & Relayed>(PATH, body, { signal, soon: true });
      } catch (error) {
        if (error instanceof ProblemError && error.code === "tx_not_confirmed") return null;
        throw error;
      }
    };
    const isThere = (answer: (C & Relayed) | null): answer is C & Relayed => answer !== null;
    const waiting = { ...(signal && { signal }), ...(timeoutMs !== undefined && { timeoutMs }) };
    return waitUntil("the relayed transaction to be confirmed", send, isThere, waiting);
  }
}

/** Whether the relay refuses the step, rather than being busy. */
function isRefusal({ status, code }: ProblemError): boolean {
  return code === "relay_unavailable" || (status < 500 && status !== 429);
}

const AGAIN = ({ request: { deadline } }: RelayedStep) =>
  `Repeat the call: until ${new Date(Number(deadline) * 1_000).toISOString()} it sends the same signed step, and later signs another if this one was not taken.`;
const NO_OTHER_WAY = "Send the wallet some ETH for gas, or try again later.";
const NOT_SAFE =
  "The signed step is late, but the chain may still take it. Repeat the call in a few minutes: it signs another once the chain cannot.";
const NO_NODE =
  "The signed step is late, and only the chain says whether it was taken. Repeat the call with a node: it finds the task, or signs again if there is none.";
const TAKEN_SOMEWHERE =
  "The signed step was taken, but its transaction was not found. Look for the task among the wallet's tasks on the dashboard; it is not signed again.";
