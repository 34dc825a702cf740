import type { Task } from "../../../packages/app/src/api";
import { actionsFor } from "../../../packages/app/src/lib/actions";
import { EMPTY_DRAFT, faultsOf, suggestedStake, summaryOf, taskOf } from "../../../packages/app/src/lib/draft";

const POSTER = "0x00000000000000000000000000000000000000A1";
const WORKER = "0x00000000000000000000000000000000000000B2";
const STRANGER = "0x00000000000000000000000000000000000000C3";

const task = (changes: Partial<Task>) =>
  ({
    poster: POSTER,
    worker: WORKER,
    state: "FUNDED",
    mode: "instant",
    workflowStatus: "open",
    changeRounds: 0,
    terms: { maxChangeRounds: 1 },
    _nextAction: null,
    ...changes,
  }) as Task;
const ids = (wallet: string, changes: Partial<Task>) =>
  actionsFor(task(changes), wallet.toLowerCase()).map(({ id }) => id);

describe("what a wallet can do with a task", () => {
  it.each<[string, string, Partial<Task>, string[]]>([
    ["an open task's poster", POSTER, {}, ["cancel"]],
    ["anyone at an instant task", STRANGER, {}, ["stake"]],
    ["anyone at a task with selection", STRANGER, { mode: "selection" }, ["interest"]],
    ["who is interested", STRANGER, { mode: "selection", workflowStatus: "interest_pending" }, ["withdraw"]],
    ["who was selected", STRANGER, { mode: "selection", workflowStatus: "ready_to_stake" }, ["stake"]],
    ["the worker who started", WORKER, { state: "STARTED" }, ["submit"]],
    ["the poster of submitted work", POSTER, { state: "SUBMITTED" }, ["approve", "changes", "reject"]],
    ["the poster without change rounds", POSTER, { state: "SUBMITTED", changeRounds: 1 }, ["approve", "reject"]],
    [
      "the worker asked for changes",
      WORKER,
      { state: "CHANGES_REQUESTED", workflowStatus: "changes_requested" },
      ["resubmit"],
    ],
    ["the rejected worker", WORKER, { state: "REJECTED" }, ["contest", "concede"]],
    ["the approved worker", WORKER, { state: "APPROVED", workflowStatus: "approved_rate_to_claim" }, ["rate"]],
    ["the worker of a settled task", WORKER, { state: "APPROVED", workflowStatus: "settled" }, []],
    ["a stranger at a started task", STRANGER, { state: "STARTED" }, []],
  ])("%s", (_who, wallet, changes, expected) => expect(ids(wallet, changes)).toEqual(expected));

  it("lets anyone end what has passed its deadline", () => {
    const next = { actor: "anyone", action: "release", endpoint: "/agentDecide", method: "POST", reason: "" } as const;
    expect(ids(STRANGER, { state: "SUBMITTED", _nextAction: { ...next, deadline: "2020-01-01T00:00:00Z" } })).toEqual([
      "timeout",
    ]);
  });

  it("decides on no work that was not read", () => {
    const actions = actionsFor(task({ state: "SUBMITTED" }), POSTER);
    expect(actions.filter(({ needsWork }) => needsWork).map(({ id }) => id)).toEqual(["approve", "reject"]);
  });
});

describe("a draft", () => {
  const draft = { ...EMPTY_DRAFT, title: " A title ", description: "Text", rewardUsdc: "20" };

  it("becomes a task, with a stake within the contract's bounds", () => {
    expect(taskOf({ ...draft, tags: "a, ,b", workHours: "2", privateDetails: " x " })).toEqual({
      title: "A title",
      description: "Text",
      category: "other",
      contract: "human",
      mode: "instant",
      rewardUsdc: "20",
      stakeUsdc: "2",
      tags: ["a", "b"],
      windows: { work: 7_200 },
      privateDetails: { text: "x" },
    });
    expect(suggestedStake({ ...draft, contract: "agent-fast", rewardUsdc: "0.6" })).toBe("0.1");
  });

  it("says what it costs and how long each step has", () => {
    expect(summaryOf({ ...draft, workHours: "36" })).toEqual({
      rewardUsdc: "20",
      stakeUsdc: "2",
      cancelFeeUsdc: "1",
      openFor: "30 days",
      workFor: "1 day 12 hours",
      reviewFor: "7 days",
    });
    expect(summaryOf(EMPTY_DRAFT)).toBeNull();
  });

  it("says what is wrong before anything is sent", () => {
    expect(faultsOf(draft)).toEqual({});
    expect(Object.keys(faultsOf(EMPTY_DRAFT))).toEqual(["title", "description", "rewardUsdc"]);
    expect(faultsOf({ ...draft, rewardUsdc: "1" })).toEqual({
      rewardUsdc: "It must be more than 1 USDC, the fee for cancelling.",
    });
    expect(faultsOf({ ...draft, stakeUsdc: "11" })).toEqual({ stakeUsdc: "It must be between 0.2 and 10 USDC." });
    expect(Object.keys(faultsOf({ ...draft, workHours: "0.1" }))).toEqual(["workHours"]);
    expect(Object.keys(faultsOf({ ...draft, rewardUsdc: "1e3" }))).toEqual(["rewardUsdc"]);
  });
});
