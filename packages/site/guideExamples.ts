import { BUY, CLIENT, LIFE, MARKET, PLAIN } from "./guidePrograms";
import { fence } from "./markdown";

/** The calls of the guide. Each block has its name in the fence, and a test runs every one of them. */
const QUESTION = '{"query": "What do people ask about most?"}';
const PROOF = `"intentId": "'"$INTENT_ID"'", "txHash": "'"$TX_HASH"'"`;

const post = (path: string, body: string, ...headers: string[]) =>
  [
    `curl -sS -i "$BASE${path}"`,
    ...["Content-Type: application/json", ...headers].map((header) => `-H '${header}'`),
    `-d '${body}'`,
  ].join(" \\\n  ");

export const CURL = {
  quote: fence("sh", "quote", post("/demand-insights", QUESTION)),
  redeem: fence("sh", "redeem", post("/demand-insights", `${QUESTION.slice(0, -1)}, ${PROOF}}`)),
  replay: fence("sh", "replay", post("/demand-insights", `{${PROOF}}`)),
  header: fence("sh", "header", post("/demand-insights", QUESTION, `x402-payment: {${PROOF}}`)),
  feedback: fence(
    "sh",
    "feedback",
    post("/x402Feedback", '{"message": "The reply was cut off.", "endpoint": "/demand-insights"}'),
  ),
  tasks: fence("sh", "tasks", 'curl -sS "$BASE/mkt/tasks?contract=agent-fast&limit=5"'),
  status: fence(
    "sh",
    "status",
    'curl -sS "$BASE/mkt/interest/status?contract=agent-fast&taskId=$TASK_ID&wallet=$WALLET"',
  ),
};

export const JS = {
  client: fence("js", "client", CLIENT),
  buy: fence("js", "buy", BUY),
  plain: fence("js", "plain", PLAIN),
  market: fence("js", "market", MARKET),
  life: fence("js", "life", LIFE),
};
