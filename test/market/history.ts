import { keccak256 } from "../../functions/src/domain/keccak";
import { taskName, type TaskKey } from "../../functions/src/domain/task/events";
import { formatUsdc } from "../../functions/src/domain/money";
import type { State } from "../../functions/src/domain/workflow/states";
import type { ContractName } from "../../functions/src/domain/workflow/variants";
import { Agent, requestIn, type Prepared, type Request } from "../setup/agent";
import type { Reply } from "../setup/paying/buyer";
import type { ChainTask } from "../setup/chain/escrow";
import { named } from "../setup/market";
import type { Cases } from "./cases";
import { ACCEPTANCE, HANDED_IN, type HandedIn, type Outputs } from "./outputs";
import { BUYERS, WORKERS, type Fair, type Somebody } from "./fair";
import { stepsNow, type StepName } from "./steps";

/** How somebody goes on after a step stands on the chain. */
export type Ending = "confirms" | "confirms twice" | "confirms late" | "confirms another's" | "dies";

/** One move as it was drawn; the state of the chain makes a step of it. */
export interface Draw {
  readonly offer: number;
  readonly worker: number;
  readonly pick: number;
  /** Whether to try any step at all, whatever the state. */
  readonly blind: boolean;
  readonly ending: Ending;
  /** The work's output. */
  readonly output: HandedIn;
  /** The arbiter's ruling. */
  readonly workerShareBps: number;
  readonly forfeitStake: boolean;
}

/** A buyer's place at the fair: the task that stands there, if any. */
export interface Offer {
  readonly buyer: Agent;
  readonly contract: ContractName;
  readonly mode: "instant" | "selection";
  /** Whether its work has to satisfy a schema. */
  readonly hasSchema: boolean;
  key: TaskKey | null;
}
export type Offered = Pick<Offer, "contract" | "mode" | "hasSchema">;

interface Sent {
  readonly by: Somebody;
  readonly path: string;
  readonly txHash: string;
}

interface Signed {
  readonly path: string;
  readonly body: Record<string, unknown>;
  /** Every answer that it got. */
  readonly answers: Set<string>;
}

type Confirmation = () => Promise<void>;

const OFFERED = {
  title: "Find the key",
  description: "It is somewhere.",
  category: "search",
  rewardUsdc: "2.000001",
  stakeUsdc: "0.200001",
};
const READS = new Set(["/mkt/task", "/agentGetPrivateDetails", "/mkt/dispute", "/mkt/messages/list"]);
/** What a worker may not do again at once: register after a withdrawal, or write without an answer. */
const LIMITED = new Set(["/mkt/interest", "/mkt/messages"]);
const PUBLIC = "Said to everybody.";
let texts = 0;
/** A text that must never be seen by the public, different each time. */
const canary = (kind: string) => `CANARY-${kind}-${++texts}`;

/** Two buyers and three workers who know nothing but the service's calls, for the length of one history. */
export class History {
  readonly offers: readonly Offer[];
  readonly keys = new Map<string, TaskKey>();
  readonly signed: Signed[] = [];
  /** What happened, to find out why a history fails. */
  readonly told: string[] = [];
  /** Every state that a task was found in. */
  readonly states = new Set<State>();
  /** Every step that the service or the chain took. */
  readonly taken = new Set<StepName>();
  /** Whether a worker answered a change request by signature. */
  hasAnswers = false;
  /** The block before the first step. */
  startBlock = 0n;
  /** Whether a reorg may have reached into it. */
  hasReorged = false;
  /** Whether a deadline was passed, so that a step can be undone that is older than any reorg. */
  hasLeapt = false;
  /** Whether two were at it at once, so that either may be asked to come again. */
  crowded = false;
  private readonly sent: Sent[] = [];
  private readonly late: Confirmation[] = [];
  private readonly workers: readonly Agent[];
  private readonly arbiter: Agent;

  constructor(
    readonly fair: Fair,
    terms: readonly Offered[],
    /** Of all histories: after a reorg a task's id may be that of another. */
    readonly cases: Cases,
    readonly outputs: Outputs,
  ) {
    const agent = (role: Somebody) => new Agent(fair.market, role);
    this.workers = WORKERS.map(agent);
    this.arbiter = agent("arbiter");
    this.offers = BUYERS.map((role, at) => ({
      buyer: agent(role),
      key: null,
      ...(terms[at] ?? { contract: "human", mode: "instant", hasSchema: false }),
    }));
  }

