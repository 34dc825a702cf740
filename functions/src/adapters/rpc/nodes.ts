import { setTimeout as sleep } from "node:timers/promises";
import type { Hex } from "../../domain/keccak";
import { ChainUnavailable, NodesDisagree } from "../../ports/chain";
import type { Log } from "../../ports/log";
import { Hedge } from "./hedge";
import { asText, field, hexBytes, hexNumber } from "./json";
import { Node, NodeFault, RpcError, type RpcCall } from "./node";
import { race, type Question } from "./race";

export { RpcError, type RpcCall } from "./node";

export interface NodesOptions {
  /** In the order of preference. They may hold API keys: never logged whole. */
  urls: readonly string[];
  chainId: number;
  /** Milliseconds that one node may take for one batch. */
  timeoutMs: number;
  /** How many nodes must agree before something is granted or taken. */
  quorum?: 1 | 2;
  log: Log;
  fetch?: typeof fetch;
  nowMs?: () => number;
}

interface Asked {
  signal?: AbortSignal | undefined;
}

interface Sameness<T> {
  /** What must be equal of two answers; all of it by default. */
  sameness?: (answer: T) => string;
}

interface Reasons {
  /** Whether the bytes of a revert are used, and not only that the call reverts. */
  reasons?: boolean;
}

/** What nodes that agree said, in the order in which they came. */
export type Camp<T> = readonly [T, ...T[]];

/** How many times one node's limit a call may take in all. */
const PATIENCE = 2;
/** Seconds that the blocks of two nodes may be apart before a third is asked; what is final moves on in leaps. */
const MAX_LAG_SECONDS = { latest: 5, finalized: 900 };

/**
 * Several JSON-RPC nodes of one chain as one.
 *
 * - `askAgreed`, `askAt` and `askSeen` give what `quorum` nodes say in the same words: for all that grants, takes or shows
 *   something.
 * - `ask` believes the first node that answers: for what is only a hint.
 * - `broadcast` tells them all.
 *
 * Nodes that failed lately are asked last. Every call ends within twice one node's time limit; where that is not enough,
 * or nodes that must agree don't, it throws `ChainUnavailable`, and the caller leaves things as they are.
 */
export class Nodes {
  readonly quorum: 1 | 2;
  private readonly nodes: readonly Node[];
  private readonly hedge: Hedge;
  private readonly nowMs: () => number;

  constructor(private readonly options: NodesOptions) {
    const { urls, chainId, timeoutMs, log } = options;
    this.quorum = options.quorum ?? 1;
    this.nowMs = options.nowMs ?? (() => performance.now());
    this.hedge = new Hedge(timeoutMs);
    this.nodes = urls.map(
      (url, at) =>
        new Node({ url, place: at + 1, chainId, timeoutMs, log, fetch: options.fetch ?? fetch, nowMs: this.nowMs }),
    );
  }

  /** Milliseconds after which any call has ended. */
  get patienceMs(): number {
    return PATIENCE * this.options.timeoutMs;
  }

  /**
   * The results of one batch from one node, in the calls' order.
   * @param accept whether an answer ends the search, or another node may know more
   */
  async ask<T>(
    calls: readonly RpcCall[],
    read: Read<T>,
    { signal, accept = () => true }: Asked & { accept?: (answer: T) => boolean } = {},
  ): Promise<T> {
    const answer = await this.race({
      calls,
      signal,
      width: 1,
      parse: withReverts(read),
      decide: (answers: readonly Answer<T>[]) => answers.find((one) => "reverted" in one || accept(one.value)),
      end: ([first], faults) => first ?? unavailable(faults),
    });
    return valueOf(answer);
  }

  /**
   * What a quorum of nodes says of something that is the same at every block: a receipt, a block of a given number, the
   * logs of a range whose end is asked for as well. Throws `NodesDisagree` where enough answer and no two say the same.
   */
  async askAgreed<T>(
    calls: readonly RpcCall[],
    read: Read<T>,
    { signal, sameness = asText }: Asked & Sameness<T> = {},
  ): Promise<Camp<T>> {
    return valuesOf(await this.agreed(calls, withReverts(read), keyOf(sameness), { signal }));
  }

  /**
   * What a quorum of nodes says of something that each of them sees at its own time, such as a receipt; `read` gives null
   * where a node has not. No answers where too few have it yet, or too few say the same.
   */
  async askSeen<T>(
    calls: readonly RpcCall[],
    read: Read<T | null>,
    { signal, sameness = asText }: Asked & Sameness<T> = {},
  ): Promise<readonly T[]> {
    // A node that lags behind has nothing yet; another may.
    if (this.quorum === 1) return seen([await this.ask(calls, read, { signal, accept: (answer) => answer !== null })]);
    try {
      const bySight = (answer: T | null) => (answer === null ? "none" : `seen ${sameness(answer)}`);
      return seen(await this.askAgreed(calls, read, { signal, sameness: bySight }));
    } catch (error) {
      if (error instanceof NodesDisagree) return [];
      throw error;
    }
  }

