import type { Task } from "../../../packages/app/src/api";
import {
  counterpartsOf,
  joined,
  marksIn,
  threadName,
  unreadOf,
  withPosted,
  withRead,
  type Marks,
} from "../../../packages/app/src/lib/thread";
import type { Message } from "../../../packages/client/src/browser";

const POSTER = "0x00000000000000000000000000000000000000A1";
const WORKER = "0x00000000000000000000000000000000000000B2";
const STRANGER = "0x00000000000000000000000000000000000000C3";
const ARBITER = "0x00000000000000000000000000000000000000D4";

const task = (changes: Partial<Task> = {}) =>
  ({
    contract: "human",
    taskId: "7",
    poster: POSTER,
    worker: WORKER,
    state: "STARTED",
    mode: "selection",
    workflowStatus: "in_progress",
    terms: { arbiter: ARBITER },
    ...changes,
  }) as Task;
const open: Partial<Task> = { worker: null, state: "FUNDED", workflowStatus: "open" };

describe("UI8: who writes to whom", () => {
  it.each<[string, string, Partial<Task>, ReturnType<typeof counterpartsOf>]>([
    ["the poster and the worker who staked", POSTER, {}, { worker: WORKER }],
    ["that worker", WORKER, {}, { worker: WORKER }],
    ["the poster and those who are interested", POSTER, open, "interested"],
    ["no one yet, where the first who stakes starts", POSTER, { ...open, mode: "instant" }, null],
    ["a worker who is interested", STRANGER, { ...open, workflowStatus: "interest_pending" }, { worker: STRANGER }],
    ["a worker who was selected", STRANGER, { ...open, workflowStatus: "ready_to_stake" }, { worker: STRANGER }],
    ["anyone who may start", STRANGER, { ...open, mode: "instant", workflowStatus: "ready_to_stake" }, null],
    ["a stranger", STRANGER, {}, null],
    ["a worker who was not chosen", STRANGER, { workflowStatus: "interest_rejected" }, null],
    ["the arbiter of a dispute", ARBITER, { state: "DISPUTED" }, { worker: WORKER }],
    ["the arbiter before one", ARBITER, {}, null],
  ])("%s", (_who, wallet, changes, expected) => expect(counterpartsOf(task(changes), wallet)).toEqual(expected));

  it("does not depend on the case of an address", () => {
    expect(counterpartsOf(task(), POSTER.toLowerCase())).toEqual({ worker: WORKER });
  });
});

it("a thread has each message once, in its order", () => {
  const message = (number: number, text = "") => ({ number, text }) as Message;
  expect(joined([message(3), message(1)], [message(2), message(3, "again")])).toEqual([
    message(1),
    message(2),
    message(3, "again"),
  ]);
});

describe("what is read and unread", () => {
  const thread = threadName(task(), WORKER);
  const none = marksIn(null);
  const posted = (marks: Marks, ...numbers: number[]) =>
    withPosted(
      marks,
      numbers.map((number) => ({ thread, number })),
      "c1",
    );
  const counts = (marks: Marks) => unreadOf(marks).map(({ count }) => count);

  it("counts each new message once, until it was read", () => {
    const two = posted(posted(none, 1, 2), 2);
    expect(unreadOf(two)).toEqual([{ contract: "human", taskId: "7", worker: WORKER.toLowerCase(), count: 2 }]);
    expect(two.cursor).toBe("c1");
    const read = withRead(two, thread, 2);
    expect([
      counts(withRead(two, thread, 1)),
      counts(read),
      counts(posted(read, 1, 2)),
      counts(posted(read, 3)),
    ]).toEqual([[1], [], [], [1]]);
    expect(counts(withRead(posted(read, 3), thread, 1))).toEqual([1]);
  });

  it("keeps a bounded number of threads and messages", () => {
    let marks = posted(none, ...Array.from({ length: 300 }, (_, at) => at + 1));
    expect(counts(marks)).toEqual([99]);
    for (let id = 0; id < 300; id++) marks = withRead(marks, `human ${id} 0x`, 1);
    expect(Object.keys(marks.threads)).toHaveLength(200);
  });

  it.each(["", "{}", "nonsense", "7", '{"threads":null}'])("begins anew where %j is kept", (text) =>
    expect(withRead(marksIn(text), thread, 1).threads[thread]).toEqual({ read: 1, unread: [] }),
  );
});
