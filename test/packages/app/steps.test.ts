import { EDGES, type EdgeId } from "../../../functions/src/domain/workflow/edges";
import type { Service, Task } from "../../../packages/app/src/api";
import { ACTIONS, onceOnly } from "../../../packages/app/src/lib/actions";
import { addedUsdc, lackOf, outputOf, shareOf } from "../../../packages/app/src/lib/given";
import {
  draftFor,
  EMPTY_DRAFT,
  faultsOf,
  suggestedStake,
  TEMPLATES,
  summaryOf,
  taskOf,
} from "../../../packages/app/src/lib/draft";
import { offersFor, STEPS } from "../../../packages/app/src/lib/offers";
import { amountOf } from "../../../packages/app/src/lib/units";
import { presentOf } from "../../../packages/app/src/lib/results";
import { standingFor, watchedBy } from "../../../packages/app/src/lib/standing";

const POSTER = "0x00000000000000000000000000000000000000A1";
const WORKER = "0x00000000000000000000000000000000000000B2";
const STRANGER = "0x00000000000000000000000000000000000000C3";
const NOW = Date.UTC(2026, 0, 31);
const JUDGE = "0x00000000000000000000000000000000000000E5";
const ARBITER = "0x00000000000000000000000000000000000000D4";
const WALLETS = { poster: POSTER, worker: WORKER, arbiter: ARBITER, outsider: STRANGER, anyone: STRANGER } as const;

const next = (action: string, actor = "client") =>
  ({ actor, action, endpoint: "", method: "POST", reason: "" }) as never;
const task = (changes: Partial<Task>) =>
  ({
    poster: POSTER,
    worker: changes.state === undefined ? null : WORKER,
    reservedFor: null,
    state: "FUNDED",
    mode: "instant",
    workflowStatus: "open",
    changeRounds: 0,
    rewardUsdc: "20",
    stakeUsdc: "2",
    terms: { maxChangeRounds: 1, arbiter: ARBITER, platformFeeBps: 0, judge: null, windows: { rate: 14 * 86_400 } },
    deadlines: {},
    ratings: { ofWorker: null, ofPoster: null },
    _nextAction: next("wait"),
    ...changes,
  }) as Task;
/** What a wallet is offered, what is due in front. */
function offered(wallet: string, changes: Partial<Task>): string[] {
  const { due, others } = offersFor(task(changes), wallet.toLowerCase(), NOW);
  return [due ? `${due.id}!` : "", ...others.map(({ id }) => id)].filter((id) => id !== "");
}

