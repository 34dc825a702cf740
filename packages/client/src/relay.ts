import { MktError, ProblemError } from "./errors";
import { isCreation, type RelayedStep } from "./gasless";
import type { Http } from "./http";
import type { JournalEntry } from "./journal";
import type { LandingOptions } from "./landing";
import type { Ledger } from "./ledger";
import { waitUntil } from "./wait";

/** What the relay answers: what the step's own confirmation does, and the hash. */
interface Relayed {
  txHash: string;
}

/** The relay did not take a step, which is dropped: it can be taken in another way. */
export class NotRelayedError extends MktError {
  constructor(
    readonly problem: ProblemError,
    /** Whether only the signature's time is over, so that the same way may do. */
    readonly isLate: boolean,
  ) {
    super(problem.code, problem.message, { cause: problem });
  }
}

const PATH = "/mkt/relay";
/** After its deadline a signature cannot be used; a minute for clocks that differ. */
const MARGIN_MS = 60_000;
const OTHER_WAY = new Set(["relay_unavailable", "relay_refused"]);

interface RelayParts {
  http: Http;
  ledger: Ledger;
  nowMs: () => number;
  /** Whether the wallet can take the step with gas of its own. */
  canPayGas: () => Promise<boolean>;
}

/** The service's relay, which sends what a wallet signed: the same request is the same transaction. */
export class Relay {
  constructor(private readonly parts: RelayParts) {}

  /**
   * The confirmation of a signed step. Throws `NotRelayedError` if it was dropped. It is kept open while the relay may
   * still take it: without another way, and always for a creation, of which a second one would be another task.
   */
  async finish<C>(entry: JournalEntry, step: RelayedStep, options: LandingOptions): Promise<C & Relayed> {
    try {
      return await this.sent<C>(entry, step, options);
    } catch (error) {
      if (!(error instanceof ProblemError) || entry.state !== "signed" || !isRefusal(error)) throw error;
      const { ledger, nowMs, canPayGas } = this.parts;
      const isLate = step.request.deadline * 1_000 + MARGIN_MS < nowMs();
      const isUnavailable = error.code === "relay_unavailable";
      if (!isLate && (isCreation(step) || (isUnavailable && !(await canPayGas())))) throw stillOpen(error, step);
      await ledger.drop(entry);
      if (!isLate && OTHER_WAY.has(error.code) && !(await canPayGas())) throw stillOpen(error, null);
      throw isLate || OTHER_WAY.has(error.code) ? new NotRelayedError(error, isLate) : error;
    }
  }

  private sent<C>(
    { request }: JournalEntry,
    { kind, request: signed, signature }: RelayedStep,
    { signal, timeoutMs }: LandingOptions,
  ): Promise<C & Relayed> {
    const body = { contract: request["contract"], kind, request: signed, signature };
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

/** Whether the relay's answer says that it does not take the step, and not that it is busy. */
function isRefusal({ status, code }: ProblemError): boolean {
  return code === "relay_unavailable" || (status < 500 && status !== 429);
}

/** The problem, with what can be done by a wallet without ETH. */
function stillOpen({ problem, status, retryAfterSeconds }: ProblemError, step: RelayedStep | null): ProblemError {
  const until = step && new Date(step.request.deadline * 1_000).toISOString();
  const again = until
    ? `Repeat the call: until ${until} it sends the same signed step, and later signs another.`
    : "Send the wallet some ETH for gas, or try again later.";
  const detail = `${problem.detail} ${again}`;
  return new ProblemError(status, { ...problem, detail }, retryAfterSeconds);
}