  /**
   * What a quorum of nodes says at one block, the newest that so many of them have. `calls` takes the block to ask at.
   *
   * That a call reverts is agreed on whatever bytes the nodes tell, as some leave them out. With `reasons`, one more node
   * is asked if fewer than a quorum tell the same bytes; if no other one is left, `RpcError.isAgreed` is false, and if
   * they contradict each other it throws `NodesDisagree`.
   */
  async askAt<T>(
    calls: (block: string) => readonly RpcCall[],
    read: Read<T>,
    { signal, sameness = asText, reasons = false }: Asked & Sameness<T> & Reasons = {},
  ): Promise<Camp<T>> {
    if (this.quorum === 1) return [await this.ask(calls("latest"), read, { signal })];
    const block = quantity(await this.height("latest", { signal }));
    // The block is asked for before and after: if it is the same, what is between was asked at it.
    const batch = [blockCall(block), ...calls(block), blockCall(block)];
    const parse = (results: unknown[]) => {
      const hash = hashOf(results[0]);
      if (hashOf(results.at(-1)) !== hash) throw new NodeFault("changed its chain while it was read", null);
      return { hash, answer: withReverts(read)(results.slice(1, -1)) };
    };
    const key = ({ hash, answer }: { hash: Hex; answer: Answer<T> }) => `${hash} ${keyOf(sameness)(answer)}`;
    const answersOf = (camp: readonly { answer: Answer<T> }[]) => camp.map(({ answer }) => answer);
    const isEnough = (camp: readonly { answer: Answer<T> }[]) => {
      const { told, agreed } = reasonsOf(answersOf(camp), this.quorum);
      return !reasons || told.length === 0 || agreed !== undefined;
    };
    const camp = answersOf(await this.agreed(batch, parse, key, { signal, isEnough })) as unknown as Camp<Answer<T>>;
    return valuesOf(reasons ? withReason(camp, this.quorum) : camp);
  }

  /** The highest block that a quorum of nodes has reached. */
  height(tag: "latest" | "finalized", { signal }: Asked = {}): Promise<bigint> {
    return this.race({
      calls: [blockCall(tag)],
      signal,
      width: this.quorum,
      parse: ([block]) => ({
        number: hexNumber(field(block, "number")),
        time: Number(hexNumber(field(block, "timestamp"))),
      }),
      decide: (seen) => {
        const [first, last] = [highest(seen)[0], highest(seen)[this.quorum - 1]];
        // One of two lags, or lies; a third shows which.
        const isTold = first && last && (first.time - last.time <= MAX_LAG_SECONDS[tag] || seen.length > this.quorum);
        return isTold ? last.number : undefined;
      },
      end: (seen, faults) => highest(seen)[this.quorum - 1]?.number ?? unavailable(this.tooFew(seen.length, faults)),
    });
  }

  /** The hashes of the canonical blocks of these numbers, as a quorum of nodes has them; null where it has none yet. */
  async hashesOf(numbers: readonly bigint[]): Promise<readonly (Hex | null)[]> {
    if (numbers.length === 0) return [];
    const calls = numbers.map((number) => blockCall(quantity(number)));
    const read = (blocks: unknown[]) => blocks.map((block) => (block === null ? null : hashOf(block)));
    const [hashes] = await this.askAgreed(calls, read);
    return hashes;
  }

  /** Sends a signed transaction to every node, as one alone may keep it to itself. Throws `ChainUnavailable` where none takes it. */
  async broadcast(signedTransaction: Hex): Promise<void> {
    const call = { method: "eth_sendRawTransaction", params: [signedTransaction] };
    const faults: string[] = [];
    const { signal } = new AbortController();
    let taken = 0;
    const sent = this.nodes.map((node) => ({
      trusted: node.trusted,
      done: node
        .ask([call], () => undefined, signal)
        .then(
          () => (taken += 1),
          (fault: unknown) => faults.push(`node ${node.place}: ${fault instanceof Error ? fault.message : "failed"}`),
        ),
    }));
    const trusted = sent.filter((one) => one.trusted);
    const likely = Promise.all((trusted.length > 0 ? trusted : sent).map(({ done }) => done));
    const isTaken = new Promise<void>((resolve) =>
      sent.forEach(({ done }) => void done.then(() => taken > 0 && resolve())),
    );
    // Those that hang are not waited for once the others have spoken; they may take it all the same.
    const pause = () => sleep(this.hedge.delayMs, undefined, { ref: false });
    const enough = isTaken.then(() => Promise.race([likely, pause()]));
    await Promise.race([Promise.all(sent.map(({ done }) => done)), enough, likely.then(pause)]);
    if (taken === 0) unavailable(faults.join("; "));
  }

