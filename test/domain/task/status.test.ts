import type { Interest } from "../../../functions/src/domain/interest";
import type { Resubmission } from "../../../functions/src/domain/task/call";
import { anonymousViewer, workflowStatus, type Viewer } from "../../../functions/src/domain/task/status";
import { BETTER_WORK, GENESIS, KEY, POSTER, STRANGER } from "../../setup/tasks/histories";
import { taskIn } from "./lives";

const NOW = GENESIS * 1000;
const voucher = { deadline: GENESIS + 500, signature: "0x01" } as const;
const interest = (status: Interest["status"], changes: Partial<Interest> = {}): Interest => ({
  ...KEY,
  worker: STRANGER,
  message: null,
  status,
  voucher: status === "approved" ? voucher : null,
  createdAt: NOW,
  decidedAt: null,
  ...changes,
});
const stranger = (changes: Partial<Viewer> = {}): Viewer => ({ ...anonymousViewer(NOW), wallet: STRANGER, ...changes });
const answer: Resubmission = {
  round: 1,
  submissionHash: BETTER_WORK,
  deadline: GENESIS + 9_999_999,
  signature: "0x01",
};

const open = taskIn("FUNDED", { mode: "selection" });
const instant = taskIn("FUNDED");

describe("happy", () => {
  it.each([
    ["STARTED", "in_progress"],
    ["SUBMITTED", "awaiting_review"],
    ["CHANGES_REQUESTED", "changes_requested"],
    ["APPROVED", "approved_rate_to_claim"],
    ["REJECTED", "rejected_may_contest"],
    ["DISPUTED", "disputed"],
    ["RESOLVED", "settled"],
    ["REFUNDED", "settled"],
    ["CANCELLED", "cancelled"],
    ["EXPIRED", "expired"],
  ] as const)("%s is %s for every viewer", (state, status) => {
    for (const wallet of [null, POSTER, STRANGER])
      expect(workflowStatus(taskIn(state), stranger({ wallet }))).toBe(status);
  });

  it("follows a worker's interest until the stake", () => {
    expect(workflowStatus(open, stranger())).toBe("open");
    expect(workflowStatus(open, stranger({ interest: interest("pending") }))).toBe("interest_pending");
    expect(workflowStatus(open, stranger({ interest: interest("rejected") }))).toBe("interest_rejected");
    expect(workflowStatus(open, stranger({ interest: interest("withdrawn") }))).toBe("open");
    expect(workflowStatus(open, stranger({ interest: interest("approved") }))).toBe("ready_to_stake");
  });

  it("is ready to stake for anyone but the poster where the first worker may start", () => {
    expect(workflowStatus(instant, stranger())).toBe("ready_to_stake");
    expect(workflowStatus(instant, stranger({ wallet: POSTER }))).toBe("open");
    expect(workflowStatus(instant, anonymousViewer(NOW))).toBe("open");
  });

  it("is settled once the stake of approved work is paid", () => {
    expect(workflowStatus(taskIn("APPROVED", { settled: true }), stranger())).toBe("settled");
  });

  it("tells new work that waits for its anchor", () => {
    expect(workflowStatus(taskIn("CHANGES_REQUESTED"), stranger({ resubmission: answer }))).toBe(
      "resubmitted_awaiting_anchor",
    );
    expect(workflowStatus(taskIn("SUBMITTED"), stranger({ resubmission: answer }))).toBe("awaiting_review");
  });
});

describe("refusals", () => {
  it("promises no start that the contract would refuse: a lapsed choice, or a task whose time is over", () => {
    const lapsed = interest("approved", { voucher: { ...voucher, deadline: GENESIS - 1 } });
    expect(workflowStatus(open, stranger({ interest: lapsed }))).toBe("interest_approved");
    const late = { nowMs: (GENESIS + 1_001) * 1000 };
    expect(workflowStatus(instant, stranger(late))).toBe("open");
    expect(
      workflowStatus(
        open,
        stranger({ ...late, interest: interest("approved", { voucher: { ...voucher, deadline: GENESIS + 99_999 } }) }),
      ),
    ).toBe("interest_approved");
  });

  it("counts no answer to another round, and none whose time is over", () => {
    const changes = taskIn("CHANGES_REQUESTED");
    for (const resubmission of [
      { ...answer, round: 2 },
      { ...answer, deadline: GENESIS - 1 },
    ]) {
      expect(workflowStatus(changes, stranger({ resubmission }))).toBe("changes_requested");
    }
    expect(workflowStatus(changes, stranger({ resubmission: answer, nowMs: (GENESIS + 4_001) * 1000 }))).toBe(
      "changes_requested",
    );
  });
});
