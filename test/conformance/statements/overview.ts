import { strict as assert } from "node:assert";
import { BODIES, CHATS, PAID } from "../purchases";
import { has, shown, type Statement } from "../statement";

/** Section 1: what the service does. */
export const OVERVIEW: Statement[] = [
  shown(
    "The documents name the address that they are read from as the base of every call.",
    async ({ api, openapi }) => {
      const [{ url }] = (await openapi()).servers;
      assert.equal(new URL(url, api.baseUrl).origin, new URL(api.baseUrl).origin);
    },
  ),
  shown("Where an identifier has the marketplace's name in it, it has the token `mkt`.", async ({ openapi }) => {
    const paths = Object.keys((await openapi()).paths);
    for (const path of ["/mktAgentSession", "/mkt/tasks", "/mkt/health"]) assert.ok(paths.includes(path), path);
  }),
  shown("A paid answer takes three steps: quote, payment on the chain, redemption.", async ({ purchases }) => {
    const { quote, txHash, answer } = await purchases.chats();
    assert.deepEqual([quote.reply.status, answer.status], [402, 200]);
    assert.match(txHash, /^0x[0-9a-f]{64}$/);
  }),
  shown("The first POST of a paid endpoint is answered with 402.", async ({ purchases }) => {
    for (const path of PAID) assert.equal((await purchases.quotes[path]()).reply.status, 402);
  }),
  shown("That 402 has the details of the payment and the id of an intent.", async ({ purchases }) => {
    for (const path of PAID) {
      const { pay, intentId } = await purchases.quotes[path]();
      has(pay, "recipient", "chainId");
      assert.ok(intentId.length > 0);
    }
  }),
  shown("After the payment, a second POST with `intentId` and `txHash` has the result.", async ({ purchases }) => {
    has((await purchases.analytics()).answer.json, "resultType", "schemaVersion");
  }),
  shown(
    "One paid endpoint answers in the form of a chat from anonymized chats of visitors.",
    async ({ purchases, openapi }) => {
      assert.equal((await purchases.chats()).answer.json.resultType, "chat");
      assert.match((await openapi()).paths[CHATS].post.summary, /anonymi[sz]ed chats/);
    },
  ),
  shown(
    "One answers in the same form from one-year goals of subscribers who are interested in AI.",
    async ({ purchases, openapi }) => {
      assert.equal((await purchases.goals()).answer.json.resultType, "chat");
      assert.match((await openapi()).paths["/ai-early-adopters-goals"].post.summary, /AI-interested subscribers.*year/);
    },
  ),
  shown("One returns the marketplace's conversion, aggregated, as JSON.", async ({ purchases }) => {
    const { answer } = await purchases.analytics();
    assert.match(answer.headers.get("content-type") ?? "", /^application\/json/);
    assert.equal(typeof answer.json.stats, "object");
  }),
  shown("Agents report problems of paid endpoints without paying.", async ({ feedback }) => {
    assert.equal((await feedback.whole()).status, 200);
  }),
  shown("Discovery documents describe the marketplace of tasks.", async ({ api, guide }) => {
    for (const path of ["/mkt/tasks", "/agentCreateTask"]) {
      assert.ok((await guide()).includes(path));
      assert.ok((await api.get("/.well-known/mkt-earn.json")).bytes.toString().includes(path));
    }
  }),
  shown("A buyer creates a task whose reward is funded.", async ({ tasks, buyer }) => {
    const { task } = await tasks.selected.created();
    assert.deepEqual([task.state, task.poster], ["FUNDED", buyer.address]);
  }),
  shown("A worker registers interest in it.", async ({ tasks, worker }) => {
    const { private: seen } = await tasks.selected.interested();
    assert.ok(JSON.stringify(seen.interests).includes(worker.address));
  }),
  shown("A worker stakes, and with the stake starts the work.", async ({ tasks, worker }) => {
    const { task } = await tasks.selected.staked();
    assert.equal(task.worker, worker.address);
    assert.notEqual(task.state, "FUNDED");
  }),
  shown("A worker submits work.", async ({ tasks }) => {
    assert.equal((await tasks.selected.submitted()).task.state, "SUBMITTED");
  }),
  shown("A worker is rated.", async ({ tasks }) => {
    assert.equal((await tasks.selected.paid()).task.buyerRatedWorker, true);
  }),
  shown("A buyer approves work.", async ({ tasks }) => {
    assert.equal((await tasks.selected.paid()).task.state, "APPROVED");
  }),
  shown("A buyer rejects work.", async ({ tasks }) => {
    assert.equal((await tasks.instant.rejected()).task.state, "REJECTED");
  }),
  shown("A buyer requests changes.", async ({ tasks }) => {
    const { task } = await tasks.selected.changesRequested();
    assert.notEqual(task.state, "SUBMITTED");
  }),
  shown("A buyer cancels a task.", async ({ tasks }) => {
    assert.equal((await tasks.cancelled.costs["agent-fast"]())[0]?.task.state, "CANCELLED");
  }),
  shown("Wallets rate each other.", async ({ tasks }) => {
    const { task } = await tasks.selected.claimed();
    assert.deepEqual([task.buyerRatedWorker, task.workerRatedPoster], [true, true]);
  }),
  shown("Wallets read their accounting.", async ({ tasks, worker }) => {
    assert.equal((await tasks.selected.accounted()).wallet, worker.address);
  }),
  shown("The policy is published: clients use these endpoints or the marketplace's pages.", async ({ guide }) => {
    assert.match(await guide(), /Use these endpoints or the marketplace UI/);
  }),
  shown(
    "It says that direct calls of the contracts are unsupported, and that they bypass metadata and submissions.",
    async ({ guide }) => {
      assert.match(await guide(), /Direct contract calls are unsupported: they bypass metadata and submission/);
    },
  ),
  shown("A quote needs no account: nothing but the body is sent.", async ({ api }) => {
    assert.equal((await api.post(CHATS, BODIES[CHATS])).status, 402);
  }),
];
