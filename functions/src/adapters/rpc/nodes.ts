import { setTimeout as sleep } from "node:timers/promises";
import type { Hex } from "../../domain/keccak";
import { ChainUnavailable, NodesDisagree } from "../../ports/chain";
import type { Log } from "../../ports/log";
import { asText, blockCall, field, hexBytes, hexNumber, quantity, timeOf } from "./json";
import { Node, NodeFault, RpcError, type RpcCall } from "./node";
import { Hedge, race, type Question } from "./race";

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

interface Agreed<T> extends Asked {
  /** What must be equal of two answers; all of it by default. */
  sameness?: (answer: T) => string;
  /** Whether the bytes of a revert are used, and not only that the call reverts. */
  reasons?: boolean;
  /** How many nodes must agree, if not the usual number. */
  quorum?: 1 | 2;
}

interface AskedAt<T> extends Agreed<T> {
  /**
   * The number of a block that the answer must know. All calls are then asked at one numbered block, also where one node is
   * believed: `latest` may be another block for each call of a batch.
   */
  since?: bigint | undefined;
}

/** The limit of a whole call, as a multiple of one node's. */
const PATIENCE = 2;
/** Seconds that two nodes' blocks may differ before a third is asked. The finalized block advances in large steps. */
const MAX_LAG_SECONDS = { latest: 5, finalized: 900 };