describe("what a wallet can do with a task", () => {
  const ready = { workflowStatus: "ready_to_stake", _nextAction: next("start") } as const;
  const selection = { mode: "selection" } as const;
  const asked = { state: "CHANGES_REQUESTED", workflowStatus: "changes_requested", changeRounds: 1 } as const;
  const answered = { ...asked, workflowStatus: "resubmitted_awaiting_anchor" } as const;
  const judged = { state: "SUBMITTED", terms: { ...task({}).terms, maxChangeRounds: 0, judge: JUDGE } } as const;
  const rateBy = (ms: number) => ({ rateBy: new Date(NOW + ms).toISOString() }) as Task["deadlines"];
  const settled = { ...judged, state: "APPROVED", deadlines: rateBy(0), _nextAction: null } as const;
  it.each<[string, string, Partial<Task>, string[]]>([
    ["an open task's poster", POSTER, {}, ["raise", "cancel"]],
    ["a poster whose hire waits", POSTER, { ...selection, _nextAction: next("hire") }, ["hire!", "raise", "cancel"]],
    ["anyone at an instant task", STRANGER, ready, ["stake!"]],
    ["anyone at a task with selection", STRANGER, { ...selection, _nextAction: next("interest") }, ["interest!"]],
    ["anyone at a task for another", STRANGER, { ...selection, reservedFor: WORKER }, []],
    ["who is interested", STRANGER, { ...selection, workflowStatus: "interest_pending" }, ["withdraw"]],
    ["who was selected", STRANGER, { ...selection, ...ready }, ["stake!", "withdraw"]],
    ["who was declined", STRANGER, { ...selection, workflowStatus: "interest_rejected" }, []],
    ["the worker who started", WORKER, { state: "STARTED", _nextAction: next("submit") }, ["submit!"]],
    [
      "the poster of submitted work",
      POSTER,
      { state: "SUBMITTED", _nextAction: next("approve") },
      ["approve!", "changes", "reject"],
    ],
    [
      "the poster without change rounds",
      POSTER,
      { state: "SUBMITTED", changeRounds: 1, _nextAction: next("approve") },
      ["approve!", "reject"],
    ],
    ["the worker asked for changes", WORKER, { ...asked, _nextAction: next("resubmit") }, ["resubmit!"]],
    ["the worker who answered", WORKER, { ...answered, _nextAction: next("anchorResubmission") }, ["anchor!"]],
    [
      "the poster of an answer that is signed",
      POSTER,
      { ...answered, _nextAction: next("approveDuringChanges") },
      ["approve!", "anchor", "reject"],
    ],
    ["the rejected worker", WORKER, { state: "REJECTED", _nextAction: next("contest") }, ["contest!", "concede"]],
    ["the poster of a dispute", POSTER, { state: "DISPUTED", _nextAction: next("answer") }, ["answer!"]],
    ["who has answered", POSTER, { state: "DISPUTED" }, []],
    ["the arbiter", ARBITER, { state: "DISPUTED", _nextAction: next("rule") }, ["rule!"]],
    ["the approved worker", WORKER, { state: "APPROVED", _nextAction: next("rateAndClaim") }, ["rate!"]],
    ["the judge of submitted work", JUDGE, { ...judged, _nextAction: next("approveByJudge", "judge") }, ["verdict!"]],
    ["the judge before the work", JUDGE, { ...judged, state: "STARTED", _nextAction: next("submit") }, []],
    ["a stranger at judged work", STRANGER, { ...judged, _nextAction: next("approve", "poster") }, []],
    ["the poster of judged work", POSTER, settled, ["rateWork"]],
    ["the worker then", WORKER, settled, ["ratePoster"]],
    ["who has rated it", POSTER, { ...settled, ratings: { ofWorker: 5, ofPoster: null } }, []],
    ["the poster after the time to rate", POSTER, { ...settled, deadlines: rateBy(-1) }, []],
    ["the judge after its verdict", JUDGE, settled, []],
    ["the worker of a settled task", WORKER, { state: "APPROVED", _nextAction: null }, []],
    ["who has a credit", WORKER, { state: "APPROVED", _nextAction: next("withdraw") }, ["credit!"]],
    ["a stranger at a started task", STRANGER, { state: "STARTED" }, []],
  ])("%s", (_who, wallet, changes, expected) => expect(offered(wallet, changes)).toEqual(expected));

  it.each(EDGES.map(({ id }) => id))(
    "UI20: offers the step %s to the wallet that can take it, by one button",
    (id: EdgeId) => {
      const row = EDGES.find((edge) => edge.id === id);
      const step = STEPS[id];
      if (!row?.from) return expect(step).toEqual({ page: "/app/post" });
      const isLate = row.when === "afterDeadline";
      const status = {
        selection: "ready_to_stake",
        resubmission: "resubmitted_awaiting_anchor",
        changeRound: "open",
        verdict: "open",
      } as const;
      const changes: Partial<Task> = {
        state: row.from,
        ...(row.from === "FUNDED" && { worker: null }),
        workflowStatus: "needs" in row ? status[row.needs] : "open",
        ...(id === "approveByJudge" && { terms: { ...task({}).terms, judge: STRANGER } }),
        _nextAction: next(id, isLate ? "anyone" : "client"),
      };
      const { due, others } = offersFor(task(changes), WALLETS[row.who], NOW);
      expect([due, ...others]).toContain(step);
      if (isLate) expect(due).toBe(step);
      return undefined;
    },
  );

  it("lets anyone end what has passed its deadline, and its party still do what has none", () => {
    const late = { state: "SUBMITTED", _nextAction: next("release", "anyone") } as const;
    expect([offered(STRANGER, late), offered(POSTER, late)]).toEqual([["timeout!"], ["timeout!", "approve"]]);
  });

  it("says where a task is for each party in the place of the next step, in the present", () => {
    const present = (wallet: string, changes: Partial<Task>) =>
      presentOf(task(changes), wallet, () => "Anna")?.text ?? null;
    expect(present(POSTER, {})).toBe("Waiting for somebody to take it.");
    expect(present(POSTER, { state: "STARTED", _nextAction: next("submit") })).toBe("Anna is working on it.");
    const asked = { state: "CHANGES_REQUESTED", _nextAction: next("resubmit") } as const;
    expect(present(POSTER, asked)).toBe("Anna is changing the work.");
    expect(present(WORKER, { state: "SUBMITTED" })).toBe("Waiting for the poster's decision.");
    const approved = { state: "APPROVED", _nextAction: next("rateAndClaim") } as const;
    expect(present(WORKER, approved)).toBeNull();
    expect(present(WORKER, { ...approved, _nextAction: null })).toBe("Your stake of 2.00 USDC is back.");
    expect(present(STRANGER, {})).toBeNull();
    // What has passed its deadline is not waited for.
    expect(present(POSTER, { state: "STARTED", _nextAction: next("expireWork", "anyone") })).toBeNull();
  });

  it("tells before the start and beside the rating the same of the stake: when it is back, and how; nothing else repeats it", () => {
    const deadlines = { rateBy: "2026-02-14T12:00:00Z" } as Task["deadlines"];
    const approved = task({ state: "APPROVED", deadlines, _nextAction: next("rateAndClaim") });
    const says = (later: string) =>
      `Rate the poster, and your stake of 2.00 USDC comes back. After ${later} you can take it back without a rating.`;
    expect(ACTIONS.stake.means(task({}))).toContain(says("14 days"));
    expect(presentOf(approved, WORKER, () => "Anna")).toBeNull();
    expect(standingFor(approved, WORKER)).toBe(
      "You were paid 20.00 USDC. Your stake of 2.00 USDC is still in the escrow.",
    );
    expect(ACTIONS.rate.means(approved)).toContain(says("14 Feb 2026"));
  });

  it("speaks of a charge only where a step costs its wallet something", () => {
    expect(
      [ACTIONS.stake, ACTIONS.submit, ACTIONS.resubmit, ACTIONS.approve].map((action) => onceOnly(action)),
    ).toEqual([
      "You will not be charged twice.",
      "Your work is not sent twice.",
      "Your work is not sent twice.",
      "The step is not done twice.",
    ]);
  });

  it("decides on no work that was not read", () => {
    const needing = Object.values(ACTIONS).filter((action) => "needsWork" in action && action.needsWork);
    expect(needing.map(({ id }) => id)).toEqual(["approve", "verdict", "reject", "changes", "rule"]);
  });

  it("says what a ruling and a higher reward come to while they are typed", () => {
    const { rule, raise } = ACTIONS;
    expect(rule.preview(task({}), { share: "33.33" })).toBe("The worker gets 8.666 USDC, the poster 13.334 USDC.");
    expect(rule.preview(task({}), { share: "0", forfeit: "yes" })).toBe(
      "The worker gets 0.00 USDC, the poster 22.00 USDC.",
    );
    expect([rule.preview(task({}), { share: "101" }), rule.preview(task({}), {})]).toEqual([null, null]);
    expect(raise.preview(task({}), { rewardUsdc: "25.5" })).toBe("You add 5.50 USDC.");
    expect(raise.preview(task({}), { rewardUsdc: "1" })).toBe("The reward cannot be less than 20.00 USDC.");
    expect([shareOf("12.34"), shareOf("100"), shareOf("100.01"), shareOf("1e2"), shareOf("")]).toEqual([
      1234,
      10_000,
      null,
      null,
      null,
    ]);
  });

  it("names the price of cancelling on the button, for the pace of the task", () => {
    const button = (contract: Task["contract"]) => ACTIONS.cancel.button(task({ contract, rewardUsdc: "6" }));
    expect([button("human"), button("agent-fast")]).toEqual([
      "Cancel: 1.00 USDC fee, 5.00 comes back",
      "Cancel: 0.50 USDC fee, 5.50 comes back",
    ]);
  });

  it("says how much is missing before a wallet pays", () => {
    expect([lackOf("2", "2"), lackOf("1.5", "2.000001")]).toEqual([
      null,
      "Your wallet has 1.50 USDC: 0.500001 too little. Send USDC to it, then come back.",
    ]);
    const adds = (rewardUsdc: string) => ACTIONS.raise.takes(task({}), { rewardUsdc });
    expect([adds("25.5"), adds("20"), adds("1"), adds("x"), addedUsdc(task({}), {})]).toEqual([
      "5.5",
      null,
      null,
      null,
      null,
    ]);
    expect(ACTIONS.stake.takes(task({}))).toBe("2");
  });

  it("says of a task without a stake, and of a judge, only what is true", () => {
    const free = task({ stakeUsdc: "0", title: "Add" });
    const { stake, submit, contest, concede, reject, verdict } = ACTIONS;
    const said = [stake, submit, contest, concede, reject].flatMap((action) => [
      action.means(free),
      action.asks(free, "Anna"),
    ]);
    expect(said.filter((text) => /[^o] stake/.test(text))).toEqual([]);
    expect([stake.button(free), stake.button(task({}))]).toEqual(["Start", "Stake and start"]);
    expect(submit.means(task({ terms: { ...task({}).terms, judge: JUDGE } }))).toContain(
      "the task's judge and the arbiter can read",
    );
    expect(verdict.means(free)).toMatch(
      /pays 20.00 USDC, the poster's money, to the worker at once.* You cannot reject/,
    );
  });

  it("takes work as data only as an object or an array", () => {
    expect([outputOf(""), outputOf('{"a":1}'), outputOf("[1]")]).toEqual([null, { a: 1 }, [1]]);
    for (const text of ["{", "1", '"text"', "null"]) expect(() => outputOf(text)).toThrow("not a JSON object or array");
  });
});