  async begin(): Promise<void> {
    await this.fair.refuseNoOne();
    this.startBlock = (await this.fair.market.stage.escrow.heads()).latest.number;
  }

  /** Takes these steps with the first offer, each confirmed. */
  async walk(steps: readonly StepName[], draw: Draw): Promise<void> {
    const [offer, worker] = [this.offers[0] as Offer, this.workers[0] as Agent];
    for (const step of steps) {
      this.told.push(`opening: ${step}`);
      for (const confirm of await this.does(step, { offer, worker, draw })) await confirm();
      await this.fair.market.followChain();
      const task = await this.standing(offer);
      if (task?.state) this.states.add(task.state);
    }
  }

  /** What the contract says of an offer's task; null where there is none, or none any more. */
  private async standing({ key, buyer }: Offer): Promise<ChainTask | null> {
    if (!key) return null;
    const found = await this.fair.market.stage.task(key);
    return found.state !== null && found.poster === buyer.wallet ? found : null;
  }

  /** Takes the chain's part of a step and gives what is left to confirm. */
  async take(draw: Draw): Promise<Confirmation[]> {
    const offer = this.offers[draw.offer] as Offer;
    const [task, now] = await Promise.all([this.standing(offer), this.fair.market.stage.now()]);
    if (task?.state) this.states.add(task.state);
    else offer.key = null;
    const steps = stepsNow(task, offer.mode, now, draw.blind);
    const step = offer.key ? (steps[draw.pick % steps.length] as StepName) : "create";
    const drawn = this.workers[draw.worker] as Agent;
    const worker = draw.blind ? drawn : (this.workers.find(({ wallet }) => wallet === task?.worker) ?? drawn);
    this.told.push(
      `${draw.offer} ${offer.key?.taskId ?? "-"} ${task?.state ?? "nothing"}: ${step} (${worker.role}), ${draw.ending}`,
    );
    return this.does(step, { offer, worker, draw });
  }

  /** Those who confirm late, at last. */
  latecomers(): Confirmation[] {
    return this.late.splice(0);
  }

