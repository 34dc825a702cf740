import { dashboardOf, TABS } from "../../application/tasks/reading/dashboard";
import { requireAddress } from "../../application/tasks/requestedTask";
import { endpoint, openOrSession, requests } from "../../http/endpoint";
import { array, integer, nullable, object, oneOf, optional } from "../../schema/build";
import { Address } from "../../schema/common";
import { EventCursor } from "../../schema/event";
import { DEFAULT_LIMIT, NextCursor, pageInput } from "../../schema/list";
import { NextAction, listed, OwnTaskSummary, View } from "../../schema/task";

const Count = integer({ minimum: 0 });

/** A wallet's tasks by its role in them. */
export default endpoint({
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
