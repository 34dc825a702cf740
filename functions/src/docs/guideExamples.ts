/**
 * The calls and programs of the guide. Each block carries its name in the fence, and a test runs
 * every one of them against the service, a chain and a database.
 */
const QUESTION = '{"query": "What do people ask about most?"}';
const PROOF = `"intentId": "'"$INTENT_ID"'", "txHash": "'"$TX_HASH"'"`;

const post = (path: string, body: string, ...headers: string[]) =>
  [`curl -sS -i "$BASE${path}"`, ...["Content-Type: application/json", ...headers].map((header) => `-H '${header}'`), `-d '${body}'`].join(
    " \\\n  ",
  );

const fence = (language: string, name: string, text: string) => `\`\`\`${language} ${name}\n${text}\n\`\`\``;

export const CURL = {
  quote: fence("sh", "quote", post("/demand-insights", QUESTION)),
  redeem: fence("sh", "redeem", post("/demand-insights", `${QUESTION.slice(0, -1)}, ${PROOF}}`)),
  replay: fence("sh", "replay", post("/demand-insights", `{${PROOF}}`)),
  header: fence("sh", "header", post("/demand-insights", QUESTION, `x402-payment: {${PROOF}}`)),
  feedback: fence("sh", "feedback", post("/x402Feedback", '{"message": "The reply was cut off.", "endpoint": "/demand-insights"}')),
};

const BUY = `import { JsonRpcProvider, Wallet } from "ethers";

const { BASE, RPC_URL, PRIVATE_KEY } = process.env;
const url = \`\${BASE}/demand-insights\`;
const question = { query: "What do people ask about most?" };

/** POSTs JSON; what passes by itself is sent again after the seconds that the service names. */
async function post(body) {
  for (;;) {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const answer = await response.json();
    if (response.ok || answer.code === "payment_required") return answer;
    const seconds = response.headers.get("Retry-After");
    if (seconds === null) throw new Error(\`\${answer.code}: \${answer.detail}\`);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

const quote = await post(question);
if (Number(quote.amountUsdc) > 1) throw new Error(\`\${quote.amountUsdc} USDC is more than I want to spend\`);
const { intentId } = quote;
const wallet = new Wallet(PRIVATE_KEY, new JsonRpcProvider(RPC_URL));

const sent = await wallet.sendTransaction(quote.transaction);
console.error("keep these two:", intentId, sent.hash);
await sent.wait();

const answer = await post({ ...question, intentId, txHash: sent.hash });
console.log(answer.reply);`;

/** Stands in the place of everything from `const sent` on. */
const PLAIN = `import { Contract, parseUnits } from "ethers";

const usdc = new Contract(quote.paymentContracts[0], ["function transfer(address to, uint256 units)"], wallet);
const sent = await usdc.transfer(quote.recipient, parseUnits(quote.amountUsdc, 6));
await sent.wait();

const text = ["mkt redeem", \`intentId: \${intentId}\`, \`txHash: \${sent.hash}\`].join("\\n");
const payerSignature = await wallet.signMessage(text);
const answer = await post({ ...question, intentId, txHash: sent.hash, payerSignature });
console.log(answer.reply);`;

const SESSION = `import { Wallet } from "ethers";

const { BASE, PRIVATE_KEY } = process.env;
const wallet = new Wallet(PRIVATE_KEY);

async function post(path, body, token) {
  const response = await fetch(\`\${BASE}\${path}\`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...(token && { Authorization: \`Bearer \${token}\` }) },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(\`\${answer.code}: \${answer.detail}\`);
  return answer;
}

const { message } = await post("/mktAgentSessionChallenge", { wallet: wallet.address });
const signature = await wallet.signMessage(message);
const { agentSessionToken, expiresAt } = await post("/mktAgentSession", { message, signature });
console.log("signed in until", expiresAt);

await post("/mktAgentRevokeSession", {}, agentSessionToken);`;

export const JS = {
  buy: fence("js", "buy", BUY),
  plain: fence("js", "plain", PLAIN),
  session: fence("js", "session", SESSION),
};