  private async does(
    step: StepName,
    { offer, worker, draw }: { offer: Offer; worker: Agent; draw: Draw },
  ): Promise<Confirmation[]> {
    const { buyer, contract, mode, hasSchema } = offer;
    const { ending } = draw;
    const rating = 1 + (draw.pick % 5);
    // Whether USDC refuses what the worker is paid, so that it becomes a credit.
    const isRefused = draw.pick % 3 === 0;
    if (step === "create") {
      const hired = mode === "selection" && draw.pick % 2 === 0 && { worker: worker.wallet };
      const privateDetails = { text: canary("details"), links: [] };
      const acceptance = hasSchema && { acceptance: ACCEPTANCE };
      const asked = { contract, mode, ...hired, ...acceptance, ...OFFERED, privateDetails };
      const txHash = await this.send(buyer, "/agentCreateTaskSimple", asked);
      if (txHash) await this.notice(offer, txHash);
      return this.endings(ending, buyer, "/agentCreateTaskSimple", txHash, { contract });
    }
    const key = named(offer.key as TaskKey);
    const took = (txHash: string | null) => {
      if (txHash) this.taken.add(step);
      return txHash;
    };
    const onChain = async (agent: Agent, path: string, more: Record<string, unknown> = {}) =>
      this.endings(ending, agent, path, took(await this.send(agent, path, { ...key, ...more })), key);
    switch (step) {
      case "interest":
        await this.sign(worker, "/mkt/interest", { ...key, message: canary("message") }, ending);
        return [];
      case "withdraw": {
        const { status } = await this.sign(worker, "/mkt/interest", { ...key, action: "withdraw" }, ending);
        if (status === 200) this.taken.add(step);
        return [];
      }
      case "choose": {
        const body = { ...key, worker: worker.wallet, decision: "approve" };
        const { json, status } = await this.post("/mkt/sign/prepare", {
          endpoint: "/mkt/interest/resolve",
          wallet: buyer.wallet,
          body,
        });
        if (status !== 200) return [];
        const voucherSignature = await buyer.signTyped(json as unknown as Request);
        await this.sign(buyer, "/mkt/interest/resolve", { ...(json["request"] as object), voucherSignature }, ending);
        return [];
      }
      case "hire": {
        const path = "/agentCreateTaskSimple";
        const shown = await this.fair.market.get("/mkt/task", { id: key.taskId, contract, wallet: buyer.wallet });
        const next = shown.json["_nextAction"] as { action: string; body: Record<string, unknown> } | null;
        if (next?.action !== "hire") return [];
        const created = await this.call(buyer, path, next.body);
        if (created.status !== 200 || created.json["signatures"] === undefined) return [];
        const request = requestIn(created, "voucherSignature");
        const voucherSignature = await buyer.signTyped(request);
        const body = { ...next.body, voucherDeadline: request.deadline, voucherSignature };
        return this.confirmations(ending, async () => {
          if ((await this.call(buyer, path, body)).status === 200) this.taken.add(step);
        });
      }
      case "stake":
        return onChain(worker, "/agentStakeAndConfirm");
      case "fundMore": {
        const { rewardUsdcUnits } = await this.fair.market.stage.task(offer.key as TaskKey);
        return onChain(buyer, "/agentFundMore", { rewardUsdc: formatUsdc(rewardUsdcUnits + BigInt(rating)) });
      }
      case "cancel":
        return onChain(buyer, "/agentCancelTask");
      case "expire":
        return onChain(worker, "/agentCancelTask", { action: "expire" });
      case "submit": {
        const path = "/agentSubmitWork";
        const txHash = await this.sendPrepared(worker, path, await this.handIn(offer, worker, draw.output));
        return this.endings(ending, worker, path, txHash, key);
      }
      case "requestChanges": {
        const path = "/mkt/request-changes";
        const asked = await this.sign(buyer, path, { ...key, reason: canary("reason") }, "confirms");
        if (asked.json["code"] !== "request_changes_chain_step_required") return [];
        const { body } = asked.json["_nextAction"] as { body: { transaction: Prepared } };
        const { to, data } = body.transaction;
        const txHash = await this.fair.market.chain.send({ from: buyer.role, to, data });
        this.sent.push({ by: buyer.role as Somebody, path, txHash });
        return this.confirmations(
          ending,
          async () => void (await this.sign(buyer, path, { ...body, txHash }, "confirms")),
        );
      }
      case "resubmit": {
        if (draw.pick % 2 === 1) return this.resubmitSigned(offer, worker, draw);
        const prepared = await this.handIn(offer, worker, draw.output);
        if (prepared.status !== 200 || prepared.json["signatures"] === undefined) return [];
        const request = requestIn(prepared, "resubmissionSignature");
        const signed = {
          resubmissionDeadline: request.deadline,
          resubmissionSignature: await worker.signTyped(request),
        };
        this.hasAnswers = true;
        const body = { ...key, submissionHash: prepared.json["submissionHash"], ...signed };
        return this.confirmations(ending, async () => void (await this.call(worker, "/agentSubmitWork", body)));
      }
      case "anchor":
        return onChain(this.workers[draw.worker] as Agent, "/agentSubmitWork", { action: "anchor" });
      case "approve":
      case "reject": {
        const seen = await this.sign(buyer, "/mkt/task", key, "confirms");
        if (seen.status !== 200) return [];
        const { submissions } = seen.json as { submissions: { hash: string }[] };
        const submissionHash = submissions.at(-1)?.hash ?? `0x${"00".repeat(32)}`;
        const decision = { decision: step, submissionHash, rating, comment: PUBLIC };
        return this.fair.paying(isRefused && worker.role, () => onChain(buyer, "/agentDecide", decision));
      }
      case "release":
      case "ruleByDefault":
        return onChain(worker, "/agentDecide", { action: step });
      case "rateAndClaim":
        return this.fair.paying(isRefused && worker.role, () =>
          onChain(worker, "/agentRateAndClaimStake", { rating, comment: PUBLIC }),
        );
      case "claim":
        return this.fair.paying(isRefused && worker.role, () =>
          onChain(worker, "/agentRateAndClaimStake", { action: "claim" }),
        );
      case "takeCredit": {
        const path = "/agentWithdraw";
        return this.endings(ending, worker, path, took(await this.send(worker, path, { contract })), { contract });
      }
      case "contest":
        return onChain(worker, "/agentSubmitWork", { action: "contest", text: canary("evidence") });
      case "concede":
        return onChain(worker, "/agentSubmitWork", { action: "concede" });
      case "answer": {
        const path = "/mkt/dispute/answer";
        const { status, json } = await this.sign(buyer, path, { ...key, text: canary("answer") }, ending);
        if (status !== 200) return [];
        this.taken.add(step);
        this.cases.answered(offer.key as TaskKey, String(json["answerHash"]));
        return [];
      }
      case "rule": {
        const { workerShareBps, forfeitStake } = draw;
        const ruling = { workerShareBps, forfeitStake, reason: `Ruling ${++texts}.` };
        const prepared = await this.call(this.arbiter, "/agentRule", { ...key, ...ruling });
        if (prepared.status === 200) this.cases.prepared(ruling, prepared);
        const txHash = took(await this.sendPrepared(this.arbiter, "/agentRule", prepared));
        return this.endings(ending, this.arbiter, "/agentRule", txHash, key);
      }
      case "readCase": {
        const readers = [buyer, ...this.workers, this.arbiter, new Agent(this.fair.market, "stranger")];
        const read = (agent: Agent, path: string, more: object) =>
          this.sign(agent, path, { ...key, ...more }, "confirms");
        await this.cases.readBy(readers, offer.key as TaskKey, read, this.hasLeapt);
        return [];
      }
      case "message": {
        const author = [buyer, worker, this.arbiter][draw.pick % 3] as Agent;
        const text = canary("message");
        const body = { ...key, worker: worker.wallet, text };
        const { status } = await this.sign(author, "/mkt/messages", body, ending);
        if (status !== 200) return [];
        this.taken.add(step);
        this.cases.wrote(offer.key as TaskKey, worker.wallet, text);
        return [];
      }
      case "pry":
        await this.pry(key);
        return [];
    }
  }

