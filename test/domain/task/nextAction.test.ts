import type { Address } from "../../../functions/src/domain/address";
import type { Interest } from "../../../functions/src/domain/interest";
import { nextAction } from "../../../functions/src/domain/task/nextAction";
import { anonymousViewer, type Viewer } from "../../../functions/src/domain/task/status";
import { standingOf, type Task } from "../../../functions/src/domain/task/task";
import { EDGES, edge, type EdgeId } from "../../../functions/src/domain/workflow/edges";
import { STATES, type State } from "../../../functions/src/domain/workflow/states";
import { isPossible } from "../../../functions/src/domain/workflow/walk";
import { ENDPOINTS } from "../../../functions/src/endpoints/all";
import { ENVELOPE_FIELDS } from "../../../functions/src/domain/messages/signedRequest";
import { violations } from "../../../functions/src/schema/validate";
import { BETTER_WORK, GENESIS, KEY, POSTER, STRANGER, WORKER } from "../../setup/tasks/histories";
import { taskIn } from "./lives";

const ON_TIME = GENESIS * 1000;
const LATE = (GENESIS + 1_000_000) * 1000;
const viewer = (changes: Partial<Viewer> = {}): Viewer => ({ ...anonymousViewer(ON_TIME), ...changes });
const interest = (status: Interest["status"]): Interest => ({
  ...KEY,
  worker: STRANGER,
  message: null,
  status,
  voucher: status === "approved" ? { deadline: GENESIS + 9, signature: "0x01" } : null,
  createdAt: ON_TIME,
  decidedAt: null,
});
const open = (Object.keys(STATES) as State[]).filter((state) => STATES[state] !== null);
const isStep = (action: string): action is EdgeId => EDGES.some(({ id }) => id === action);

describe("happy", () => {
  it.each([
    ["STARTED", "worker", "submit", "/agentSubmitWork", "The reward and the stake go to the poster."],
    ["SUBMITTED", "poster", "approve", "/agentDecide", "The reward and the stake go to the worker."],
    [
      "CHANGES_REQUESTED",
      "worker",
      "resubmit",
      "/agentSubmitWork",
      "The reward goes back to the poster; each side gets half of the stake.",
    ],
    [
      "APPROVED",
      "worker",
      "rateAndClaim",
      "/agentRateAndClaimStake",
      "The stake goes back to the worker, without a rating.",
    ],
    [
      "REJECTED",
      "worker",
      "contest",
      "/agentSubmitWork",
      "The reward goes back to the poster, the stake to the worker.",
    ],
    [
      "DISPUTED",
      "client",
      "wait",
      "/mkt/dispute",
      "The reward is halved between both; the stake goes back to the worker.",
    ],
  ] as const)("in %s the %s is to %s with %s, or: %s", (state, actor, action, endpoint, onSilence) => {
    const deadline = new Date(standingOf(taskIn(state)).deadline * 1000).toISOString();
    expect(nextAction(taskIn(state), viewer({ wallet: WORKER }))).toMatchObject({
      actor,
      action,
      endpoint,
      onSilence,
      deadline,
    });
  });

  it.each([
    ["FUNDED", "expireOpen", "/agentCancelTask", "expire"],
    ["STARTED", "expireWork", "/agentCancelTask", "expire"],
    ["SUBMITTED", "release", "/agentDecide", "release"],
    ["CHANGES_REQUESTED", "expireChanges", "/agentCancelTask", "expire"],
    ["APPROVED", "claim", "/agentRateAndClaimStake", "claim"],
    ["REJECTED", "finalizeRejection", "/agentSubmitWork", "concede"],
    ["DISPUTED", "ruleByDefault", "/agentDecide", "ruleByDefault"],
  ] as const)("after the deadline of %s anyone can %s with %s", (state, action, endpoint, step) => {
    const next = nextAction(taskIn(state), viewer({ wallet: STRANGER, nowMs: LATE }));
    expect(next).toMatchObject({
      actor: "anyone",
      action,
      endpoint,
      method: "POST",
      body: { contract: "human", taskId: "7", action: step },
    });
    expect(next).not.toHaveProperty("deadline");
  });

  it("leads a worker from the interest to the stake", () => {
    const task = taskIn("FUNDED", { mode: "selection" });
    const next = (known: Interest | null) => nextAction(task, viewer({ wallet: STRANGER, interest: known }));
    expect(next(null)).toMatchObject({ actor: "worker", endpoint: "/mkt/interest" });
    expect(next(interest("pending"))).toMatchObject({
      actor: "poster",
      endpoint: "/mkt/interest/resolve",
      body: { worker: STRANGER },
    });
    expect(next(interest("approved"))).toMatchObject({ actor: "worker", endpoint: "/agentStakeAndConfirm" });
    expect(next({ ...interest("approved"), voucher: null })).toMatchObject({
      actor: "poster",
      endpoint: "/mkt/interest/resolve",
    });
    expect(next(interest("rejected"))).toMatchObject({ actor: "client", endpoint: "/mkt/tasks", method: "GET" });
    expect(nextAction(taskIn("FUNDED"), viewer({ wallet: STRANGER }))).toMatchObject({
      actor: "worker",
      action: "start",
    });
  });

  it("leads a poster to the interested, or to wait", () => {
    expect(nextAction(taskIn("FUNDED", { mode: "selection" }), viewer({ wallet: POSTER }))).toMatchObject({
      actor: "poster",
      action: "select",
    });
    expect(nextAction(taskIn("FUNDED"), viewer({ wallet: POSTER }))).toMatchObject({ actor: "client", action: "wait" });
  });

  it("D14: asks the poster to judge new work before it is anchored, and the worker to anchor it in time", () => {
    const resubmission = {
      round: 1,
      submissionHash: BETTER_WORK,
      deadline: GENESIS + 9_999,
      signature: "0x01",
    } as const;
    const task = taskIn("CHANGES_REQUESTED");
    const next = (wallet: Address | null) => nextAction(task, viewer({ wallet, resubmission }));
    expect(next(POSTER)).toMatchObject({ actor: "poster", action: "approveDuringChanges" });
    const resubmitBy = new Date((task.deadlines.resubmitBy ?? 0) * 1000).toISOString();
    for (const wallet of [WORKER, STRANGER, null]) {
      expect(next(wallet)).toMatchObject({
        actor: "worker",
        action: "anchorResubmission",
        body: { action: "anchor" },
        deadline: resubmitBy,
      });
    }
  });

  it("has nothing to say once a task is settled", () => {
    const settled = (Object.keys(STATES) as State[])
      .filter((state) => STATES[state] === null)
      .map((state) => taskIn(state));
    for (const task of [...settled, taskIn("APPROVED", { settled: true })])
      expect(nextAction(task, viewer())).toBeNull();
  });
});

