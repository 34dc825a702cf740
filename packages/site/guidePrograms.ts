import { CHAIN_ID } from "./quote";

/**
 * The programs of the guide. A test runs each of them against the service, a chain and a database. `CLIENT` precedes
 * all others, `MARKET` those of the marketplace.
 */
export const CLIENT = `import { JsonRpcProvider, Wallet } from "ethers";

const { BASE, RPC_URL, PRIVATE_KEY } = process.env;
const provider = new JsonRpcProvider(RPC_URL, ${CHAIN_ID}, { staticNetwork: true, cacheTimeout: -1 });
const wallet = new Wallet(PRIVATE_KEY, provider);

/** Calls the service. Retries after Retry-After, for two minutes in total. */
async function call(path, request) {
  const end = Date.now() + 120_000;
  for (;;) {
    const response = await fetch(BASE + path, request);
    const answer = await response.json();
    const saysHowToGoOn = ["payment_required", "request_changes_chain_step_required"].includes(answer.code);
    if (response.ok || saysHowToGoOn) return answer;
    const seconds = Number(response.headers.get("Retry-After"));
    if (!(seconds > 0) || Date.now() + seconds * 1000 > end) throw new Error(\`\${answer.code}: \${answer.detail}\`);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

function post(path, body, token) {
  const headers = { "Content-Type": "application/json", ...(token && { Authorization: \`Bearer \${token}\` }) };
  return call(path, { method: "POST", headers, body: JSON.stringify(body) });
}`;

export const BUY = `const question = { query: "What do people ask about most?" };
const quote = await post("/demand-insights", question);
if (Number(quote.amountUsdc) > 1) throw new Error(\`\${quote.amountUsdc} USDC is more than I want to spend\`);
const { intentId } = quote;

const sent = await wallet.sendTransaction(quote.transaction);
console.error("keep these two:", intentId, sent.hash);
await sent.wait();

const answer = await post("/demand-insights", { ...question, intentId, txHash: sent.hash });
console.log(answer.reply);`;

/** Replaces everything from `const sent` on. */
export const PLAIN = `import { Contract, parseUnits } from "ethers";

const usdc = new Contract(quote.transaction.to, ["function transfer(address to, uint256 units)"], wallet);
const sent = await usdc.transfer(quote.recipient, parseUnits(quote.amountUsdc, 6));
await sent.wait();

const text = ["mkt redeem", \`intentId: \${intentId}\`, \`txHash: \${sent.hash}\`].join("\\n");
const payerSignature = await wallet.signMessage(text);
const answer = await post("/demand-insights", { ...question, intentId, txHash: sent.hash, payerSignature });
console.log(answer.reply);`;

export const MARKET = `/** Returns a session token. */
async function signIn(signer) {
  const { message } = await post("/mktAgentSessionChallenge", { wallet: signer.address });
  const signature = await signer.signMessage(message);
  return (await post("/mktAgentSession", { message, signature })).agentSessionToken;
}

const signTyped = (signer, { domain, types, message }) => signer.signTypedData(domain, types, message);

/** Signs a request with /mkt/sign/prepare, after the typed data that the contract needs. */
async function signed(signer, endpoint, body) {
  const prepared = await post("/mkt/sign/prepare", { endpoint, wallet: signer.address, body });
  const { messageToSign, request, typedData, typedDataField } = prepared;
  if (typedData) return signed(signer, endpoint, { ...request, [typedDataField]: await signTyped(signer, typedData) });
  return post(endpoint, { ...request, signature: await signer.signMessage(messageToSign) });
}

/** Whether a prepared step is relayed: the service offers it, and the wallet has no ETH. */
async function isRelayed(signer, { gasless }) {
  return gasless !== undefined && (await provider.getBalance(signer.address)) === 0n;
}

/** Takes a prepared step: by a signature for the relay, or by transactions, one after the other. Returns the last hash. */
async function take(signer, { contract, transactions, gasless }) {
  if (await isRelayed(signer, { gasless })) {
    const { kind, typedData, request = typedData.message, relay } = gasless;
    return (await post(relay, { contract, kind, request, signature: await signTyped(signer, typedData) })).txHash;
  }
  let hash;
  for (const { to, data, value, gas } of transactions) {
    const sent = await signer.sendTransaction({ to, data, value, gasLimit: gas });
    await sent.wait();
    hash = sent.hash;
  }
  return hash;
}

/** Prepares, signs a permit if one can replace the approval, takes the step with or without ETH, and confirms. */
async function act(signer, path, body) {
  const request = { wallet: signer.address, ...body };
  let prepared = await post(path, request);
  const wanted = prepared.signatures?.find(({ field }) => field === "permit");
  if (wanted && !(await isRelayed(signer, prepared))) {
    const permit = { deadline: wanted.deadline, signature: await signTyped(signer, wanted.typedData) };
    prepared = await post(path, { ...request, permit });
  }
  const txHash = await take(signer, { ...prepared, ...prepared._nextAction.body });
  return post(path, { ...prepared._nextAction.body, txHash });
}`;

export const LIFE = `const poster = wallet;
const worker = new Wallet(process.env.WORKER_KEY, provider);

// The poster deposits 20 USDC in escrow.
const { contract, taskId } = await act(poster, "/agentCreateTaskSimple", {
  contract: "agent-fast", mode: "selection", rewardUsdc: "20", stakeUsdc: "2",
  title: "Summarise a report", description: "One page in plain words.", category: "writing",
  privateDetails: { text: "The report is at the link.", links: [{ url: "https://files.example/report" }] },
});
const key = { contract, taskId };

// The worker registers an interest; the poster selects the worker by signature; the worker stakes and can then read the
// private details.
await signed(worker, "/mkt/interest", { ...key, message: "I have done many of these." });
const [{ worker: chosen }] = (await signed(poster, "/mkt/task", key)).interests.items;
await signed(poster, "/mkt/interest/resolve", { ...key, worker: chosen, decision: "approve" });
await act(worker, "/agentStakeAndConfirm", key);
const { privateDetails } = await signed(worker, "/mkt/private-details", key);
console.log("worker reads:", privateDetails.text);
await act(worker, "/agentSubmitWork", { ...key, text: "A first summary.", links: [] });

// The poster requests changes: the first answer is 409 with the transaction, the second call sends its hash.
const { _nextAction } = await signed(poster, "/mkt/request-changes", { ...key, reason: "Please name your sources." });
const { transaction, gasless, ...again } = _nextAction.body;
const txHash = await take(poster, { ...again, transactions: [transaction], gasless });
await signed(poster, "/mkt/request-changes", { ...again, txHash });

// The worker answers by signature, without gas.
await signed(worker, "/mkt/resubmit", { ...key, text: "A better summary, with its sources.", links: [] });

// The poster reads the latest work and approves exactly that, which pays the worker.
const token = await signIn(poster);
const { submissions } = await post("/agentGetSubmissionDetails", key, token);
const { submissionHash, submission } = submissions.at(-1);
console.log("poster reads:", submission.text);
const verdict = { rating: 5, comment: "Clear and complete." };
await act(poster, "/agentDecide", { ...key, decision: "approve", submissionHash, ...verdict });

// The worker rates the poster and gets the stake back; the poster publishes the comment, whose hash is on the chain.
const end = await act(worker, "/agentRateAndClaimStake", { ...key, rating: 5, comment: "A fair poster." });
await signed(poster, "/mkt/rating", { ...key, ...verdict });
await post("/mktAgentRevokeSession", {}, token);
console.log(end.workflowStatus);`;