  /** New work by /mkt/resubmit, whose sender signs the request as well; its output is checked as it is by /agentSubmitWork. */
  private async resubmitSigned(offer: Offer, worker: Agent, { output, ending }: Draw): Promise<Confirmation[]> {
    const key = offer.key as TaskKey;
    const [endpoint, text] = ["/mkt/resubmit", canary("work")];
    const work = { text, salt: keccak256(text), ...HANDED_IN[output] };
    const isRequired = await this.outputs.isRequired(key);
    const asked = { endpoint, wallet: worker.wallet, body: { ...named(key), ...work } };
    // It returns its caller's own text.
    const prepared = this.judge(endpoint, await this.fair.market.post("/mkt/sign/prepare", asked));
    if (prepared.status !== 200) {
      await this.outputs.prepared(output, { isRequired, wallet: worker.wallet, work }, prepared);
      return [];
    }
    const { typedData, request } = prepared.json as unknown as Pick<Request, "typedData"> & { request: object };
    const resubmissionSignature = await worker.signTyped({ field: "", deadline: 0, typedData });
    this.hasAnswers = true;
    const reply = await this.sign(worker, endpoint, { ...request, resubmissionSignature }, ending);
    await this.outputs.prepared(output, { isRequired, wallet: worker.wallet, work }, reply);
    return [];
  }

  /** F5: a wallet that never was a party reads nothing of what the parties tell each other. */
  private async pry(key: object): Promise<void> {
    const stranger = new Agent(this.fair.market, "stranger");
    for (const path of ["/mkt/task", "/agentGetPrivateDetails", "/mkt/dispute", "/mkt/messages/list"]) {
      const { text, status } = await this.sign(stranger, path, { ...key }, "confirms");
      if (status === 200 || text.includes("CANARY")) throw new Error(`F5: a stranger reads by ${path}: ${text}`);
    }
  }

