import { MAX_MANDATE_SECONDS } from "../../functions/src/domain/mandate";

/** How an owner bounds what its agent does. */
export function mandatesSection(): string {
  return `### What may my agent do?

A **mandate** bounds what this service does for an agent's wallet. Owner and agent are two wallets, and both sign:

1. The agent names its owner: \`/mkt/mandate\` with the action \`accept\` (\`mkt mandate accept\`). This restricts nothing yet.
2. The owner signs an EIP-712 \`Mandate\`: the \`steps\` it allows (\`buy\`, \`post\`, \`work\`, \`decide\`, \`rule\`, \`withdraw\`), \`maxPerTaskUsdc\`, \`maxPerDayUsdc\` (a UTC day) and \`expiresAt\`, at most ${MAX_MANDATE_SECONDS / 86_400} days later. \`/mkt/mandate/grant\` returns its typed data without \`signature\`, and takes it with one (\`mkt mandate grant\`).
3. The owner changes it with a newer grant, stops the agent with \`end\`, and lifts the mandate with \`release\`. The agent can do neither.

- Under a mandate, preparing needs a session of the agent with the scope \`act\`. \`mandate_refused\` says what is not allowed, \`mandate_exceeded\` what is left and until when. \`GET /mkt/mandate\` shows the terms and what is left.
- Money counts for the day when its transaction is handed out, sent or not. A creation is prepared in one form: \`transactions\`, or \`gasless\` alone where the wallet has no ETH for them.
- What is on the chain is never refused: confirming, redeeming, and ending a step whose deadline has passed.
- A credit is paid out to the agent or its owner only.
- The service can't refuse a payment for an answer by the agent's own transaction. The typed client and \`mkt\` do: they read the mandate first.

**The limit of a mandate:** the agent holds the key of its wallet and can always transact without this service. Fund that wallet with no more than you can lose; for a hard limit, keep the money in a contract wallet with its own rules.`;
}
