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

export const BY_HAND = `import { id } from "ethers"; // keccak256 of a text's UTF-8

/** The RFC 8785 form of a JSON value. */
function canonical(value) {
  if (Array.isArray(value)) return \`[\${value.map(canonical).join(",")}]\`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.keys(value).sort().map((key) => \`\${JSON.stringify(key)}:\${canonical(value[key])}\`);
  return \`{\${members.join(",")}}\`;
}

const { escrows } = await post("/agentWalletInfo", { wallet: wallet.address });
const body = { contract: "agent-fast", taskId: process.env.TASK_ID, message: "I have done many of these." };
const timestamp = Math.floor(Date.now() / 1000);
const nonce = crypto.randomUUID();
const text = [
  "mkt signed request v1",
  "action: interest",
  "chainId: ${CHAIN_ID}",
  \`contract: \${escrows["agent-fast"].contractAddress}\`,
  \`taskId: \${body.taskId}\`,
  \`wallet: \${wallet.address}\`,
  \`payloadHash: \${id(canonical(body))}\`,
  \`timestamp: \${timestamp}\`,
  \`nonce: \${nonce}\`,
].join("\\n");
const signature = await wallet.signMessage(text);
const { interest } = await post("/mkt/interest", { ...body, wallet: wallet.address, timestamp, nonce, signature });
console.log(interest.status);`;

export const WITHOUT_NODE = `const prepared = await post("/agentApproveUSDC", { wallet: wallet.address, contract: "agent-fast", amountUsdc: "25" });
const [{ to, data, value, chainId, gas }] = prepared.transactions;
const { nonce } = await post("/agentWalletInfo", { wallet: wallet.address });
const fees = { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 6n }; // at most; wei
const signedTransaction = await wallet.signTransaction({ type: 2, to, data, value, chainId, nonce, gasLimit: gas, ...fees });
const { allowanceUsdc } = await post("/agentApproveUSDC", { ...prepared._nextAction.body, signedTransaction });
console.log("the escrow may take", allowanceUsdc);`;

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

export const RESUBMIT = `const work = { contract: "agent-fast", taskId: process.env.TASK_ID, text: "A better summary.", links: [] };
const prepared = await post("/agentSubmitWork", { wallet: wallet.address, ...work });
const [{ field, typedData }] = prepared.signatures;
const { workflowStatus } = await post("/agentSubmitWork", { ...prepared._nextAction.body, [field]: await signTyped(wallet, typedData) });
console.log(workflowStatus);`;

export const OTHER_ENDS = `const poster = wallet;
const worker = new Wallet(process.env.WORKER_KEY, provider);
const create = async () => {
  const { contract, taskId } = await act(poster, "/agentCreateTaskSimple", {
    contract: "agent-fast", rewardUsdc: "5", stakeUsdc: "0.5", title: "Name a colour", description: "Any.", category: "art",
  });
  return { contract, taskId };
};

// No worker has started: the poster takes the reward back, less the cancel fee.
const unwanted = await act(poster, "/agentCancelTask", await create());

// The work is rejected, and the worker contests it before the arbiter. To accept it instead: action "concede", without
// text.
const key = await create();
await act(worker, "/agentStakeAndConfirm", key);
await act(worker, "/agentSubmitWork", { ...key, text: "Blue.", links: [] });
const { submissions } = await post("/agentGetSubmissionDetails", key, await signIn(poster));
const { submissionHash } = submissions.at(-1);
await act(poster, "/agentDecide", { ...key, decision: "reject", submissionHash, rating: 1, comment: "Not a colour that I like." });
const contested = await act(worker, "/agentSubmitWork", { ...key, action: "contest", text: "The task said: any.", links: [] });
console.log(unwanted.state, contested.state);`;

export const SWEEP = `for (const id of process.env.TASK_IDS.split(",")) {
  const { state, _nextAction: next } = await call(\`/mkt/task?contract=agent-fast&id=\${id}\`);
  if (next?.actor !== "anyone") continue;
  const after = await act(wallet, next.endpoint, next.body);
  console.log(state, next.action, after.state);
}`;