  /** Prepares work that no one prepared before, with its output. */
  private async handIn(offer: Offer, worker: Agent, output: HandedIn): Promise<Reply> {
    const text = canary("work");
    const work = { text, salt: keccak256(text), ...HANDED_IN[output] };
    const key = offer.key as TaskKey;
    const isRequired = await this.outputs.isRequired(key);
    const reply = await this.call(worker, "/agentSubmitWork", { ...named(key), ...work });
    await this.outputs.prepared(output, { isRequired, wallet: worker.wallet, work }, reply);
    return reply;
  }

  private async send(agent: Agent, path: string, body: Record<string, unknown>): Promise<string | null> {
    return this.sendPrepared(agent, path, await this.call(agent, path, body));
  }

  private async sendPrepared(agent: Agent, path: string, prepared: Reply): Promise<string | null> {
    if (prepared.status !== 200) return null;
    const txHash = await agent.send(prepared);
    if (txHash) this.sent.push({ by: agent.role as Somebody, path, txHash });
    return txHash || null;
  }

  private endings(ending: Ending, agent: Agent, path: string, txHash: string | null, named: object): Confirmation[] {
    if (txHash === null) return [];
    if (ending === "confirms another's") return [() => this.confirmAnothers(agent, path, named)];
    return this.confirmations(ending, async () => void (await this.call(agent, path, { ...named, txHash })));
  }

  private confirmations(ending: Ending, confirm: Confirmation): Confirmation[] {
    if (ending === "confirms twice") return [confirm, confirm];
    if (ending === "confirms late") this.late.push(confirm);
    return ending === "confirms" ? [confirm] : [];
  }

  /** M1: a step is not confirmed by what somebody else did elsewhere. */
  private async confirmAnothers(agent: Agent, path: string, named: object): Promise<void> {
    const others = this.sent.find((sent) => sent.by !== agent.role && sent.path !== path);
    if (!others) return;
    const { status, text } = await this.call(agent, path, { ...named, txHash: others.txHash });
    if (status === 200)
      throw new Error(`M1: ${agent.role} confirmed ${path} with ${others.by}'s ${others.path}: ${text}`);
  }

  /** Which task a creation made, by the chain's word. */
  private async notice(offer: Offer, txHash: string): Promise<void> {
    const receipt = await this.fair.market.stage.escrow.receipt(txHash as `0x${string}`);
    const created = receipt?.events.find(({ name }) => name === "TaskCreated");
    if (!created) return;
    offer.key = { contract: created.contract, taskId: created.taskId };
    this.keys.set(taskName(created), offer.key);
  }

  /** A signed request, now and then sent twice at once. */
  private async sign(agent: Agent, path: string, own: Record<string, unknown>, ending: Ending): Promise<Reply> {
    const body = await this.fair.market.sign(path, agent.role, own);
    const replies = await Promise.all(
      Array.from({ length: ending === "confirms twice" ? 2 : 1 }, () => this.fair.market.post(path, body)),
    );
    for (const reply of replies) this.judge(path, reply);
    const answers = new Set(replies.filter(({ status }) => status === 200).map(({ text }) => text));
    if (answers.size > 0 && !READS.has(path)) this.signed.push({ path, body, answers });
    return replies.find(({ status }) => status === 200) ?? (replies[0] as Reply);
  }

  /** An open call: nothing private may be in its answer, no matter who asks. */
  private async call(agent: Agent, path: string, body: Record<string, unknown>): Promise<Reply> {
    return this.open(path, await agent.call(path, body));
  }

  private async post(path: string, body: Record<string, unknown>): Promise<Reply> {
    return this.open(path, await this.fair.market.post(path, body));
  }

  private open(path: string, reply: Reply): Reply {
    if (reply.text.includes("CANARY")) throw new Error(`F5: ${path} tells everybody ${reply.text}`);
    return this.judge(path, reply);
  }

  /** Whatever is asked in whatever order, the service answers or says why not. */
  private judge(path: string, reply: Reply): Reply {
    const { status, text } = reply;
    this.told.push(`    ${path} ${status} ${status === 200 ? "" : text}`);
    const refused =
      [400, 402, 403, 404, 409].includes(status) ||
      (status === 503 && this.crowded) ||
      (status === 429 && LIMITED.has(path));
    if (status !== 200 && !refused) throw new Error(`${path} answers ${text}`);
    return reply;
  }
}
