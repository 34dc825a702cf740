import type { Task } from "../../../packages/app/src/api";
import { ACTIONS } from "../../../packages/app/src/lib/actions";
import { isCutOff } from "../../../packages/app/src/lib/cutOff";
import { draftIn, draftName, keepDraft } from "../../../packages/app/src/lib/drafts";
import { judgement, ownWords } from "../../../packages/app/src/lib/given";
import { resultIn, resultOf } from "../../../packages/app/src/lib/results";
import { stagesOf, STEP_WORDS } from "../../../packages/app/src/lib/timeline";
import { ProblemError, RejectedError, UnavailableError } from "../../../packages/client/src/errors";
import { EDGES, type EdgeId } from "../../../functions/src/domain/workflow/edges";
import { STOCK_COMMENTS } from "../../../functions/src/domain/stockComments";

/** A browser's storage with room for some texts. */
function storage(room = Infinity) {
  const kept = new Map<string, string>();
  return {
    kept,
    get length() {
      return kept.size;
    },
    key: (at: number) => [...kept.keys()][at] ?? null,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => {
      if (kept.size >= room) throw new DOMException("full", "QuotaExceededError");
      kept.set(name, text);
    },
    removeItem: (name: string) => void kept.delete(name),
  };
}

const took = (...steps: EdgeId[]) =>
  steps.map((step, at) => ({ step, at: `2026-01-0${at + 1}T00:00:00.000Z`, txHash: `0x${at}` }));

describe("what is typed", () => {
  it("is kept by task and wallet, found again, and gone once it is sent", () => {
    const store = storage();
    const [own, other] = [draftName("0xA", "human 1 submit 0"), draftName("0xB", "human 1 submit 0")];
    expect(keepDraft(store, own, "My work", 1)).toBe(true);
    expect([draftIn(store, own), draftIn(store, other)]).toEqual(["My work", ""]);
    keepDraft(store, own, "", 2);
    expect([draftIn(store, own), store.kept.size]).toEqual(["", 0]);
  });

  it("is told to be unsaved where the browser has no room", () => {
    expect(keepDraft(storage(0), draftName("0xA", "x"), "text", 1)).toBe(false);
  });

  it("is bounded: of more than sixty drafts the oldest go, and nothing else does", () => {
    const store = storage();
    store.kept.set("mkt-own 0xA read human 1", "kept");
    for (let at = 0; at < 70; at++) keepDraft(store, draftName("0xA", `task ${at}`), "text", at);
    expect(store.kept.size).toBe(61);
    expect(draftIn(store, draftName("0xA", "task 9"))).toBe("");
    expect(draftIn(store, draftName("0xA", "task 10"))).toBe("text");
    expect(store.kept.get("mkt-own 0xA read human 1")).toBe("kept");
  });

  it.each(["{", "null", "5", '{"text":5}'])("takes nothing else from the storage: %s", (text) => {
    const store = storage();
    store.kept.set(draftName("0xA", "x"), text);
    expect(draftIn(store, draftName("0xA", "x"))).toBe("");
  });
});

it("knows a service that was not reached from a refusal", () => {
  const problem = (status: number) => new ProblemError(status, { code: "x", detail: "" } as never, null);
  const cut = [new UnavailableError("gone"), new TypeError("Failed to fetch"), problem(503), { status: null }];
  expect(cut.map(isCutOff)).toEqual([true, true, true, true]);
  const told = [problem(402), problem(409), new RejectedError(), new Error("x"), null];
  expect(told.map(isCutOff)).toEqual([false, false, false, false, false]);
});

