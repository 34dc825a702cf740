import { fence } from "./markdown";

/** The default spending limits of the official clients, in USDC; a test verifies them. @internal Tests read them. */
export const MAX_BY_DEFAULT = { "x402-fetch": "0.1", "@x402/fetch": "1" } as const;

/** Pays with `@x402/fetch` and keeps the payload, so that a lost answer can be requested again without paying again. */
const PROGRAM = `import { registerExactEvmScheme } from "@x402/evm/exact/client";
import { wrapFetchWithPayment, x402Client } from "@x402/fetch";
import { privateKeyToAccount } from "viem/accounts";

const signer = privateKeyToAccount(process.env.PRIVATE_KEY);
const client = new x402Client();
registerExactEvmScheme(client, { signer });
client.setSpendControls({ maxAmountPerPayment: "$2" });

async function pay(path, body) {
  let payment; // kept until there is an answer
  const keep = (input, init) => {
    const request = new Request(input, init);
    payment = request.headers.get("PAYMENT-SIGNATURE") ?? payment;
    return fetch(request);
  };
  const url = process.env.BASE + path;
  const headers = { "Content-Type": "application/json" };
  const request = { method: "POST", headers, body: JSON.stringify(body) };
  let response = await wrapFetchWithPayment(keep, client)(url, request).catch((error) => {
    if (payment === undefined) throw error; // nothing was signed
  });
  for (let tries = 0; tries < 20 && (!response || response.headers.has("Retry-After")); tries++) {
    await new Promise((resolve) => setTimeout(resolve, 1000 * (response?.headers.get("Retry-After") ?? 1)));
    response = await fetch(url, { ...request, headers: { ...headers, "PAYMENT-SIGNATURE": payment } }).catch(() => undefined);
  }
  return response.json();
}

const { reply } = await pay("/demand-insights", { query: "What do people ask about most?" });
console.log(reply);`;

/** Posts a task with `pay` of the program above. */
const TASK_PROGRAM = `const task = await pay("/agentCreateTaskSimple", {
  pay: "x402",
  wallet: signer.address,
  reference: "order-17", // another task with the same terms takes another one
  contract: "agent-fast",
  title: "Translate a page into Portuguese",
  description: "About 600 words; keep the headings.",
  category: "translation",
  rewardUsdc: "25",
  stakeUsdc: "2.5",
});
console.log(task.code ?? task.taskId);`;

/** How an x402 client posts a task. */
export function x402TaskSection(): string {
  return `### Posting a task with an x402 client

With \`pay: "x402"\`, \`/agentCreateTaskSimple\` creates the whole task from one signature of any x402 v2 client, without ETH. Without a payment it checks all that a prepare checks, and answers 402 with one offer: \`amount\` is the reward, and \`payTo\` an address for this task alone, derived from \`wallet\` and all terms. The client signs and sends the same request again; the relay creates the task, and answers as confirm does. With \`pay\` of the [x402 program](#with-an-x402-client) and a limit of \`$30\`:

${fence("js", "payTask", TASK_PROGRAM)}

- **Once.** The same body with the same \`reference\` is the same task: asked again, with another payment or with none, it is answered with the task that exists, and nothing is charged. On \`tx_not_confirmed\`, an error of the client or a lost answer, send the same request again, without a payment or with the same one.
- **Only this.** A changed body, another wallet's payment, or another amount is refused before money moves. The client's limit per payment must be above the reward.
- **Private details** need your own \`salt\` against guessing: 32 random bytes as 0x hex, the same in every attempt.
- **Stranded money.** Anyone who learns the signature before it is used can send it to USDC directly. The reward is then in \`payTo\`, from where it can only go back to \`wallet\`: the answer to the same request has the refund in \`transactions\`. Then post with another \`reference\`. Without this service, \`refund(wallet, extra.consent)\` of the escrow's \`deposits()\` does it.
- \`relay_unavailable\` and \`relay_refused\` come before you are asked to pay.`;
}

/** How to pay with x402 clients, their limits, and retries. */
export function x402Chapter(): string {
  return `### With an x402 client

If \`accepts\` in the quote is not empty, any x402 client can pay automatically, without gas: it signs an EIP-3009 authorization for the offered amount and repeats the request with it, in \`PAYMENT-SIGNATURE\` (v2), \`X-PAYMENT\` (v1) or both; over MCP in \`_meta["x402/payment"]\`. The answer has the settlement in \`PAYMENT-RESPONSE\` or \`X-PAYMENT-RESPONSE\`. Otherwise such payments are refused. Contract wallets can sign, too.

**Limits.** The official clients refuse to sign for more than their limit per payment, and fail before they pay:

- \`@x402/fetch\` and \`@x402/axios\`: ${MAX_BY_DEFAULT["@x402/fetch"]} USDC. Raise it with \`client.setSpendControls({ maxAmountPerPayment: "$2" })\`.
- \`x402-fetch\`: ${MAX_BY_DEFAULT["x402-fetch"]} USDC, less than any answer here. The third argument is the limit in base units: \`1_000_000n\` allows 1 USDC.

**Retries.** 402 always means an offer that is safe to pay. While a payment's outcome is unknown, the answer is 503 \`tx_not_confirmed\`: wait \`Retry-After\` and send the same request with the same payment. If you lost the payment or its answer, call the client again: another payment of the same wallet for the same question within 24 hours gets the same answer, and is not taken; its own \`payment-identifier\` buys a newer answer. After a day, send the payment that you kept, or sign in. This program needs \`npm i @x402/fetch @x402/evm viem\`:

${fence("js", "x402", PROGRAM)}

The signed authorization is public on the chain afterwards. So in v2 the quote's secret \`accepted.extra.quote\`, which clients send back, is required to return the answer; in v1 a payment gives its answer once. A \`payment-identifier\` with another question is refused with 409.

**Reading again.** A client that signs in with the wallet that paid (\`createSIWxClientExtension\` of \`@x402/extensions/sign-in-with-x\`) reads a bought answer again: it signs the quote's challenge and sends it in \`SIGN-IN-WITH-X\` with the same question. This also works for payments by transaction, and finishes a purchase whose answer was never computed.

**Receipts.** Where the operator signs them, a quote has \`extensions["offer-receipt"]\` with a signed offer for each entry of \`accepts\`, and \`PAYMENT-RESPONSE\` the signed receipt: payer, resource, time and transaction. Verify them with \`@x402/extensions/offer-receipt\`, and the signer by \`/.well-known/did.json\`. With a receipt, \`POST /mkt/reputation\` prepares feedback on this service for ERC-8004's reputation registry, as after a settled task for the other side's agent.`;
}
