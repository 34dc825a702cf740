import {
  eventCursor,
  positionOf,
  EVENT_TOPICS,
  eventView,
  feedName,
  feedsOf,
  isPrivate,
  revertedEvent,
  topicOf,
} from "../../../functions/src/domain/events/event";
import { POSTER, STRANGER, WORKER } from "../../setup/tasks/histories";
import { newEvent } from "../../setup/webhooks";

const event = newEvent({
  id: "e1",
  type: "task.started",
  actor: WORKER,
  recipients: [POSTER, WORKER],
  data: { state: "STARTED" },
  block: { number: 7n, hash: `0x${"ab".repeat(32)}` },
});

describe("who may read an event", () => {
  const feedOf = (wallet: typeof POSTER | null, taskId: bigint | null = null) =>
    feedName({ wallet, contract: taskId === null ? null : "human", taskId });

  test("a public event is in the public feeds and in its recipients'", () => {
    const feeds = feedsOf(event);
    expect(feeds).toHaveLength(new Set(feeds).size);
    for (const wallet of [null, POSTER, WORKER]) {
      expect(feeds).toContain(feedOf(wallet));
      expect(feeds).toContain(feedOf(wallet, 12n));
      expect(feeds).not.toContain(feedOf(wallet, 1n));
    }
    expect(feeds).not.toContain(feedOf(STRANGER));
  });

  test.each(EVENT_TOPICS.filter(isPrivate))("%s is in its recipients' feeds only", (type) => {
    const feeds = feedsOf({ ...event, type, recipients: [POSTER] });
    expect(feeds.filter((feed) => !feed.startsWith(POSTER))).toEqual([]);
    expect(feeds).toContain(feedOf(POSTER, 12n));
  });

  test("a payment belongs to no task", () => {
    expect(feedsOf({ type: "webhook.disabled", task: null, recipients: [POSTER], data: {} })).toEqual([feedOf(POSTER)]);
  });

  test("a withdrawal of a credit belongs to no task, but to its deployment", () => {
    const data = { contract: "human" };
    for (const type of ["credit.withdrawn", "credit.withdrawn.reverted"] as const)
      expect(feedsOf({ type, task: null, recipients: [POSTER], data })).toEqual(
        [null, POSTER].flatMap((wallet) =>
          [null, "human" as const].map((contract) => feedName({ wallet, contract, taskId: null })),
        ),
      );
  });
});

test("a revert has its own id, names what it reverts, and keeps topic and readers", () => {
  const reverted = revertedEvent(event, 5);
  expect(reverted).toMatchObject({ type: "task.started.reverted", supersedes: "e1", block: null });
  expect(reverted.id).not.toBe(event.id);
  expect(topicOf(reverted.type)).toBe("task.started");
  expect(feedsOf(reverted)).toEqual(feedsOf(event));
});

test("a view has what is named and nothing else", () => {
  const view = eventView({ ...event, finality: "pending" });
  expect(view).toEqual({
    id: "e1",
    type: "task.started",
    timestamp: "2023-11-14T22:13:20.000Z",
    contract: "human",
    taskId: "12",
    actor: WORKER,
    recipients: [POSTER, WORKER],
    data: { state: "STARTED" },
    finality: "pending",
    block: { number: 7, hash: `0x${"ab".repeat(32)}` },
  });
});

test("a cursor is valid for as long as what follows it is kept", () => {
  const cursor = eventCursor({ position: 41, readAt: 1_000 });
  expect(positionOf(cursor, 1_000 + 90 * 86_400)).toBe(41);
  expect(() => positionOf(cursor, 1_001 + 90 * 86_400)).toThrow("cursor_expired");
});
