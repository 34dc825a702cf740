import { formatUsdc } from "../../../functions/src/domain/money";
import type { TaskMetadata } from "../../../functions/src/domain/task/metadata";
import { anonymousViewer } from "../../../functions/src/domain/task/status";
import { taskView } from "../../../functions/src/application/views/task";
import { termsHash } from "../../../functions/src/domain/task/terms";
import { VARIANTS } from "../../../functions/src/domain/workflow/variants";
import { GENESIS, POSTER, STRANGER, TREASURY, WORKER } from "../../setup/tasks/histories";
import { taskIn } from "../../domain/task/lives";

const ESCROWS = { human: TREASURY, "agent-fast": STRANGER };
const metadata: TaskMetadata = { title: "Sort stones", description: "By colour", category: "data", tags: ["stones"] };
const RECORD = { interestCount: 2, rulingReason: null, answer: null };
const view = (task = taskIn("APPROVED"), given: TaskMetadata | null = metadata) =>
  taskView({ ...RECORD, task, metadata: given }, ESCROWS, anonymousViewer(GENESIS * 1000));

describe("happy", () => {
  it("says in the interface's words what the chain says", () => {
    expect(view()).toMatchObject({
      taskId: "7",
      contract: "human",
      contractAddress: TREASURY,
      state: "APPROVED",
      title: "Sort stones",
      industry: null,
      tags: ["stones"],
      poster: POSTER,
      worker: WORKER,
      rewardUsdc: "10.000001",
      stakeUsdc: formatUsdc(1_000_001n),
      interestCount: 2,
      changeRounds: 0,
      buyerRatedWorker: true,
      workerRatedPoster: false,
      workflowStatus: "approved_rate_to_claim",
      chainBlock: 4,
      createdAt: new Date((GENESIS + 2) * 1000).toISOString(),
      _nextAction: { actor: "worker", endpoint: "/agentRateAndClaimStake" },
    });
    expect(Object.keys(view().txHashes)).toEqual(["create", "start", "submit", "approve"]);
    expect(view().history?.map(({ step }) => step)).toEqual(["create", "start", "submit", "approve"]);
    expect(view().history?.map(({ txHash }) => txHash)).toEqual(Object.values(view().txHashes));
    expect(view().deadlines).toMatchObject({ rateBy: new Date((GENESIS + 6_000) * 1000).toISOString(), ruleBy: null });
  });

  it("D15: shows the windows, the change rounds and what each side gets when somebody misses a deadline", () => {
    const task = taskIn("FUNDED");
    const { terms } = view(task);
    expect(terms).toMatchObject({
      windows: VARIANTS.human.defaultWindows,
      maxChangeRounds: 2,
      platformFeeBps: 250,
      arbiter: task.arbiter,
      termsHash: termsHash(task),
    });
    expect(
      terms.onSilence.map(({ deadline, silent, posterGetsUsdc, workerGetsUsdc }) => [
        deadline,
        silent,
        posterGetsUsdc,
        workerGetsUsdc,
      ]),
    ).toEqual([
      ["openUntil", "worker", "10.000001", "0"],
      ["workBy", "worker", "11.000002", "0"],
      ["resubmitBy", "worker", "10.500002", "0.5"],
      ["reviewBy", "poster", "0", "10.750002"],
      ["contestBy", "worker", "10.000001", "1.000001"],
      ["ruleBy", "arbiter", "5.000001", "6.000001"],
      ["rateBy", "worker", "0", "1.000001"],
    ]);
    expect(terms.onSilence.every(({ outcome }) => outcome.length > 10)).toBe(true);
  });

  it("shows metadata that never came as missing", () => {
    expect(view(taskIn("FUNDED"), null)).toMatchObject({
      title: null,
      description: null,
      category: null,
      tags: [],
      worker: null,
    });
  });

  it("is JSON as it stands", () => {
    expect(JSON.parse(JSON.stringify(view()))).toEqual(view());
  });
});

describe("security", () => {
  it("M4: has the fields of the interface and no others, whatever else is in the records", () => {
    const more = { privateDetails: "canary", submission: { text: "canary" }, salt: "canary" };
    const task = { ...taskIn("RESOLVED"), ...more };
    const shown = taskView({ ...RECORD, task, metadata: { ...metadata, ...more }, ...more }, ESCROWS, {
      ...anonymousViewer(0),
      ...more,
    });
    expect(JSON.stringify(shown)).not.toContain("canary");
    expect(Object.keys(shown).sort()).toEqual(
      (
        "_nextAction acceptance buyerRatedWorker category chainBlock changeRounds contract contractAddress " +
        "country createdAt deadlines description feedback history industry interestCount metadataHash mode " +
        "poster posterUsually ratings reservedFor rewardUsdc ruling stakeUsdc state tags taskId terms title " +
        "txHashes updatedAt worker workerRatedPoster workflowStatus"
      ).split(" "),
    );
  });
});
