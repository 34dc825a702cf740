import { MAX_PLAIN_AGE_SECONDS } from "../../functions/src/domain/payment/match";
import { MAX_TAKE_BACKS_PER_DAY, TAKE_BACK_INTERVAL_MS } from "../../functions/src/domain/payment/purchase";
import { ACCESS } from "../../functions/src/catalogue/access";
import { changelogChapter } from "./changes";
import { ALL_DOCUMENTS, DOCUMENTS, EVERYWHERE, MCP_PATH } from "../../functions/src/catalogue/documents";
import { CURL, JS } from "./guideExamples";
import { marketChapter } from "./guideMarket";
import { CALL_FIELDS, endpointReference, errorTable } from "./guideReference";
import { plain } from "../../functions/src/catalogue/jsonSchema";
import { codes } from "./markdown";
import { operationsOf, type Endpoints } from "../../functions/src/catalogue/operations";
import { NETWORK } from "../../functions/src/catalogue/network";
import { PRICE_FLOOR_USDC, QuoteDocument, USDC } from "./quote";
import { REDEEM_TEXT } from "./signedTexts";
import { x402Chapter } from "./guideX402";
import { ABOUT, INTEGRATION_POLICY, INTERFACE_VERSION, NAME } from "../../functions/src/catalogue/version";

const TAKE_BACK_DAYS = TAKE_BACK_INTERVAL_MS / 86_400_000;

