import { memberOf } from "../base64";
import { Abi } from "../signing/abi";
import { checkTransactions } from "../tasks/calls";
import { asSent, canonicalHash } from "../canonical";
import { MktError, UntrustedError } from "../errors";
import type { components } from "../generated/openapi";
import { keccak256 } from "../hashing";
import type { JournalEntry } from "../journal/journal";
import { land, type LandingOptions } from "../journal/landing";
import type { Ledger } from "../journal/ledger";
import type { Requests } from "../service/requests";
import type { TaskKey } from "../tasks/taskKey";
import type { Addresses } from "../signing/trust";
import type { AgentWallet } from "../signing/wallet";

/** What feedback is about, and on which agent: the other side of a settled task, or this service, by an answer's receipt. */
export type FeedbackSubject = ({ task: TaskKey } | { receipt: string }) & { agentId: number };
export type PreparedFeedback = components["schemas"]["AgentFeedback"];

/** Feedback that is on the chain. */
export interface GivenFeedback {
  feedback: PreparedFeedback["feedback"];
  txHash: string;
}

const REGISTRY = new Abi([
  "function giveFeedback(uint256 agentId, int128 value, uint8 valueDecimals, string tag1, string tag2, string endpoint, string feedbackURI, bytes32 feedbackHash)",
]);
const PATH = "/mkt/reputation";
const URI_PREFIX = "data:application/json;base64,";

interface ReputationParts {
  requests: Requests;
  wallet: () => AgentWallet;
  ledger: Ledger;
  addresses: Addresses;
  nowMs: () => number;
  newId: () => string;
}

/** Feedback in ERC-8004's reputation registry, with the proof of payment: by the wallet's own transaction, and its own gas. */
export class Reputation {
  constructor(private readonly parts: ReputationParts) {}

  /** The feedback's transaction and file, checked; nothing is signed. `value`: 0 to 100, by default 20 times the wallet's rating of the task. */
  async prepare(subject: FeedbackSubject, value?: number): Promise<PreparedFeedback> {
    if (value === undefined ? "receipt" in subject : !isWithin(value, 0, 100))
      throw new MktError("invalid_value", "Give a value: a whole number from 0 to 100.");
    const { requests, wallet, addresses } = this.parts;
    const address = await wallet().address();
    const about = "task" in subject ? { ...subject.task, agentId: subject.agentId } : { receipt: subject.receipt };
    const body = { wallet: address, ...about, ...(value !== undefined && { value }) };
    const prepared = await requests.open<PreparedFeedback>(PATH, body);
    const { feedback, file, transactions } = prepared;
    const { reputationRegistry, chainId } = addresses;
    if (reputationRegistry === null)
      throw new MktError("no_registry", "This client does not know a reputation registry on this chain.");
    const call = {
      to: reputationRegistry,
      abi: REGISTRY,
      function: "giveFeedback",
      arguments: {
        ...feedback,
        agentId: subject.agentId,
        ...(value !== undefined && { value }),
        valueDecimals: 0,
      },
    };
    checkTransactions(transactions, [call], { chainId, wallet: address });
    if (value === undefined && !(feedback.value % 20 === 0 && isWithin(feedback.value, 20, 100)))
      throw new UntrustedError(`The feedback gives ${feedback.value}, which is not 20 times a rating from 1 to 5.`);
    requireFile(feedback, file, `eip155:${chainId}:${address}`);
    return prepared;
  }

  /** Sends prepared feedback. The same feedback, repeated after a fault or a crash, is not sent twice. */
  async give(subject: FeedbackSubject, value?: number, options: LandingOptions = {}): Promise<GivenFeedback> {
    const { ledger, wallet, newId, nowMs } = this.parts;
    const address = await wallet().address();
    const key = `${PATH} ${canonicalHash(asSent({ ...subject, value }))}`;
    return ledger.once(`${address} ${key}`, async () => {
      const known = await ledger.newest(key, address);
      if (known?.state === "signed") return this.finish(known, options);
      const { feedback, transactions } = await this.prepare(subject, value);
      const draft: JournalEntry = {
        id: newId(),
        key,
        kind: "feedback",
        wallet: address,
        signedAt: new Date(nowMs()).toISOString(),
        path: PATH,
        request: { feedback },
        amountUsdcUnits: "0",
        transactions: [],
        state: "signed",
      };
      const sent = await wallet().signAndSend(
        transactions.map(({ to, data, gas }) => ({ to, data, ...(gas !== undefined && { gas }) })),
        {
          purpose: `Give agent ${feedback.agentId} ${feedback.value} of 100 in the reputation registry`,
          amountUsdc: "0",
          keep: (signed) => ledger.put({ ...draft, transactions: signed }),
          drop: () => ledger.drop(draft),
        },
      );
      return this.finish({ ...draft, transactions: sent }, options);
    });
  }

  /** Finishes feedback that was signed. */
  async finish(entry: JournalEntry, options: LandingOptions): Promise<GivenFeedback> {
    const { landed, txHash } = await land(entry, this.parts, options);
    await this.parts.ledger.done(landed);
    return { feedback: entry.request["feedback"] as GivenFeedback["feedback"], txHash };
  }
}

function isWithin(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}

/** Throws `UntrustedError` unless the feedback's file is the one that is shown, hashes to what the call names, and is by this wallet. */
function requireFile({ feedbackURI, feedbackHash }: PreparedFeedback["feedback"], file: unknown, client: string): void {
  const text = feedbackURI.startsWith(URI_PREFIX) ? decoded(feedbackURI.slice(URI_PREFIX.length)) : null;
  const isFile =
    text !== null &&
    keccak256(text.hex) === feedbackHash &&
    canonicalHash(asSent(text.value)) === canonicalHash(asSent(file)) &&
    memberOf(file, "clientAddress") === client;
  if (!isFile) throw new UntrustedError("The feedback's file is not the one that its transaction names.");
}

function decoded(base64: string): { value: unknown; hex: string } | null {
  try {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const hex = `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
    return { value: JSON.parse(new TextDecoder().decode(bytes)), hex };
  } catch {
    return null;
  }
}