describe("the line of a task", () => {
  const line = (state: string, ...steps: EdgeId[]) =>
    stagesOf({ state, history: took(...steps) } as never).map(
      ({ name, at, isNow }) => `${name}${at === null ? "" : "*"}${isNow ? "!" : ""}`,
    );

  it.each([
    ["FUNDED", ["create"], "Posted*! Taken Delivered Reviewed Paid"],
    ["STARTED", ["create", "start"], "Posted* Taken*! Delivered Reviewed Paid"],
    [
      "SUBMITTED",
      ["create", "start", "submit", "requestChanges", "resubmit"],
      "Posted* Taken* Delivered*! Reviewed Paid",
    ],
    [
      "APPROVED",
      ["create", "start", "submit", "approve", "rateAndClaim"],
      "Posted* Taken* Delivered* Reviewed* Paid*!",
    ],
    ["APPROVED", ["create", "start", "submit", "release"], "Posted* Taken* Delivered* Reviewed* Paid*!"],
    ["CANCELLED", ["create", "cancel"], "Posted* Cancelled*!"],
    ["EXPIRED", ["create", "start", "expireWork"], "Posted* Taken* Closed*!"],
    ["REJECTED", ["create", "start", "submit", "reject"], "Posted* Taken* Delivered* Rejected*! Settled"],
    ["REFUNDED", ["create", "start", "submit", "reject", "concede"], "Posted* Taken* Delivered* Rejected* Refunded*!"],
    [
      "DISPUTED",
      ["create", "start", "submit", "reject", "contest"],
      "Posted* Taken* Delivered* Rejected* Contested*! Settled",
    ],
    [
      "RESOLVED",
      ["create", "start", "submit", "reject", "contest", "rule"],
      "Posted* Taken* Delivered* Rejected* Contested* Ruled*!",
    ],
  ] as [string, EdgeId[], string][])("%s after %j", (state, steps, expected) =>
    expect(line(state, ...steps).join(" ")).toBe(expected),
  );

  it("says every step of the workflow in words", () => {
    expect(Object.keys(STEP_WORDS).sort()).toEqual(EDGES.map(({ id }) => id).sort());
  });
});

describe("a step's result", () => {
  const before = {
    contract: "human",
    taskId: "7",
    title: "A summary",
    poster: "0xP",
    worker: "0xW",
    rewardUsdc: "8",
    stakeUsdc: "0.8",
    state: "SUBMITTED",
    terms: { platformFeeBps: 0, arbiter: "0xR" },
    history: took("create", "start", "submit"),
    _nextAction: null,
  } as unknown as Task;
  const after = { ...before, state: "APPROVED", history: took("create", "start", "submit", "approve") } as Task;

  it("says who was paid what, with its transaction; the head says where the task is", () => {
    const result = resultOf("approve", before, after, "Anna (0x6B8b…79C8)");
    expect(result).toEqual({
      done: "8.00 USDC paid to Anna (0x6B8b…79C8).",
      next: "",
      txHash: "0x3",
    });
    expect(resultIn(JSON.stringify(result))).toEqual(result);
  });

  it("names no transaction where none is new", () => {
    expect(resultOf("interest", before, before, "").txHash).toBeNull();
    expect(resultOf("interest", before, null, "")).toMatchObject({ next: "", txHash: null });
  });

  it.each(["{", "null", '{"done":1}'])("takes nothing else for one: %s", (text) => expect(resultIn(text)).toBeNull());

  it("has words for what the wallet is asked, with title, amount and who, of every step", () => {
    expect(ACTIONS.stake.asks(before, "Anna")).toBe("Stake 0.80 USDC on “A summary” of Anna.");
    expect(ACTIONS.approve.asks(before, "Anna")).toBe("Approve “A summary” and pay 8.00 USDC from escrow to Anna.");
    for (const { id, asks } of Object.values(ACTIONS))
      if (id !== "credit") expect(asks(before, "Anna")).toContain("“A summary”");
  });
});

it("supplies a comment where none is written, and keeps one that is", () => {
  expect(judgement({ rating: "5" }, STOCK_COMMENTS.approved)).toEqual({ rating: 5, comment: "Approved." });
  expect(judgement({ rating: "4", comment: "Good." }, STOCK_COMMENTS.approved)).toEqual({
    rating: 4,
    comment: "Good.",
  });
  // What was supplied is nobody's words.
  expect([ownWords("Approved."), ownWords("Paid."), ownWords("Good.")]).toEqual(["", "", "Good."]);
});
