import { fence } from "./markdown";

/** The default spending limits of the official clients, in USDC; a test verifies them. */
export const MAX_BY_DEFAULT = { "x402-fetch": "0.1", "@x402/fetch": "1" } as const;

/** Pays with `@x402/fetch` and keeps the payload, so that a lost answer can be requested again without paying again. */
const PROGRAM = `import { registerExactEvmScheme } from "@x402/evm/exact/client";
import { wrapFetchWithPayment, x402Client } from "@x402/fetch";
import { privateKeyToAccount } from "viem/accounts";

const client = new x402Client();
registerExactEvmScheme(client, { signer: privateKeyToAccount(process.env.PRIVATE_KEY) });
client.setSpendControls({ maxAmountPerPayment: "$2" });

let payment; // keep it until you have the answer
const keep = (input, init) => {
  const request = new Request(input, init);
  payment = request.headers.get("PAYMENT-SIGNATURE") ?? payment;
  return fetch(request);
};

const url = \`\${process.env.BASE}/demand-insights\`;
const headers = { "Content-Type": "application/json" };
const request = { method: "POST", headers, body: JSON.stringify({ query: "What do people ask about most?" }) };
let response = await wrapFetchWithPayment(keep, client)(url, request).catch((error) => {
  if (payment === undefined) throw error; // nothing was signed
});
for (let tries = 0; tries < 20 && (!response || response.headers.has("Retry-After")); tries++) {
  await new Promise((resolve) => setTimeout(resolve, 1000 * (response?.headers.get("Retry-After") ?? 1)));
  response = await fetch(url, { ...request, headers: { ...headers, "PAYMENT-SIGNATURE": payment } }).catch(() => undefined);
}
console.log((await response.json()).reply);`;

/** How to pay with x402 clients, their limits, and retries. */
export function x402Chapter(): string {
  return `### With an x402 client

If \`accepts\` in the quote is not empty, any x402 client can pay automatically, without gas: it signs an EIP-3009 authorization for the offered amount and repeats the request with it, in \`PAYMENT-SIGNATURE\` (v2) or \`X-PAYMENT\` (v1); over MCP it is in \`_meta["x402/payment"]\`. The service submits it to the chain, answers, and reports the settlement in \`PAYMENT-RESPONSE\` or \`X-PAYMENT-RESPONSE\`. If \`accepts\` is empty, such payments are refused and nothing is charged. Accounts and contract wallets can sign, including undeployed wallets of Coinbase's factories.

**Limits.** The official clients refuse to sign for more than their limit per payment, and fail before they pay:

- \`@x402/fetch\` and \`@x402/axios\`: ${MAX_BY_DEFAULT["@x402/fetch"]} USDC. Raise it with \`client.setSpendControls({ maxAmountPerPayment: "$2" })\`, or \`spendControls\` in the configuration.
- \`x402-fetch\`: ${MAX_BY_DEFAULT["x402-fetch"]} USDC, less than any answer here. The third argument is the limit in base units: \`wrapFetchWithPayment(fetch, walletClient, 1_000_000n)\` allows 1 USDC.

**Retries.** After a lost answer, calling these clients again signs a new payment and pays twice. Keep the payload instead: with the same question it returns the same answer and is not charged again; on 402 \`tx_not_confirmed\`, repeat both after \`Retry-After\`. This needs \`npm i @x402/fetch @x402/evm viem\`:

${fence("js", "x402", PROGRAM)}

The signed authorization is public on the chain afterwards, so it alone does not return the answer: in v2, the quote's \`accepted.extra.quote\`, a secret that only the payer received and clients send back automatically, is also required. In v1 there is no secret, so anyone who guesses your exact question learns that you asked it and gets its answer. The extension \`payment-identifier\` identifies a payment: the same identifier with another payment or question is refused with 409.

**Reading again.** With the wallet that paid, any x402 client that signs in (\`createSIWxClientExtension\` of \`@x402/extensions/sign-in-with-x\`) reads a bought answer again without paying: it signs the quote's challenge and sends it in \`SIGN-IN-WITH-X\` with the same question. This also works for payments by transaction. A wallet that has bought nothing gets the quote.

**Receipts.** Where the operator signs them, a quote has \`extensions["offer-receipt"]\` with a signed offer for each entry of \`accepts\`, and \`PAYMENT-RESPONSE\` of an answer has the signed receipt in the same place: payer, resource, time and transaction, never the question. Verify them with \`@x402/extensions/offer-receipt\`, and that the signer is the one in \`/.well-known/did.json\`. A payment has one receipt: repeats return the same. With it, \`POST /mkt/reputation\` prepares feedback on this service for ERC-8004's reputation registry; after a settled task it does the same for the other side's agent.`;
}