/**
 * Several JSON-RPC nodes of one chain as one.
 *
 * - `askAgreed`, `askAt` and `askSeen` return what `quorum` nodes agree on: for everything that is granted, taken or
 *   shown.
 * - `ask` trusts the first node that answers: for hints only.
 * - `broadcast` sends to all of them.
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
      end: ([first], faults) => first ?? failUnavailable(faults),
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
    options: Omit<Agreed<T>, "reasons"> = {},
  ): Promise<Camp<T>> {
    return this.agreed(calls, (results) => ({ at: "", answer: withReverts(read)(results) }), options);
  }

  /**
   * What a quorum of nodes says about something that each node sees at a different time, such as a receipt; `read` returns
   * null if a node does not have it yet. No answers if too few nodes have it or too few agree.
   */
  async askSeen<T>(
    calls: readonly RpcCall[],
    read: Read<T | null>,
    { signal, sameness = asText, quorum = this.quorum }: Omit<Agreed<T>, "reasons"> = {},
  ): Promise<readonly T[]> {
    // A node that lags behind has nothing yet; another may.
    if (quorum === 1) return seen([await this.ask(calls, read, { signal, accept: (answer) => answer !== null })]);
    try {
      const bySight = (answer: T | null) => (answer === null ? "none" : `seen ${sameness(answer)}`);
      return seen(await this.askAgreed(calls, read, { signal, sameness: bySight, quorum }));
    } catch (error) {
      if (error instanceof NodesDisagree) return [];
      throw error;
    }
  }

  /**
   * What a quorum of nodes says at one block, the newest that so many of them have. `calls` takes the block to ask at.
   *
   * That a call reverts is agreed on without its bytes, which some nodes leave out. With `reasons`, one more node
   * is asked if fewer than a quorum tell the same bytes; if no other one is left, `RpcError.isAgreed` is false, and if
   * they contradict each other it throws `NodesDisagree`.
   */
  async askAt<T>(
    calls: (block: string) => readonly RpcCall[],
    read: Read<T>,
    { since, ...options }: AskedAt<T> = {},
  ): Promise<Camp<T>> {
    if (this.quorum === 1 && since === undefined)
      return [await this.ask(calls("latest"), read, { signal: options.signal })];
    const height = await this.height("latest", { signal: options.signal });
    if (since !== undefined && height < since) failUnavailable(`the nodes lack block ${since}`);
    const block = quantity(height);
    // The block is asked for before and after: if it is the same, what is between was asked at it.
    const batch = [blockCall(block), ...calls(block), blockCall(block)];
    const parse = (results: unknown[]) => {
      const at = hashOf(results[0]);
      if (hashOf(results.at(-1)) !== at) throw new NodeFault("changed its chain while it was read", null);
      return { at, answer: withReverts(read)(results.slice(1, -1)) };
    };
    return this.agreed(batch, parse, options);
  }

  /** The highest block that a quorum of nodes has reached. */
  height(tag: "latest" | "finalized", { signal }: Asked = {}): Promise<bigint> {
    return this.race({
      calls: [blockCall(tag)],
      signal,
      width: this.quorum,
      parse: ([block]) => ({
        number: hexNumber(field(block, "number")),
        time: timeOf(block),
      }),
      decide: (seen) => {
        const [first, last] = [highest(seen)[0], highest(seen)[this.quorum - 1]];
        // One of two lags, or lies; a third shows which.
        const isTold = first && last && (first.time - last.time <= MAX_LAG_SECONDS[tag] || seen.length > this.quorum);
        return isTold ? last.number : undefined;
      },
      end: (seen, faults) =>
        highest(seen)[this.quorum - 1]?.number ?? failUnavailable(this.tooFew(seen.length, faults)),
    });
  }

  /** The hashes of the canonical blocks of these numbers, as a quorum of nodes has them; null where it has none yet. */
  async hashesOf(numbers: readonly bigint[]): Promise<readonly (Hex | null)[]> {
    if (numbers.length === 0) return [];
    const calls = numbers.map((number) => blockCall(number));
    const read = (blocks: unknown[]) => blocks.map((block) => (block === null ? null : hashOf(block)));
    const [hashes] = await this.askAgreed(calls, read);
    return hashes;
  }

  /** Sends a signed transaction to every node, as one alone may keep it to itself. Throws `ChainUnavailable` where none takes it. */
  broadcast(signedTransaction: Hex): Promise<void> {
    return broadcastTo(this.nodes, signedTransaction, this.hedge);
  }

  private async agreed<T>(
    calls: readonly RpcCall[],
    parse: Read<Told<T>>,
    { signal, sameness = asText, reasons = false, quorum = this.quorum }: Agreed<T>,
  ): Promise<Camp<T>> {
    const camp = await this.race<Told<T>, Camp<Answer<T>>>({
      calls,
      signal,
      width: quorum,
      parse,
      decide: (told) => {
        const camp = campOf(told, sameness, quorum);
        return camp && (!reasons || isCertain(camp, quorum)) ? camp : undefined;
      },
      end: (told, faults) => {
        const camp = campOf(told, sameness, quorum);
        if (camp) return camp;
        if (told.length >= quorum) throw new NodesDisagree();
        return failUnavailable(this.tooFew(told.length, faults, quorum));
      },
    });
    return valuesOf(reasons ? withReason(camp, quorum) : camp);
  }

  private tooFew(answered: number, faults: string, quorum = this.quorum): string {
    return quorum === 1 ? faults : `${answered} of the ${quorum} that must agree answered; ${faults}`;
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

function seen<T>(answers: readonly (T | null)[]): T[] {
  return answers.filter((answer) => answer !== null);
}

function highest<T extends { number: bigint }>(seen: readonly T[]): T[] {
  return [...seen].sort((a, b) => (a.number === b.number ? 0 : a.number < b.number ? 1 : -1));
}

function hashOf(block: unknown): Hex {
  return hexBytes(field(block, "hash"));
}

function failUnavailable(reason: string): never {
  throw new ChainUnavailable(reason);
}

type Read<T> = (results: unknown[]) => T;
type Answer<T> = { readonly value: T } | { readonly reverted: RpcError };

/** One node's answer, and the hash of the block it is about; empty where it does not depend on the block. */
interface Told<T> {
  readonly at: string;
  readonly answer: Answer<T>;
}

/** What nodes that agree said, in the order in which they came. */
export type Camp<T> = readonly [T, ...T[]];

/** A call that reverts is an answer, too: the next node would say the same. */
function withReverts<T>(read: Read<T>): Read<Answer<T>> {
  return (results) => {
    const reverted = results.find((result) => result instanceof RpcError);
    return reverted ? { reverted } : { value: read(results) };
  };
}

/** The first answers of which a quorum says the same; of reverts, only that they are. */
function campOf<T>(
  told: readonly Told<T>[],
  sameness: (value: T) => string,
  quorum: number,
): Camp<Answer<T>> | undefined {
  const groups = new Map<string, Answer<T>[]>();
  for (const { at, answer } of told) {
    const key = `${at} ${"reverted" in answer ? "reverted" : `value ${sameness(answer.value)}`}`;
    groups.set(key, [...(groups.get(key) ?? []), answer]);
  }
  return [...groups.values()].find(({ length }) => length >= quorum) as Camp<Answer<T>> | undefined;
}

/** The reverts whose bytes nodes returned, and one that a quorum returned. */
function reasonsOf<T>(camp: Camp<Answer<T>>, quorum: number): { told: RpcError[]; agreed: RpcError | undefined } {
  const told = camp.flatMap((answer) => ("reverted" in answer && answer.reverted.data !== "0x" ? answer.reverted : []));
  return { told, agreed: told.find(({ data }) => told.filter((one) => one.data === data).length >= quorum) };
}

/** Whether a quorum returned the same reason, or no node any: another node need not be asked. */
function isCertain<T>(camp: Camp<Answer<T>>, quorum: number): boolean {
  const { told, agreed } = reasonsOf(camp, quorum);
  return told.length === 0 || agreed !== undefined;
}

/** The revert with the reason that nodes agree on, or that one returned and none contradicts. */
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

/**
 * Sends a signed transaction to all these nodes. Those that hang are not waited for once the others have answered: they
 * may take it all the same. Throws `ChainUnavailable` if none takes it.
 */
async function broadcastTo(nodes: readonly Node[], signedTransaction: Hex, hedge: Hedge): Promise<void> {
  const call = { method: "eth_sendRawTransaction", params: [signedTransaction] };
  const faults: string[] = [];
  const { signal } = new AbortController();
  let taken = 0;
  const sent = nodes.map((node) => ({
    trusted: node.trusted,
    done: node
      .ask([call], () => undefined, signal)
      .then(
        () => (taken += 1),
        (fault: unknown) => faults.push(`node ${node.place}: ${fault instanceof Error ? fault.message : "failed"}`),
      ),
  }));
  const allOf = (some: typeof sent) => Promise.all(some.map(({ done }) => done));
  const trusted = sent.filter((one) => one.trusted);
  const likely = allOf(trusted.length > 0 ? trusted : sent);
  const isTaken = new Promise<void>((resolve) =>
    sent.forEach(({ done }) => void done.then(() => taken > 0 && resolve())),
  );
  const pause = () => sleep(hedge.delayMs, undefined, { ref: false });
  const enough = isTaken.then(() => Promise.race([likely, pause()]));
  await Promise.race([allOf(sent), enough, likely.then(pause)]);
  if (taken === 0) throw new ChainUnavailable(faults.join("; "));
}

/** The largest of what nodes that agree say differently, such as their own estimates. */
export function largest<T>(camp: Camp<T>, amountOf: (said: T) => bigint): bigint {
  const [first, ...rest] = camp.map(amountOf) as unknown as Camp<bigint>;
  return rest.reduce((most, next) => (next > most ? next : most), first);
}

/** The smallest of it. */
export function smallest<T>(camp: Camp<T>, amountOf: (said: T) => bigint): bigint {
  return -largest(camp, (said) => -amountOf(said));
}
