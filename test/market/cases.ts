import { formatUsdc } from "../../functions/src/domain/money";
import { taskName, type TaskKey } from "../../functions/src/domain/task/events";
import type { TaskRecord } from "../../functions/src/ports/tasks";
import { good, type Agent } from "../setup/agent";
import type { Reply } from "../setup/paying/buyer";
import { named } from "../setup/market";
import { standing, wholeLog } from "../setup/tasks/told";
import { EVERYBODY, type Fair, type Somebody } from "./fair";

interface Ruling {
  readonly workerShareBps: number;
  readonly forfeitStake: boolean;
  readonly reason: string;
}
type Read = (agent: Agent, path: string, more: object) => Promise<Reply>;

/** The disputes and messages of all histories: what was accepted, and who may read it. */
export class Cases {
  private readonly answers: { readonly task: string; readonly hash: string }[] = [];
  private readonly messages: { readonly task: string; readonly worker: string; readonly text: string }[] = [];
  private readonly rulings = new Map<string, Ruling & { readonly gets: readonly unknown[] }>();

  constructor(private readonly fair: Fair) {}

  answered(key: TaskKey, hash: string): void {
    this.answers.push({ task: taskName(key), hash });
  }

  wrote(key: TaskKey, worker: string, text: string): void {
    this.messages.push({ task: taskName(key), worker, text });
  }

  prepared(ruling: Ruling, { json }: Reply): void {
    this.rulings.set(String(json["rulingHash"]), {
      ...ruling,
      gets: [json["posterGetsUsdc"], json["workerGetsUsdc"]],
    });
  }

  /** R1, R2, TH6: at any moment no one but the parties reads a case or its messages, and the arbiter only of a dispute. */
  async readBy(readers: readonly Agent[], key: TaskKey, read: Read, hasLeapt: boolean): Promise<void> {
    const { stage } = this.fair.market;
    const before = await stage.task(key);
    const replies = await Promise.all(
      readers.map(async (agent) => [
        await read(agent, "/mkt/dispute", {}),
        await read(agent, "/mkt/messages/list", { worker: before.worker }),
      ]),
    );
    const moments = [before, await stage.task(key)];
    const isCase = moments.some(({ state }) => state === "DISPUTED" || state === "RESOLVED");
    for (const [at, agent] of readers.entries()) {
      const isParty = moments.some(({ poster, worker }) => poster === agent.wallet || worker === agent.wallet);
      if (isParty || (agent.role === "arbiter" && (isCase || hasLeapt))) continue;
      for (const { status, text } of replies[at] ?? []) {
        if (status === 200 && !text.includes("CANARY") && text.includes('"items":[]')) continue;
        if (status === 200 || text.includes("CANARY")) throw new Error(`R1: ${agent.role} reads a case: ${text}`);
      }
    }
  }

  /** What must hold when all is final: all three read the same, with what was accepted, and a stranger nothing. */
  async expectRest({ task }: TaskRecord, { hasReorged }: { readonly hasReorged: boolean }): Promise<void> {
    const { market } = this.fair;
    const roleOf = (wallet: string | null) => EVERYBODY.find((role) => market.address(role) === wallet) as Somebody;
    const [poster, worker] = [roleOf(task.poster), roleOf(task.worker)];
    const read = (role: Somebody, path = "/mkt/dispute", more = {}) =>
      market.call(path, role, { ...named(task), ...more });
    const others = EVERYBODY.filter((role) => ![poster, worker, "arbiter"].includes(role));
    const isCase = task.deadlines.ruleBy !== null;
    const curious = others[Number(task.taskId) % others.length] as Somebody;
    for (const role of isCase ? [curious] : [curious, "arbiter" as const]) {
      const { status, text } = await read(role);
      expect([role, status >= 400, text.includes("CANARY")]).toEqual([role, true, false]);
    }
    await this.expectMessages(task, read, poster, hasReorged);
    if (!isCase) return;
    const shown = await Promise.all(([poster, worker, "arbiter"] as const).map(async (role) => good(await read(role))));
    const [first, ...more] = shown.map(({ json }) => {
      const { role: _role, task: _task, ...texts } = json;
      return texts;
    });
    for (const texts of more) expect(texts).toEqual(first);
    expect(first?.["evidence"]).toMatchObject({
      hash: task.evidenceHash,
      content: { text: expect.any(String) as string },
    });
    const accepted = new Set(this.answers.filter((one) => one.task === taskName(task)).map(({ hash }) => hash));
    const answer = (first?.["answer"] as { hash: string } | null)?.hash ?? null;
    if (answer !== null) expect([...accepted]).toContain(answer);
    // R3: the first answer is the only one.
    if (!hasReorged) expect([...accepted]).toEqual(answer === null ? [] : [answer]);
    if (task.ruling && !task.ruling.byDefault) await this.expectRuling(task);
  }

