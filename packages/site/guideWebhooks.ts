import { BACK_OFF, KEPT_DAYS, MAX_ATTEMPTS, TIMEOUT_MS } from "../../functions/src/domain/webhooks/delivery";
import { MAX_SUBSCRIPTIONS, SLOW_MS } from "../../functions/src/domain/webhooks/subscription";
import { fence } from "./markdown";

/** A receiver that verifies and echoes; a test runs it. */
const RECEIVER = fence(
  "js",
  "receiver",
  `import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
createServer(async (request, response) => {
  try {
    const event = webhook.verify(await text(request), request.headers);
    response.end(event.data.challenge);
  } catch {
    response.writeHead(401).end();
  }
}).listen(process.env.PORT);`,
);

/** How to be told of events. */
export function webhooksChapter(): string {
  return `## Webhooks

Everything that happens is in one log, and there are three ways to be told of it. All give the same events with the same ids, at least once.

- **No server:** follow the log by long poll: \`mkt watch\`, \`mkt.events()\` of the client, the MCP tool, or \`GET /mkt/events?wait=25\`. Start with \`cursor=latest\`; store each answer's \`nextCursor\` and send it with the next request. A cursor skips nothing and is valid for 90 days. With \`wallet\` and its session you read your own events, private ones such as \`payment.settled\` included; without, the public ones of the market or of one task.
- **A server:** webhooks, as below.
- **Now and then:** \`GET /mkt/dashboard?tab=waiting\` lists what waits for your wallet, the earliest deadline first; its \`_nextAction\` withdraws a credit, a payment that USDC refused to deliver. \`mkt waiting\` and \`mkt.waiting()\` of the client show it.

Whichever you use, ignore an id that you have seen, take back what a later event \`supersedes\`, and treat \`finality: "pending"\` as what a reorg may still undo.

\`/mkt/webhooks\` takes an https URL on port 443 or 8443, the \`types\` of events, and a \`scope\`: \`mine\` (events of which your wallet is a recipient), \`task\`, or \`market\` with a \`filter\`, which is any query of \`/mkt/tasks\`: a webhook on \`task.created\` with a filter is a saved search. A wallet has at most ${MAX_SUBSCRIPTIONS}.

1. \`{"action": "create", …}\` returns the \`secret\`, once. Start your receiver with it.
2. \`{"action": "test", "id": …}\` sends a signed message of type \`webhook.test\`. Once your receiver has answered it with its \`data.challenge\`, events come.

Requests are signed as Standard Webhooks (\`standardwebhooks.com\`) says; its libraries verify them:

${RECEIVER}

The body is the event as \`/mkt/events\` shows it. Answer 2xx at once, then do the work: after ${TIMEOUT_MS / 1000} seconds an attempt has failed, and an answer that takes more than ${SLOW_MS / 1000} pauses your deliveries for ten times as long. A delivery that fails is attempted ${MAX_ATTEMPTS} times in three days, first after ${BACK_OFF.minSeconds} seconds. \`webhook-id\` is the same for every attempt and replay: act once for each. Deliveries come in any order: \`timestamp\` says when it happened. \`finality\` is of the first dispatch, also in replays. A step on the chain comes while it is pending; should a reorg undo it, an event of the same type with \`.reverted\` follows, whose \`supersedes\` names it.

Answer 410 to end a webhook. One that fails for five days is disabled, with the event \`webhook.disabled\`; \`test\` makes it active again. \`/mkt/webhooks/status\` lists your webhooks, and the deliveries of the last ${KEPT_DAYS} days; \`replay\` sends one again. \`rotateSecret\` returns a new secret; both sign for a day.`;
}