describe("where a task is", () => {
  const submitted = { state: "SUBMITTED", _nextAction: next("approve", "poster") } as const;
  const approved = { state: "APPROVED", _nextAction: next("rateAndClaim", "worker") } as const;
  it.each<[string, string | null, Partial<Task>, string]>([
    [
      "the poster after posting",
      POSTER,
      { mode: "selection", interestCount: 0, _nextAction: next("select") },
      "Your task is posted. Workers register their interest, and you select one.",
    ],
    ["the worker after submitting", WORKER, submitted, "Your work is in. If the poster stays silent, you are paid."],
    ["the poster then", POSTER, submitted, "The work is in. Read it, then approve it, reject it, or ask for changes."],
    [
      "the judge then",
      JUDGE,
      { ...submitted, terms: { ...task({}).terms, judge: JUDGE } },
      "The work is in, and you are its judge. Read it, and approve it if it is right; otherwise the poster decides.",
    ],
    [
      "the worker of a task without a stake",
      WORKER,
      { state: "STARTED", stakeUsdc: "0", _nextAction: next("submit", "worker") },
      "You have started. Do the work and submit it in time.",
    ],
    ["a visitor without a wallet", null, submitted, "The work is in; the poster decides on it."],
    [
      "the poster after approving",
      POSTER,
      approved,
      "You paid 20.00 USDC. You owe nothing more; the stake goes back to the worker.",
    ],
    ["the worker then", WORKER, approved, "You were paid 20.00 USDC. Your stake of 2.00 USDC is still in the escrow."],
    [
      "the worker in the end",
      WORKER,
      { ...approved, _nextAction: null },
      "You were paid 20.00 USDC. This task is over; the escrow holds nothing for it.",
    ],
    [
      "the arbiter, without names of calls",
      ARBITER,
      { state: "DISPUTED", _nextAction: next("rule", "arbiter") },
      "The worker contests the rejection. Read the case below, then rule on it.",
    ],
    [
      "all, when no worker came",
      STRANGER,
      { state: "EXPIRED", worker: null, _nextAction: null },
      "No worker started in time; the reward went back to the poster. This task is over; the escrow holds nothing for it.",
    ],
  ])("is said to %s in their own words", (_, wallet, changes, said) => {
    expect(standingFor(task(changes), wallet)).toBe(said);
  });
});

