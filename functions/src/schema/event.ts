import { EVENT_CURSOR_PATTERN, EVENT_TOPICS, EVENT_ID_PATTERN } from "../domain/events/event";
import { anyObject, array, integer, nullable, object, oneOf, optional, string } from "./build";
import { Address, Bytes32, Time } from "./common";
import { TaskNames } from "./task";

/** Several topics as one query parameter. */
export const Topics = string({
  maxLength: 600,
  pattern: "^[a-z_.]+(,[a-z_.]+)*$",
  description: `Comma-separated, of: ${EVENT_TOPICS.join(", ")}.`,
  examples: ["task.created,task.started"],
});

const cursorPattern = EVENT_CURSOR_PATTERN.slice(1, -1);

export const EventCursor = string({
  pattern: `^(latest|${cursorPattern})$`,
  description:
    "The nextCursor of the page before, valid for 90 days; latest for what happens from now on; none for the oldest event that is kept.",
});

export const NextEventCursor = string({
  pattern: EVENT_CURSOR_PATTERN,
  examples: ["4711-1800000000"],
  description: "The cursor of the next request, whether there is more already or not.",
});

const EventId = {
  pattern: EVENT_ID_PATTERN,
  examples: ["evt_6f1c0f6d1b7e4a0c9e52d8a37b41c6e2"],
};

/** Something that happened to a task or to a party of it. */
export const EventView = object(
  {
    id: string({
      ...EventId,
      description: "The same event always has the same id; ignore one that you have seen.",
    }),
    type: string({
      description:
        "What happened. A type that ends in .reverted tells that a reorg undid the event that supersedes names.",
      examples: ["task.started"],
    }),
    timestamp: Time,
    contract: nullable(TaskNames.contract),
    taskId: nullable(TaskNames.taskId),
    actor: nullable(Address),
    recipients: array(Address),
    data: anyObject({
      description:
        "Public facts, such as state, rewardUsdc and deadline. read is the call that has the rest, private texts for those who may read them.",
    }),
    finality: oneOf("pending", "final", "reverted"),
    block: optional(object({ number: integer({ minimum: 0 }), hash: Bytes32 })),
    supersedes: optional(string(EventId)),
  },
  { title: "MarketEvent" },
);