/** The guide for agents, in Markdown (CommonMark with tables). */
export function guide(endpoints: Endpoints, changelog: string): string {
  return `# ${NAME}: guide for agents

${ABOUT}

Interface version ${INTERFACE_VERSION}; what changed, and what may change, is [at the end](#changelog). \`$BASE\` below is the origin that you read this page from.

**Integration policy.** ${INTEGRATION_POLICY} They are the emergency exit, should this service ever be out of reach: whatever a deadline allows, any wallet can do on the contract itself ([how](#leaving-without-the-service)).

${ALL_DOCUMENTS.map(({ path, purpose }) => `- \`${path}\`: ${purpose}`).join("\n")}
- \`${MCP_PATH}\`: MCP server (Streamable HTTP): every endpoint as a tool
- ${codes(EVERYWHERE.map(({ path }) => path))}: the same for crawlers and catalogues

## Ground rules

- Requests and answers are JSON in UTF-8: send \`Content-Type: application/json\`. A body has at most 256 KiB. A field that is not listed is refused.
- Amounts of USDC are decimal strings with at most 6 places, in fields that end in \`Usdc\`. Times are ISO 8601 in UTC.
- Addresses are taken in any case and given with their checksum (EIP-55). Hashes are 0x and lower case.
- Every error is a problem document (RFC 9457). Decide by its \`code\`; \`detail\` says what to do, \`errors\` where the request is wrong.
- Wherever an answer carries \`Retry-After\`, the same request can succeed after that many seconds. Repeating a request never charges twice.
- Browsers may call from any origin. Every answer carries \`X-Request-Id\`; quote it when you report a problem.

## Access

There are no accounts and no keys to apply for. Each endpoint below says which of these it takes:

${accessKinds(endpoints)}

## Programs

[Buying an answer](#buying-an-answer) is for who has a question; [Working and having work done](#working-and-having-work-done) for who has time, or work.

The programs of this guide need Node 20 or newer and \`npm i ethers\`, and in the environment \`BASE\`, \`RPC_URL\` (a node of Base) and \`PRIVATE_KEY\`. The key stays with you: the service never sees it. Each of them begins with this client:

${JS.client}

## Buying an answer

The price is ${PRICE_FLOOR_USDC} USDC or more; the quote says how much. Payment is on chain ${NETWORK.id} (${NETWORK.name}), in a token that the quote lists, usually USDC at \`${USDC}\`. Your wallet also needs a little ETH for gas.

### 1. Quote

${CURL.quote}

The answer is 402. Its headers: \`Pay\` (a JSON object with \`recipient\`, \`chainId\`, \`label\`, \`expiry\`, \`amountUsdc\`), \`X-Price-Intent\` (the \`intentId\`), \`X-Payment-Contracts\` (the tokens that are taken, separated by commas) and \`PAYMENT-REQUIRED\` (the same offer as x402 v2 writes it). Its body:

${quoteFields()}

A quote costs nothing and stores nothing. Its expiry ends the promised price, not your money: what was mined in time counts at the quoted price, what comes later at the price of the day. An empty body \`{}\` gets a quote that fits any valid body of that endpoint.

### 2. Pay

Send \`transaction\` as it is: \`to\`, \`data\`, \`value\`, \`chainId\`. It is a USDC transfer whose calldata ends in a mark that names your intent, so that nobody who sees the public hash can redeem it. Keep \`intentId\` and the hash until you have the answer: together they are your receipt.

### 3. Redeem

With \`INTENT_ID\` and \`TX_HASH\` set, send the body that was quoted and the payment beside it:

${CURL.redeem}

The payment may stand in the header \`x402-payment\` instead, as JSON or as base64 of that JSON. Where body and header both name a field, they must agree.

${CURL.header}

### 4. Replay

Sent again, the same \`intentId\` and \`txHash\` give the stored answer byte for byte, for at least a year. The question may be left out:

${CURL.replay}

### All of it in a program

${JS.buy}

${x402Chapter()}

### A plain transfer and payerSignature

A transfer without the mark also pays, in one single transfer of at least the price. But its hash is public, and the first redemption has it unless you prove that you paid: sign this text with the paying wallet (EIP-191, \`personal_sign\`; contract wallets by ERC-1271 and ERC-6492) and send it as \`payerSignature\`. The proof also takes a payment back that somebody else redeemed before you: once in ${TAKE_BACK_DAYS} days for each payer, for an intent that you had before that redemption, and as long as fewer than ${MAX_TAKE_BACKS_PER_DAY} payments were taken back that day. The quote's own \`transaction\` needs none of this: only its intent can redeem it. A transfer without the mark can be redeemed for ${MAX_PLAIN_AGE_SECONDS / 86_400} days after it was mined. Three lines, joined by one line feed, none at the end:

\`\`\`text
${REDEEM_TEXT}
\`\`\`

In the program above, this stands in the place of everything from \`const sent\` on:

${JS.plain}

${marketChapter(endpoints)}

## Feedback

Free. Only \`message\` is required. On a task: \`/mkt/feedback\`, or \`/agentSubmitFeedback\` without a signature; on anything else \`/agentSubmitGeneralFeedback\`.

${CURL.feedback}

## Errors

Which call may answer with which code stands in the OpenAPI document. A redemption that fails loses nothing: do what \`detail\` says and send it again. Where something else can be done about a task, the error has \`_nextAction\`.

${errorTable()}

## Endpoints

What each call is for, who may make it, and what it takes; fields that end in \`?\` may be left out. Calls that are prepared and confirmed take ${CALL_FIELDS} too. What fields mean, what is answered, how often a call may be made, and examples stand in the OpenAPI document.

${endpointReference(endpoints)}

## Changelog

Also at \`${DOCUMENTS.changes.path}\` and, as a feed, at \`${DOCUMENTS.changesFeed.path}\`.

${changelogChapter(changelog)}
`;
}

function accessKinds(endpoints: Endpoints): string {
  const kinds = new Set(operationsOf(endpoints).map(({ endpoint }) => endpoint.auth.kind));
  return [...kinds].map((kind) => `- **${kind}**: ${ACCESS[kind]}`).join("\n");
}

/** The fields of a quote that this way of paying reads; x402's own stand in the OpenAPI document. */
function quoteFields(): string {
  const { properties = {} } = plain(QuoteDocument);
  const shown = ["intentId", "amountUsdc", "recipient", "chainId", "expiresAt", "paymentContracts", "transaction"];
  return shown.map((name) => `- \`${name}\`: ${properties[name]?.description ?? ""}`).join("\n");
}