describe("a deadline says whose it is, and what for", () => {
  const until = "2026-02-03T12:00:00Z";
  it.each<[string | null, Task["state"] | undefined, string | null]>([
    [WORKER, "STARTED", "You have … to deliver."],
    [POSTER, "STARTED", "The worker has … to deliver."],
    [null, "SUBMITTED", "The poster has … to decide."],
    [ARBITER, "DISPUTED", "You have … to rule."],
    [WORKER, "APPROVED", "You have … to rate."],
    [POSTER, "APPROVED", null],
    [STRANGER, undefined, "null …. Whoever takes it has 3 days."],
  ])("to %s, of a task that is %s", (wallet, state, said) => {
    const terms = { ...task({}).terms, windows: { work: 3 * 86_400 } } as Task["terms"];
    const _nextAction = { deadline: until } as Task["_nextAction"];
    const watched = watchedBy(task({ ...(state && { state }), terms, _nextAction }), wallet);
    expect(watched && `${watched.who} …${watched.what}`).toBe(said);
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

  it("has what finished work must be, and hires the worker of a service", () => {
    expect(taskOf({ ...draft, criteria: " a \n\nb", schema: '{"type":"object"}' })).toMatchObject({
      acceptance: { criteria: ["a", "b"], outputSchema: { type: "object" } },
    });
    expect(faultsOf({ ...draft, schema: "[]" })).toEqual({ schema: "It is not a JSON object." });
    const service = { id: "svc_1", wallet: WORKER, title: "T".repeat(130), category: "design", priceUsdc: "30" };
    const hired = { ...draft, ...draftFor({ ...service, turnaroundSeconds: 5_400 } as Service) };
    expect(taskOf(hired)).toMatchObject({
      title: "T".repeat(120),
      worker: WORKER,
      mode: "selection",
      rewardUsdc: "30",
      windows: { work: 7_200 },
    });
  });

  it("says what it costs and how long each step has", () => {
    expect(summaryOf({ ...draft, workHours: "36" })).toEqual({
      rewardUsdc: "20",
      stakeUsdc: "2",
      openSeconds: 2_592_000,
      openFor: "30 days",
      workFor: "1 day 12 hours",
      reviewFor: "7 days",
    });
    expect(summaryOf(EMPTY_DRAFT)).toBeNull();
  });

  it("takes no template as it is: each blank is named beside its field", () => {
    const faults = TEMPLATES.map((template) => faultsOf({ ...draft, ...template.draft }));
    expect(faults).toEqual([
      { description: "Replace (link) with your own words." },
      {
        title: "Replace (language) with your own words.",
        description: "Replace (link) and (language) with your own words.",
      },
      {
        title: "Replace (what) with your own words.",
        description: "Replace (how many) and (what) with your own words.",
      },
    ]);
    expect(faultsOf({ ...draft, description: "Of 1 (one) page (my own)." })).toEqual({});
    expect(faultsOf({ ...draft, title: "Read (Link)", criteria: "Names (what)" })).toEqual({
      title: "Replace (Link) with your own words.",
      criteria: "Replace (what) with your own words.",
    });
  });

  it("takes a comma for cents, and none that could mean thousands", () => {
    expect(taskOf({ ...draft, rewardUsdc: "2,50", stakeUsdc: "0,5" })).toMatchObject({
      rewardUsdc: "2.50",
      stakeUsdc: "0.5",
    });
    expect([amountOf(" 12,5 "), amountOf("2.5"), amountOf("20")]).toEqual(["12.5", "2.5", "20"]);
    expect(Object.keys(faultsOf({ ...draft, rewardUsdc: "1,200" }))).toEqual(["rewardUsdc"]);
  });

  it("says what is wrong before anything is sent", () => {
    expect(faultsOf(draft)).toEqual({});
    expect(Object.keys(faultsOf(EMPTY_DRAFT))).toEqual(["title", "description", "rewardUsdc"]);
    expect(faultsOf({ ...draft, rewardUsdc: "1" })).toEqual({
      rewardUsdc: "It must be more than 1.00 USDC, the cancel fee.",
    });
    expect(faultsOf({ ...draft, stakeUsdc: "11" })).toEqual({
      stakeUsdc: "It must be between 0.20 and 10.00 USDC, or 0 where you select the worker.",
    });
    expect(Object.keys(faultsOf({ ...draft, workHours: "0.1" }))).toEqual(["workHours"]);
    expect(Object.keys(faultsOf({ ...draft, rewardUsdc: "1e3" }))).toEqual(["rewardUsdc"]);
  });
});
