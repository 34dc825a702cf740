import { strict as assert } from "node:assert";
import { CHATS, PAID } from "../purchases";
import { holds } from "../holds";
import { shown, type Statement } from "../statement";

/** Section 1: what the service does. */
export const OVERVIEW: Statement[] = [
  shown("The documents name their own address as base.", async ({ api, openapi }) => {
    const [{ url }] = (await openapi()).servers;
    assert.equal(new URL(url, api.baseUrl).origin, new URL(api.baseUrl).origin);
  }),
  shown("Identifiers name the marketplace `mkt`.", async ({ openapi }) => {
    const paths = Object.keys((await openapi()).paths);
    for (const path of ["/mktAgentSession", "/mkt/tasks", "/mkt/health"]) holds(paths.includes(path), path);
  }),
  shown("A paid answer takes quote, payment, redemption.", async ({ purchases }) => {
    const { quote, txHash, answer } = await purchases.chats();
    assert.deepEqual([quote.reply.status, answer.status], [402, 200]);
    assert.match(txHash, /^0x[0-9a-f]{64}$/);
  }),
  shown("The first POST gets 402.", async ({ purchases }) => {
    for (const path of PAID) assert.equal((await purchases.quotes[path]()).reply.status, 402);
  }),
  shown("One paid endpoint answers from visitors' anonymized chats.", async ({ purchases, openapi }) => {
    assert.equal((await purchases.chats()).answer.json.resultType, "chat");
    assert.match((await openapi()).paths[CHATS].post.summary, /anonymi[sz]ed chats/);
  }),
  shown("One answers from subscribers' one-year goals.", async ({ purchases, openapi }) => {
    assert.equal((await purchases.goals()).answer.json.resultType, "chat");
    assert.match((await openapi()).paths["/ai-early-adopters-goals"].post.summary, /AI-interested subscribers.*year/);
  }),
  shown("Discovery documents describe the task market.", async ({ api, guide }) => {
    for (const path of ["/mkt/tasks", "/agentCreateTask"]) {
      holds((await guide()).includes(path));
      holds((await api.get("/.well-known/mkt-earn.json")).bytes.toString().includes(path));
    }
  }),
  shown("A buyer creates a funded task.", async ({ tasks, buyer }) => {
    const { task } = await tasks.selected.created();
    assert.deepEqual([task.state, task.poster], ["FUNDED", buyer.address]);
  }),
  shown("A worker's stake starts the work.", async ({ tasks, worker }) => {
    const { task } = await tasks.selected.staked();
    assert.equal(task.worker, worker.address);
    assert.notEqual(task.state, "FUNDED");
  }),
  shown("Wallets rate each other.", async ({ tasks }) => {
    const { task } = await tasks.selected.claimed();
    assert.deepEqual([task.buyerRatedWorker, task.workerRatedPoster], [true, true]);
  }),
  shown("The policy: use these endpoints or pages.", async ({ guide }) => {
    assert.match(await guide(), /Use these endpoints or the marketplace UI/);
  }),
  shown("Direct contract calls are unsupported: they bypass metadata and submissions.", async ({ guide }) => {
    assert.match(await guide(), /Direct contract calls are unsupported: they bypass metadata and submission/);
  }),
];