describe("I6: a body and what to add to it", () => {
  const endpoints = new Map(
    Object.values(ENDPOINTS)
      .flat()
      .filter(({ method }) => method === "POST")
      .map((each) => [each.path, each]),
  );
  /** Values of every field that a caller fills in. */
  const FILLED: Readonly<Record<string, unknown>> = {
    ...{ wallet: WORKER, worker: STRANGER, decision: "approve", rating: 5, comment: "Good.", text: "Done." },
    ...{ workerShareBps: 5_000, forfeitStake: false, reason: "It meets half of them." },
  };
  const viewers = [null, POSTER, WORKER, STRANGER].flatMap((wallet) =>
    [null, "pending", "approved"].map((status) =>
      viewer({ wallet, interest: status && wallet === STRANGER ? interest(status as Interest["status"]) : null }),
    ),
  );

  it("are a complete request of the call that it names", () => {
    const seen = new Set<string>();
    for (const state of open) {
      for (const mode of ["instant", "selection"] as const) {
        for (const of of viewers.flatMap((one) => [one, { ...one, nowMs: LATE }])) {
          const next = nextAction(taskIn(state, { mode }), of);
          if (!next || next.method === "GET") continue;
          const { body = {}, add = [] } = next;
          const endpoint = endpoints.get(next.endpoint);
          if (!endpoint) throw new Error(`no call ${next.endpoint}`);
          seen.add(next.action);
          expect(add.filter((name) => name in body)).toEqual([]);
          const isSigned = endpoint.auth.kind === "signed";
          expect(ENVELOPE_FIELDS.filter((name) => add.includes(name))).toEqual(
            isSigned ? [...ENVELOPE_FIELDS] : ["wallet"],
          );
          const own = add.filter((name) => !isSigned || !(ENVELOPE_FIELDS as readonly string[]).includes(name));
          const whole = { ...body, ...Object.fromEntries(own.map((name) => [name, FILLED[name]])) };
          expect([next.action, violations(endpoint.input, whole)]).toEqual([next.action, []]);
        }
      }
    }
    expect(seen.size).toBeGreaterThan(15);
  });
});

describe("refusals", () => {
  it("H3: names no step that the contract would refuse its actor, in any open state, in time or late, for any wallet", () => {
    const resubmission = {
      round: 1,
      submissionHash: BETTER_WORK,
      deadline: GENESIS + 9_999_999,
      signature: "0x01",
    } as const;
    let steps = 0;
    for (const state of open) {
      for (const nowMs of [
        ON_TIME,
        standingOf(taskIn(state)).deadline * 1000,
        standingOf(taskIn(state)).deadline * 1000 + 1_000,
        LATE,
      ]) {
        for (const wallet of [null, POSTER, WORKER, STRANGER]) {
          for (const known of [null, resubmission]) {
            const task: Task = taskIn(state);
            const next = nextAction(task, viewer({ wallet, nowMs, resubmission: known }));
            if (!next || !isStep(next.action)) continue;
            steps += 1;
            const role = next.actor === "poster" ? "poster" : next.actor === "worker" ? "worker" : "stranger";
            expect([
              next.action,
              isPossible(edge(next.action), standingOf(task), role, Math.floor(nowMs / 1000), {
                selection: true,
                resubmission: known !== null,
              }),
            ]).toEqual([next.action, true]);
          }
        }
      }
    }
    expect(steps).toBeGreaterThan(100);
  });
});
