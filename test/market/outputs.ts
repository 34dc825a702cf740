import { firestoreTasks } from "../../functions/src/adapters/firestore/tasks/tasks";
import type { Output } from "../../functions/src/domain/acceptance";
import { contentHash } from "../../functions/src/domain/content";
import type { Hex } from "../../functions/src/domain/keccak";
import type { TaskKey } from "../../functions/src/domain/task/events";
import type { TaskRecord } from "../../functions/src/ports/tasks";
import { good } from "../setup/agent";
import type { Reply } from "../setup/paying/buyer";
import { EVERYBODY, type Fair } from "./fair";

export const ACCEPTANCE = {
  criteria: ["Every line has a number."],
  outputSchema: {
    type: "object",
    required: ["lines"],
    properties: { lines: { type: "array", minItems: 1, items: { type: "integer" } } },
  },
};

/** The outputs that workers hand in. */
export const HANDED_IN = {
  good: { output: { lines: [1, 2] } },
  bad: { output: { lines: ["one"] } },
  forced: { output: { lines: [] }, force: true },
  none: {},
} as const;
export type HandedIn = keyof typeof HANDED_IN;

interface Prepared {
  /** Whether the service knew that the task has a schema. */
  readonly isRequired: boolean;
  readonly wallet: string;
  readonly work: { readonly text: string; readonly salt: Hex; readonly output?: Output };
}

/** What the service said of the outputs of all histories, and must go on to say. */
export class Outputs {
  /** By the work's hash; null where the service knew no schema. */
  private readonly verdicts = new Map<string, string | null>();

  constructor(private readonly fair: Fair) {}

  async isRequired(key: TaskKey): Promise<boolean> {
    const [record] = await firestoreTasks(this.fair.db).getAll([key]);
    return record?.metadata?.acceptance?.outputSchema !== undefined;
  }

  /** O3: output that fails is refused and leaves nothing, unless it is forced; the verdict is the right one. */
  async prepared(handed: HandedIn, { isRequired, wallet, work }: Prepared, { status, json }: Reply): Promise<void> {
    const fails = handed !== "good";
    if (status === 200) {
      const verdict = (json["verdict"] as { result: string } | null | undefined)?.result ?? null;
      this.verdicts.set(String(json["submissionHash"]), verdict);
      if (!isRequired && verdict === null) return;
      // On a busy machine a check may take longer than its limit; it then holds nothing up.
      if (verdict === "unchecked") return;
      expect([handed, verdict]).toEqual([handed, fails ? "failed" : "passed"]);
      expect(["good", "forced"]).toContain(handed);
      return;
    }
    if (json["code"] !== "output_invalid") return;
    expect(["bad", "none"]).toContain(handed);
    const { text, salt, output } = work;
    const hash = contentHash({ kind: "submission", value: { text, links: [], salt, ...(output && { output }) } });
    expect((await this.fair.db.doc(`drafts/${wallet}-submission-${hash}`).get()).exists).toBe(false);
  }

  /** O3, O4: the poster sees of each work what was found when it was prepared. */
  async expectVerdicts({ task, metadata }: TaskRecord, key: Record<string, unknown>): Promise<void> {
    const { market } = this.fair;
    const poster = EVERYBODY.find((role) => market.address(role) === task.poster);
    if (task.submissionHashes.length === 0 || !poster) return;
    const { submissions } = good(await market.call("/mkt/task", poster, key)).json as {
      submissions: { hash: string; verdict: { result: string } | null }[];
    };
    const hasSchema = metadata?.acceptance?.outputSchema !== undefined;
    expect(submissions.map(({ hash, verdict }) => [hash, verdict?.result ?? null])).toEqual(
      submissions.map(({ hash }) => [hash, hasSchema ? (this.verdicts.get(hash) ?? "unchecked") : null]),
    );
  }
}
