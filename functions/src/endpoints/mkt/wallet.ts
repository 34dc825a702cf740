import { dashboardOf, TABS } from "../../application/tasks/reading/dashboard";
import { requireAddress } from "../../application/tasks/requestedTask";
import { refuse } from "../../domain/errors";
import { eventView, type Feed, topicsIn } from "../../domain/events/event";
import { requireEscrow } from "../../domain/messages/requestText";
import { endpoint, openOrSession, requests } from "../../http/endpoint";
import { array, boolean, integer, nullable, object, oneOf, optional } from "../../schema/build";
import { Address, ContractName, TaskId } from "../../schema/common";
import { EventCursor, EventView, NextEventCursor, Topics } from "../../schema/event";
import { DEFAULT_LIMIT, Limit, NextCursor, pageInput } from "../../schema/list";
import { listed, NextAction, OwnTaskSummary, View } from "../../schema/task";

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