  /** @param isEnough false to ask one more node, if there is one, although enough say the same */
  private agreed<T>(
    calls: readonly RpcCall[],
    parse: Read<T>,
    key: (answer: T) => string,
    { signal, isEnough = () => true }: Asked & { isEnough?: (camp: readonly T[]) => boolean },
  ): Promise<Camp<T>> {
    const campOf = (answers: readonly T[]) =>
      answers
        .map((answer) => answers.filter((one) => key(one) === key(answer)))
        .find((camp) => camp.length >= this.quorum) as Camp<T> | undefined;
    return this.race<T, Camp<T>>({
      calls,
      signal,
      width: this.quorum,
      parse,
      decide: (answers) => {
        const camp = campOf(answers);
        return camp && isEnough(camp) ? camp : undefined;
      },
      end: (answers, faults) => {
        const camp = campOf(answers);
        if (camp) return camp;
        if (answers.length >= this.quorum) throw new NodesDisagree();
        return unavailable(this.tooFew(answers.length, faults));
      },
    });
  }

  private tooFew(answered: number, faults: string): string {
    return this.quorum === 1 ? faults : `${answered} of the ${this.quorum} that must agree answered; ${faults}`;
  }

  private race<T, R>(question: Question<T, R>): Promise<R> {
    const trusted = this.nodes.filter((node) => node.trusted);
    const others = this.nodes.filter((node) => !node.trusted);
    if (trusted.length > 0) for (const node of others) void node.probe();
    const { timeoutMs } = this.options;
    return race(question, {
      nodes: [...trusted, ...others],
      hedge: this.hedge,
      timeoutMs,
      patienceMs: this.patienceMs,
      nowMs: this.nowMs,
    });
  }
}

type Read<T> = (results: unknown[]) => T;
type Answer<T> = { readonly value: T } | { readonly reverted: RpcError };

/** A call that reverts is an answer, too: the next node would say the same. */
function withReverts<T>(read: Read<T>): Read<Answer<T>> {
  return (results) => {
    const reverted = results.find((result) => result instanceof RpcError);
    return reverted ? { reverted } : { value: read(results) };
  };
}

/** What must be equal of two answers; of reverts, only that they are. */
function keyOf<T>(sameness: (value: T) => string): (answer: Answer<T>) => string {
  return (answer) => ("reverted" in answer ? "reverted" : `value ${sameness(answer.value)}`);
}

/** The reverts whose bytes nodes tell, and the one that a quorum tells. */
function reasonsOf<T>(camp: readonly Answer<T>[], quorum: number): { told: RpcError[]; agreed: RpcError | undefined } {
  const told = camp.flatMap((answer) =>
    "reverted" in answer && answer.reverted.data !== "0x" ? [answer.reverted] : [],
  );
  return { told, agreed: told.find(({ data }) => told.filter((one) => one.data === data).length >= quorum) };
}

/** The revert with the reason that nodes agree on, or that one tells and none contradicts. */
function withReason<T>(camp: Camp<Answer<T>>, quorum: number): Camp<Answer<T>> {
  const { told, agreed } = reasonsOf(camp, quorum);
  const [first, other] = told;
  if (agreed) return [{ reverted: agreed }];
  if (other) throw new NodesDisagree();
  return first ? [{ reverted: new RpcError(first.rpcCode, first.message, first.data, false) }] : camp;
}

function valueOf<T>(answer: Answer<T>): T {
  if ("reverted" in answer) throw answer.reverted;
  return answer.value;
}

function valuesOf<T>([first, ...rest]: Camp<Answer<T>>): Camp<T> {
  return [valueOf(first), ...rest.map(valueOf)];
}

function seen<T>(answers: readonly (T | null)[]): T[] {
  return answers.filter((answer) => answer !== null);
}

function highest<T extends { number: bigint }>(seen: readonly T[]): T[] {
  return [...seen].sort((a, b) => (a.number === b.number ? 0 : a.number < b.number ? 1 : -1));
}

function blockCall(block: string): RpcCall {
  return { method: "eth_getBlockByNumber", params: [block, false] };
}

function hashOf(block: unknown): Hex {
  return hexBytes(field(block, "hash"));
}

function quantity(number: bigint): Hex {
  return `0x${number.toString(16)}`;
}

function unavailable(reason: string): never {
  throw new ChainUnavailable(reason);
}
