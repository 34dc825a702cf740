import { dashboardOf, TABS } from "../../application/tasks/reading/dashboard";
import { requireAddress } from "../../application/tasks/requestedTask";
import { refuse } from "../../domain/errors";
import {
  eventView,
  type Feed,
  topicsIn,
  EVENT_CURSOR_PATTERN,
  EVENT_TOPICS,
  EVENT_ID_PATTERN,
} from "../../domain/events/event";
import { requireEscrow } from "../../domain/messages/requestText";
import { endpoint, openOrSession, requests } from "../../http/endpoint";
import { array, boolean, integer, nullable, object, oneOf, optional, anyObject, string } from "../../schema/build";
import { Address, ContractName, TaskId, Bytes32, Time } from "../../schema/common";
import { DEFAULT_LIMIT, Limit, NextCursor, pageInput } from "../../schema/list";
import { listed, NextAction, OwnTaskSummary, View, TaskNames } from "../../schema/task";

/** Several topics as one query parameter. */
const Topics = string({
  maxLength: 600,
  pattern: "^[a-z_.]+(,[a-z_.]+)*$",
  description: `Comma-separated, of: ${EVENT_TOPICS.join(", ")}.`,
  examples: ["task.created,task.started"],
});

const cursorPattern = EVENT_CURSOR_PATTERN.slice(1, -1);

const EventCursor = string({
  pattern: `^(latest|${cursorPattern})$`,
  description:
    "The nextCursor of the page before, valid for 90 days; latest for what happens from now on; none for the oldest event that is kept.",
});

const NextEventCursor = string({
  pattern: EVENT_CURSOR_PATTERN,
  examples: ["4711-1800000000"],
  description: "The cursor of the next request, whether there is more already or not.",
});

const EventId = {
  pattern: EVENT_ID_PATTERN,
  examples: ["evt_6f1c0f6d1b7e4a0c9e52d8a37b41c6e2"],
};

/** Something that happened to a task or to a party of it. */
const EventView = object(
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

const Count = integer({ minimum: 0 });

/** A wallet's tasks by its role in them. */
export const mktDashboard = endpoint({
  method: "GET",
  path: "/mkt/dashboard",
  summary: "A wallet's tasks, by its role in them or waiting for it",
  description:
    "Summaries with the wallet's next action, or with view=full public views. Disputes (as a party or the arbiter) and waiting have the earliest deadline first, all others the newest. " +
    "Settled tasks of either role are in completed; those whose dispute ended with this wallet as arbiter in ruled. The first page of waiting has up to 20 tasks that this worker was selected for on top of limit, and " +
    "_nextAction where a credit waits to be withdrawn; a page may be shorter. Counts and lists follow the latest blocks. A page of interested may be shorter than limit without being the last: continue while nextCursor is not null.",
  auth: openOrSession("read"),
  input: object({
    wallet: Address,
    tab: oneOf(...TABS),
    unreadSince: optional(EventCursor),
    ...pageInput("tasks", "interested", "waiting"),
    view: View,
  }),
  output: object({
    wallet: Address,
    tab: oneOf(...TABS),
    counts: object({ posted: Count, started: Count, interested: Count, completed: Count }),
    unread: nullable(
      integer({
        minimum: 0,
        description:
          "The wallet's own events after unreadSince, a cursor of /mkt/events, at most 100; null without it or without the wallet's session.",
      }),
    ),
    _nextAction: {
      ...nullable(NextAction),
      description: "Withdraws the wallet's credit; on the first page of waiting only, null without a credit.",
    },
    items: array(listed(OwnTaskSummary)),
    nextCursor: NextCursor,
  }),
  errors: ["session_invalid", "cursor_expired"],
  rateLimit: requests(300),
  example: { wallet: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8", tab: "posted" },

  handle: ({ input, caller, nowMs }, services) => {
    const { tab, limit = DEFAULT_LIMIT, cursor = null, unreadSince = null, view } = input;
    const wallet = requireAddress(input.wallet);
    const isOwn = caller?.wallet === wallet;
    return dashboardOf({ wallet, tab, limit, cursor, view, nowMs, isOwn, unreadSince }, services);
  },
});

/** What happened in the market, to one task, or to the caller's wallet. */
export const mktEvents = endpoint({
  method: "GET",
  path: "/mkt/events",
  summary: "What happened: to the market, one task, or your wallet; can wait for the next event",
  description:
    "Oldest first, each at least once. No cursor skips an event, even after reorgs and late writes. Without wallet: public events. " +
    "With wallet and its session: that wallet's own, including private ones such as interests, deadlines and payments. With wait, the request is held until there is an event.",
  auth: openOrSession("read"),
  input: object({
    wallet: optional(Address),
    contract: optional(ContractName),
    taskId: optional(TaskId),
    types: optional(Topics),
    cursor: optional(EventCursor),
    limit: Limit,
    wait: optional(
      integer({ minimum: 0, maximum: 25, description: "Seconds to wait for an event if there is none; 0 by default." }),
    ),
  }),
  check: ({ types }) => void topicsIn(types),
  output: object({ items: array(EventView), nextCursor: NextEventCursor, hasMore: boolean() }),
  errors: ["session_required", "session_invalid", "cursor_expired"],
  rateLimit: requests(300),
  example: { contract: "agent-fast", taskId: "12", cursor: "latest", wait: 20 },

  handle: async ({ input, caller, client, onGone }, { eventFeed, settings }) => {
    const { wallet, contract, taskId, types, cursor = null, limit = DEFAULT_LIMIT, wait = 0 } = input;
    const isScoped = contract !== undefined || taskId !== undefined;
    const feed: Feed = {
      wallet: wallet === undefined ? null : requireAddress(wallet),
      contract: isScoped ? requireEscrow(contract, settings.escrows).name : null,
      taskId: taskId === undefined ? null : BigInt(taskId),
    };
    if (feed.wallet !== null && feed.wallet !== caller?.wallet)
      refuse("session_required", "A wallet's own events need its session token as Authorization: Bearer.");
    const request = { feed, topics: topicsIn(types), cursor, limit, waitMs: wait * 1000, client: client(), onGone };
    const { events, ...page } = await eventFeed.read(request);
    return { items: events.map(eventView), ...page };
  },
});
