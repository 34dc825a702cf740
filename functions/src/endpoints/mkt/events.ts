import { requireAddress } from "../../application/tasks/requestedTask";
import { refuse } from "../../domain/errors";
import { eventView, topicsIn, type Feed } from "../../domain/events/event";
import { requireEscrow } from "../../domain/messages/requestText";
import { endpoint, openOrSession, requests } from "../../http/endpoint";
import { array, boolean, integer, object, optional } from "../../schema/build";
import { Address, ContractName, TaskId } from "../../schema/common";
import { EventCursor, EventView, NextEventCursor, Topics } from "../../schema/event";
import { DEFAULT_LIMIT, Limit } from "../../schema/list";

/** What happened in the market, to one task, or to the caller's wallet. */
export default endpoint({
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
