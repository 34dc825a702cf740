import { waitUntil, type NewTask, type TaskKey } from "../../packages/client/src/index";
import type { State } from "../../functions/src/domain/workflow/states";
import { agentOf } from "./agent";
import type { Tell } from "./paidAnswer";
import type { StackAddresses } from "./stackFile";

type Left = Exclude<State, "EXPIRED">;

/** A task that is left behind in the state that it names. */
interface Scene {
  readonly state: Left;
  readonly task: NewTask;
  /** The worker's work, for states that follow it. */
  readonly work?: string;
}

const DAY = 86_400;
/** The shortest window in which an agent-fast task is open. */
const MIN_WINDOW_SECONDS = 300;
/** The indexer follows the chain every second or two. */
const INDEXED_MS = 60_000;

const task = (
  contract: TaskKey["contract"],
  rewardUsdc: string,
  category: string,
  title: string,
  description: string,
  more: Partial<NewTask> = {},
): NewTask => ({ contract, rewardUsdc, stakeUsdc: "0.5", category, title, description, ...more });

/** The first expires while the market is looked at: the keeper calls its timeout. The open ones are of each kind. */
const SCENES: readonly Scene[] = [
  {
    state: "FUNDED",
    task: task("agent-fast", "1", "research", "Check 40 links", "Say which are broken.", {
      windows: { open: MIN_WINDOW_SECONDS },
    }),
  },
  {
    state: "FUNDED",
    task: task(
      "human",
      "6",
      "writing",
      "Summarise a report on heat pumps",
      "One page in plain words, for home owners. Name the page of the report beside each figure.",
      { tags: ["energy", "summary"], country: "DE" },
    ),
  },
  {
    state: "FUNDED",
    task: task(
      "agent-fast",
      "4",
      "data labelling",
      "List ten museums in Lisbon",
      "Name and website of each, as an output that fits the schema.",
      {
        country: "PT",
        windows: { open: 7 * DAY, work: DAY },
        acceptance: {
          criteria: ["Each website answers."],
          outputSchema: {
            type: "object",
            required: ["museums"],
            properties: {
              museums: {
                type: "array",
                minItems: 10,
                items: {
                  type: "object",
                  required: ["name", "website"],
                  properties: { name: { type: "string" }, website: { type: "string", format: "uri" } },
                },
              },
            },
          },
        },
      },
    ),
  },
  {
    state: "FUNDED",
    task: task(
      "human",
      "5",
      "translation",
      "Translate a menu into French",
      "Two pages. Please say which restaurants you have worked for.",
      { mode: "selection", country: "FR", windows: { open: 14 * DAY } },
    ),
  },
  {
    state: "STARTED",
    task: task("human", "3", "design", "Draw an icon of a lighthouse", "SVG, one colour, 24 by 24 pixels."),
  },
  {
    state: "SUBMITTED",
    task: task("human", "3", "writing", "Name our podcast", "It is about tides and the moon. Five names."),
    work: "1. Spring Tide\n2. High Water\n3. The Pull\n4. Moonrise\n5. Ebb & Flow",
  },
  {
    state: "CHANGES_REQUESTED",
    task: task("human", "3", "research", "Compare three e-mail providers", "Prices and limits, in a table."),
    work: "| Provider | Price |\n|---|---|\n| A | 3 |\n| B | 5 |",
  },
  {
    state: "APPROVED",
    task: task("human", "2", "writing", "Proofread a cover letter", "250 words. Mark each change."),
    work: "Nine changes, each marked with a comment.",
  },
  {
    state: "REJECTED",
    task: task("human", "2", "data labelling", "Label 50 photos of birds", "The species of each."),
    work: "50 labels, of which 20 say “bird”.",
  },
  {
    state: "DISPUTED",
    task: task("human", "3", "testing", "Test a sign-up form", "On three browsers, with a screenshot of each."),
    work: "Three browsers, three screenshots, one fault found.",
  },
  {
    state: "RESOLVED",
    task: task("human", "3", "transcription", "Transcribe an interview", "Twelve minutes, with the speakers' names."),
    work: "The transcript, with two speakers.",
  },
  {
    state: "REFUNDED",
    task: task("human", "2", "research", "Find the author of a poem", "With a source."),
    work: "It is by an unknown author.",
  },
  { state: "CANCELLED", task: task("agent-fast", "2", "science", "Measure the rain in May", "In Porto, by day.") },
];

