import { readFileSync } from "node:fs";
import { guide } from "../../packages/site/guide";
import { stepRows } from "../../functions/src/catalogue/workflow";
import { stateRows, statusMeanings, termRows } from "../../packages/site/states";
import { nextAction } from "../../functions/src/domain/task/nextAction";
import { anonymousViewer, workflowStatus, type Viewer } from "../../functions/src/domain/task/status";
import { EDGES } from "../../functions/src/domain/workflow/edges";
import { STATES } from "../../functions/src/domain/workflow/states";
import { ENDPOINTS } from "../../functions/src/endpoints/all";
import { BETTER_WORK, GENESIS, STRANGER } from "../setup/tasks/histories";
import { taskIn } from "../domain/task/lives";

const text = guide(ENDPOINTS, readFileSync("CHANGELOG.md", "utf8"));
const NOW = GENESIS * 1000;
const resubmission = {
  round: 1,
  submissionHash: BETTER_WORK,
  deadline: GENESIS + 9_999_999,
  signature: "0x01",
} as const;

/** Everybody who sees a state under another name. */
const viewers: Viewer[] = [
  anonymousViewer(NOW),
  { ...anonymousViewer(NOW), resubmission },
  ...(["pending", "approved", "rejected"] as const).flatMap((status) =>
    [GENESIS + 9, GENESIS - 9].map((deadline): Viewer => ({
      ...anonymousViewer(NOW),
      wallet: STRANGER,
      interest: { status, voucher: { deadline } },
    })),
  ),
];

describe("the table of states", () => {
  it("has every state, with exactly the statuses by which somebody sees it", () => {
    expect(stateRows().map(({ state }) => state)).toEqual(Object.keys(STATES));
    for (const { state, workflowStatus: listed } of stateRows()) {
      const tasks =
        state === "APPROVED"
          ? [taskIn(state), taskIn(state, { settled: true })]
          : [taskIn(state, { mode: "selection" })];
      const seen = tasks.flatMap((task) => viewers.map((viewer) => workflowStatus(task, viewer)));
      expect([state, [...new Set(seen)].sort()]).toEqual([state, [...listed].sort()]);
    }
  });

  it("says of silence what _nextAction says", () => {
    for (const { state, onSilence } of stateRows()) {
      expect([state, nextAction(taskIn(state), anonymousViewer(NOW))?.onSilence ?? null]).toEqual([state, onSilence]);
    }
  });

  it("leaves no status unexplained", () => {
    const listed = new Set(stateRows().flatMap((row) => row.workflowStatus));
    expect([...listed].sort()).toEqual(Object.keys(statusMeanings).sort());
    for (const status of listed) expect(text).toMatch(new RegExp(`\n- \`${status}\`: .{10,}`));
  });
});

describe("the table of steps", () => {
  it("has every step of the contract, by a call that exists", () => {
    expect(stepRows().map(({ action }) => action)).toEqual(EDGES.map(({ id }) => id));
    const paths = Object.values(ENDPOINTS)
      .flat()
      .map(({ path }) => path);
    for (const { action, call, who } of stepRows()) {
      expect([action, call === null ? who : paths.includes(call.endpoint)]).toEqual([
        action,
        call === null ? "arbiter" : true,
      ]);
      expect(text).toContain(`| \`${action}\` | `);
    }
  });

  it("names only step words that their call takes", () => {
    const words = new Map(
      Object.values(ENDPOINTS)
        .flat()
        .map(({ path, input }) => [path, JSON.stringify(input)]),
    );
    for (const { call } of stepRows()) {
      if (call?.action !== undefined) expect(words.get(call.endpoint)).toContain(`"${call.action}"`);
    }
  });
});

describe("the table of terms", () => {
  it("says fees, bounds and windows of both deployments", () => {
    const rows = Object.fromEntries(termRows().map(({ name, of }) => [name, of]));
    expect(rows["Cancel fee"]).toEqual({ human: "1 USDC", "agent-fast": "0.5 USDC" });
    expect(rows["`stakeUsdc`"]?.human).toBe("1 to 50 % of the reward, at least 0.1");
    expect(rows["`windows.review`"]).toEqual({
      human: "7 days (1 day to 30 days)",
      "agent-fast": "1 hour (1 hour to 3 days)",
    });
    for (const { name, of } of termRows()) expect(text).toContain(`| ${name} | ${of.human} | ${of["agent-fast"]} |`);
  });
});