  /** The log tells of each accepted answer and of each message, once, and of no other. */
  async expectTold(): Promise<void> {
    const told = standing(await wholeLog(this.fair.db)).flatMap(({ type, task, data }) => {
      if (!task) return [];
      if (type === "dispute.answered") return [`${type} ${taskName(task)} ${String(data["answerHash"])}`];
      return type === "message.posted" ? [`${type} ${taskName(task)} ${String(data["thread"])}`] : [];
    });
    const happened = [
      ...new Set(this.answers.map(({ task, hash }) => `dispute.answered ${task} ${hash}`)),
      ...this.messages.map(({ task, worker }) => `message.posted ${task} ${worker}`),
    ];
    expect(told.sort()).toEqual(happened.sort());
  }

  /** R4, R6: what was paid is what the arbiter was shown, by a formula of the test's own. */
  private async expectRuling(task: TaskRecord["task"]): Promise<void> {
    const { rewardUsdcUnits: reward, stakeUsdcUnits: stake } = task;
    const ruling = this.rulings.get(String(task.ruling?.rulingHash));
    if (!ruling) throw new Error(`R4: task ${taskName(task)} has a ruling that its arbiter never prepared`);
    const { workerShareBps, forfeitStake, reason, gets } = ruling;
    const share = (reward * BigInt(workerShareBps)) / 10_000n;
    const worker = formatUsdc(share + (forfeitStake ? 0n : stake));
    const poster = formatUsdc(reward - share + (forfeitStake ? stake : 0n));
    expect(gets).toEqual([poster, worker]);
    const { contract, taskId } = named(task);
    const { json } = good(await this.fair.market.get("/mkt/task", { contract, id: taskId }));
    expect(json["ruling"]).toMatchObject({
      workerShareBps,
      forfeitStake,
      byDefault: false,
      posterGotUsdc: poster,
      workerGotUsdc: worker,
      reason,
    });
  }

  /** Each accepted message is in its thread once, in order. */
  private async expectMessages(
    task: TaskRecord["task"],
    read: (role: Somebody, path: string, more: object) => Promise<Reply>,
    poster: Somebody,
    hasReorged: boolean,
  ): Promise<void> {
    const own = this.messages.filter((one) => one.task === taskName(task));
    if (hasReorged) return;
    for (const worker of new Set(own.map((one) => one.worker))) {
      const { json } = good(await read(poster, "/mkt/messages/list", { worker, limit: 100 }));
      const items = json["items"] as { text: string; number: number }[];
      const written = own.filter((one) => one.worker === worker).map(({ text }) => text);
      expect(items.map(({ text }) => text).sort()).toEqual(written.sort());
      expect(items.map(({ number }) => number)).toEqual(items.map((_, at) => items.length - at));
    }
  }

  /** R2, TH6: 30 days after its end the arbiter reads nothing of a case; its parties still do. */
  async expectForgotten(keys: Iterable<TaskKey>): Promise<void> {
    const { market } = this.fair;
    for (const key of keys) {
      const { state, poster } = await market.stage.task(key);
      if (state !== "RESOLVED") continue;
      for (const path of ["/mkt/dispute", "/mkt/messages/list", "/agentGetPrivateDetails"]) {
        const { text, json } = await market.call(path, "arbiter", named(key));
        expect([path, json["code"], text.includes("CANARY")]).toEqual([path, "forbidden_role", false]);
      }
      expect((await market.call("/mkt/task", "arbiter", named(key))).text).not.toContain("CANARY");
      const role = EVERYBODY.find((one) => market.address(one) === poster) as Somebody;
      expect(good(await market.call("/mkt/dispute", role, named(key))).text).toContain("CANARY");
    }
  }
}