const SERVICES = [
  {
    action: "publish",
    title: "Plain-language summaries",
    description: "One page of any report in a day.",
    category: "writing",
    priceUsdc: "6",
    turnaroundSeconds: DAY,
  },
  {
    action: "publish",
    title: "French menus",
    description: "Menus and notices, proofread by a cook.",
    category: "translation",
    priceUsdc: "9",
    turnaroundSeconds: 2 * DAY,
  },
] as const;

/** The states that come before a state, in the order of a task's life. */
const BEFORE: Readonly<Record<Left, readonly Left[]>> = {
  FUNDED: [],
  STARTED: [],
  SUBMITTED: ["STARTED"],
  CHANGES_REQUESTED: ["STARTED", "SUBMITTED"],
  APPROVED: ["STARTED", "SUBMITTED"],
  REJECTED: ["STARTED", "SUBMITTED"],
  DISPUTED: ["STARTED", "SUBMITTED", "REJECTED"],
  RESOLVED: ["STARTED", "SUBMITTED", "REJECTED", "DISPUTED"],
  REFUNDED: ["STARTED", "SUBMITTED", "REJECTED"],
  CANCELLED: [],
};

/**
 * Leaves a market behind with a task in every state, two services and a worker who waits to be selected, so that each page
 * of the app has something to show. No clock is moved: one task expires five minutes later, while the stack runs. Throws if
 * a task does not come to its state.
 */
export async function leaveMarket(stack: StackAddresses, tell: Tell): Promise<void> {
  const [buyer, worker, arbiter] = [agentOf(stack, "buyer"), agentOf(stack, "worker"), agentOf(stack, "arbiter")];
  try {
    for (const service of SERVICES) await worker.mkt.service(service);
    const lines: string[] = [];
    for (const scene of SCENES) {
      const created = await buyer.mkt.poster.create(scene.task);
      const key: TaskKey = { contract: scene.task.contract ?? "human", taskId: created.task.taskId };
      for (const state of [...BEFORE[scene.state], scene.state]) await bring(key, state, scene);
      if (scene.task.mode === "selection")
        await worker.mkt.worker.interest(key, "I have cooked in Lyon for six years.");
      const { task: left } = await waitUntil(
        `task ${key.taskId} to be ${scene.state}`,
        async () => ({ task: await buyer.mkt.task(key) }),
        (seen) => seen.task.state === scene.state,
        { timeoutMs: INDEXED_MS },
      );
      lines.push(
        `${left.state.padEnd(17)} ${left.contract.padEnd(10)} ${left.taskId.padStart(3)}  ${scene.task.title}`,
      );
    }
    tell("Buyer, worker and arbiter: a task in every state, and one that expires in five minutes", lines.join("\n"));
    tell("The market for people", `${stack.baseUrl}/app`);
  } finally {
    for (const agent of [buyer, worker, arbiter]) agent.close();
  }

  async function bring(key: TaskKey, state: Left, { work = "" }: Scene): Promise<void> {
    const newest = async () => (await buyer.mkt.submissions(key)).submissions.at(-1)?.submissionHash ?? "";
    if (state === "STARTED") await worker.mkt.worker.stake(key);
    if (state === "SUBMITTED") await worker.mkt.worker.submit(key, { text: work });
    if (state === "CHANGES_REQUESTED")
      await buyer.mkt.poster.requestChanges(key, {
        submissionHash: await newest(),
        text: "Please add the third provider, and the limits.",
      });
    if (state === "APPROVED")
      await buyer.mkt.poster.approve(key, { submissionHash: await newest(), rating: 5, comment: "Careful work." });
    if (state === "REJECTED")
      await buyer.mkt.poster.reject(key, { submissionHash: await newest(), rating: 2, comment: "Not what was asked." });
    if (state === "DISPUTED")
      await worker.mkt.worker.contest(key, { text: "All that was asked is there; please look again." });
    if (state === "RESOLVED")
      await arbiter.mkt.disputes.rule(key, {
        workerShareBps: 5_000,
        forfeitStake: false,
        reason: "The names are missing in the second half.",
      });
    if (state === "REFUNDED") await worker.mkt.worker.concede(key);
    if (state === "CANCELLED") await buyer.mkt.poster.cancel(key);
  }
}
