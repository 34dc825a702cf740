import { ChainUnavailable } from "../../ports/chain";
import { NodeFault, type Node, type RpcCall } from "./node";

/** A question to several nodes. */
export interface Question<T, R> {
  calls: readonly RpcCall[];
  /** Reads one node's results; throws where the node talks nonsense. */
  parse: (results: unknown[]) => T;
  /** How many nodes are asked at once, and how many answers may be enough. */
  width: number;
  /** The result of the answers so far; undefined if one more node should be asked. */
  decide: (answers: readonly T[]) => R | undefined;
  /** The result once all answers are in; throws if they do not suffice. */
  end: (answers: readonly T[], faults: string) => R;
  signal?: AbortSignal | undefined;
}

export interface RaceOptions {
  /** In the order in which they are asked. */
  nodes: readonly Node[];
  hedge: Hedge;
  /** What one node may take, and all of them together. */
  timeoutMs: number;
  patienceMs: number;
  nowMs: () => number;
}

interface Runner {
  node: Node;
  startedAt: number;
  state: "running" | "answered" | "failed";
}

/**
 * Asks as few nodes as it takes, and waits for none that is slower than the others.
 *
 * The first `width` nodes are asked; one more for each that fails or whose answer does not decide, and one more after
 * each hedging delay. As soon as the answers decide, the rest is cancelled, and a node that was overtaken by one that was
 * asked later rests. Once there are `width` answers, nodes that are not trusted are not asked, and the others have one
 * more delay to speak up.
 */
export function race<T, R>(question: Question<T, R>, options: RaceOptions): Promise<R> {
  return new Promise((resolve, reject) => new Race(question, options, resolve, reject).start());
}

class Race<T, R> {
  private readonly answers: T[] = [];
  private readonly faults: string[] = [];
  private readonly runners: Runner[] = [];
  private readonly queue: Node[];
  private readonly cancel = new AbortController();
  private readonly startedAt: number;
  private timer: NodeJS.Timeout | undefined;
  private over = false;

  constructor(
    private readonly question: Question<T, R>,
    private readonly options: RaceOptions,
    private readonly resolve: (outcome: R) => void,
    private readonly reject: (error: unknown) => void,
  ) {
    this.queue = [...options.nodes];
    this.startedAt = options.nowMs();
  }

  start(): void {
    const { signal, width } = this.question;
    signal?.addEventListener("abort", this.giveUp, { once: true });
    if (signal?.aborted) return this.giveUp();
    while (this.running().length < width && this.next());
    this.arm();
  }

  private readonly giveUp = (): void =>
    this.finish(() => {
      throw new ChainUnavailable("the caller could not wait longer");
    });

  private running(): Runner[] {
    return this.runners.filter(({ state }) => state === "running");
  }

  private get isEnough(): boolean {
    return this.answers.length >= this.question.width;
  }

  /** Asks one more node; false where none is left to ask. */
  private next(): boolean {
    const at = this.isEnough ? this.queue.findIndex(({ trusted }) => trusted) : 0;
    const [node] = at < 0 ? [] : this.queue.splice(at, 1);
    if (!node) return false;
    const runner: Runner = { node, startedAt: this.options.nowMs(), state: "running" };
    this.runners.push(runner);
    node.ask(this.question.calls, this.question.parse, this.cancel.signal).then(
      (answer) => this.answered(runner, answer),
      (fault: unknown) => this.failed(runner, fault),
    );
    return true;
  }

  private answered(runner: Runner, answer: T): void {
    if (this.over) return;
    runner.state = "answered";
    this.options.hedge.answered(this.options.nowMs() - runner.startedAt);
    this.answers.push(answer);
    const outcome = this.question.decide(this.answers);
    if (outcome !== undefined) return this.finish(() => outcome);
    this.goOn();
  }

  private failed(runner: Runner, fault: unknown): void {
    if (this.over) return;
    runner.state = "failed";
    if (!(fault instanceof NodeFault))
      return this.finish(() => {
        throw fault;
      });
    this.faults.push(`node ${runner.node.place}: ${fault.message}`);
    this.goOn();
  }

  /** The next node replaces one that gave no answer. */
  private goOn(): void {
    const missing = Math.max(this.question.width - this.answers.length, 1);
    while (this.running().length < missing && this.next());
    if (this.running().length === 0) this.end();
    this.arm();
  }

  private arm(): void {
    clearTimeout(this.timer);
    if (this.over) return;
    const leftMs = this.startedAt + this.options.patienceMs - this.options.nowMs();
    this.timer = setTimeout(() => this.tick(), Math.min(this.options.hedge.delayMs, Math.max(leftMs, 0)));
  }

  private tick(): void {
    const { hedge, timeoutMs, patienceMs, nowMs } = this.options;
    const waited = nowMs() - this.startedAt;
    if (this.isEnough || waited >= patienceMs) return this.end();
    const isSick = this.running().some(({ node }) => !node.trusted) || waited >= timeoutMs / 2;
    if (this.queue.length > 0 && (isSick || hedge.take())) this.next();
    this.arm();
  }

  /** All answers are in, or the wait is over. */
  private end(): void {
    const late = this.running().map(({ node }) => `node ${node.place}: no answer yet`);
    this.finish(() => this.question.end(this.answers, [...this.faults, ...late].sort().join("; ")), true);
  }

  private finish(outcome: () => R, isLate = false): void {
    if (this.over) return;
    this.over = true;
    clearTimeout(this.timer);
    this.question.signal?.removeEventListener("abort", this.giveUp);
    this.cancel.abort();
    const lastWinner = Math.max(
      ...this.runners.filter(({ state }) => state === "answered").map(({ startedAt }) => startedAt),
      -Infinity,
    );
    const now = this.options.nowMs();
    for (const { node, startedAt } of this.running()) {
      const isOvertaken = (isLate || startedAt <= lastWinner) && now - startedAt >= this.options.hedge.delayMs;
      if (isOvertaken) node.failed(new NodeFault("does not answer in time"));
    }
    try {
      this.resolve(outcome());
    } catch (error) {
      this.reject(error);
    }
  }
}

/** Answers whose times are remembered, and calls that may be hedged for one that was answered in time. */
const REMEMBERED = 50;
const HEDGES_PER_CALL = 0.1;
const MAX_HEDGES_SAVED = 10;
const MIN_HEDGE_MS = 300;

/**
 * When a second node is asked although the first may still answer: after the time in which 19 of 20 answers come.
 *
 * Healthy nodes that are all slow are not asked twice for long: of 100 calls, 10 are hedged.
 */
export class Hedge {
  private readonly times: number[] = [];
  private saved = MAX_HEDGES_SAVED;
  private readonly maxMs: number;

  /** @param timeoutMs what one node may take */
  constructor(timeoutMs: number) {
    this.maxMs = timeoutMs / 2;
  }

  /** Milliseconds without an answer after which the next node is asked. */
  get delayMs(): number {
    const slow = [...this.times].sort((a, b) => a - b)[Math.floor(this.times.length * 0.95)] ?? 0;
    return Math.min(Math.max(slow, MIN_HEDGE_MS), this.maxMs);
  }

  answered(ms: number): void {
    this.times.push(ms);
    if (this.times.length > REMEMBERED) this.times.shift();
    this.saved = Math.min(this.saved + HEDGES_PER_CALL, MAX_HEDGES_SAVED);
  }

  /** False where enough was hedged. */
  take(): boolean {
    if (this.saved < 1) return false;
    this.saved -= 1;
    return true;
  }
}
