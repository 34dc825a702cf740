import { strict as assert } from "node:assert";
import { getAddress, isAddress } from "ethers";
import { GOALS, PAID } from "../purchases";
import { has, holds } from "../holds";
import { decided, shown, type Statement } from "../statement";

/** Section 2: resources and their fields. */
export const RECORDS: Statement[] = [
  shown("`intentId` is a text, in `X-Price-Intent` and the body.", async ({ purchases }) => {
    for (const path of PAID) {
      const { reply, intentId } = await purchases.quotes[path]();
      assert.equal(typeof intentId, "string");
      assert.equal(reply.json.intentId, intentId);
    }
  }),
  shown("`intentId` names one quote.", async ({ purchases }) => {
    const [one, other] = [await purchases.quotes[GOALS](), await purchases.quote(GOALS)];
    assert.notEqual(one.intentId, other.intentId);
  }),
  shown("`txHash` is the paying transaction's hash.", async ({ purchases, buyer }) => {
    const { txHash, quote } = await purchases.chats();
    const receipt = await buyer.provider?.getTransactionReceipt(txHash);
    assert.equal(receipt?.status, 1);
    holds(quote.contracts.map((one) => one.toLowerCase()).includes(receipt.logs[0]?.address.toLowerCase() ?? ""));
  }),
  shown("`Pay` has the recipient.", async ({ purchases }) => {
    for (const path of PAID) holds(isAddress((await purchases.quotes[path]()).pay.recipient));
  }),
  shown("`Pay` has the chain's id.", async ({ purchases }) => {
    for (const path of PAID) holds(Number.isInteger(Number((await purchases.quotes[path]()).pay.chainId)));
  }),
  shown("`Pay` has a label.", async ({ purchases }) => {
    for (const path of PAID) holds(String((await purchases.quotes[path]()).pay.label).length > 0);
  }),
  shown("`Pay` has the quote's expiry.", async ({ purchases }) => {
    for (const path of PAID) {
      const { reply, pay } = await purchases.quotes[path]();
      holds(instantOf(pay.expiry) > Date.parse(reply.headers.get("date") ?? ""));
    }
  }),
  shown("`X-Payment-Contracts` lists token contracts.", async ({ purchases }) => {
    for (const path of PAID) {
      const { contracts } = await purchases.quotes[path]();
      holds(contracts.length > 0 && contracts.every((one) => isAddress(one)));
    }
  }),
  shown("They are USDC contracts on the chain.", async ({ purchases, unitsOf, buyer }) => {
    const { contracts } = await purchases.chats().then(({ quote }) => quote);
    for (const token of contracts) {
      assert.notEqual(await buyer.provider?.getCode(getAddress(token)), "0x");
      assert.equal(typeof (await unitsOf(token, buyer.address)), "bigint");
    }
  }),
  shown("A chat answer's `resultType` is `chat`.", async ({ purchases }) => {
    for (const { answer } of [await purchases.chats(), await purchases.goals()])
      assert.equal(answer.json.resultType, "chat");
  }),
  shown("A chat answer has `reply`, a text.", async ({ purchases }) => {
    for (const { answer } of [await purchases.chats(), await purchases.goals()]) {
      assert.equal(typeof answer.json.reply, "string");
      holds(answer.json.reply.length > 0);
    }
  }),
  shown("A chat answer may have `dataHash`, a text.", async ({ purchases }) => {
    for (const { answer } of [await purchases.chats(), await purchases.goals()])
      holds(["string", "undefined"].includes(typeof answer.json.dataHash));
  }),
  shown("The goals' `datasetCount` is an integer or null.", async ({ purchases }) => {
    const { datasetCount } = (await purchases.goals()).answer.json;
    holds(datasetCount === undefined || datasetCount === null || Number.isInteger(datasetCount));
  }),
  shown("The answer about chats has no `datasetCount`.", async ({ purchases }) => {
    holds(!("datasetCount" in (await purchases.chats()).answer.json));
  }),
  shown("A chat answer's `schemaVersion` is `chat/v1`.", async ({ purchases }) => {
    for (const { answer } of [await purchases.chats(), await purchases.goals()])
      assert.equal(answer.json.schemaVersion, "chat/v1");
  }),
  shown("An analytics answer's `resultType` is `analytics`.", async ({ purchases }) => {
    assert.equal((await purchases.analytics()).answer.json.resultType, "analytics");
  }),
  shown("An analytics answer has `stats`, an object.", async ({ purchases }) => {
    const { stats } = (await purchases.analytics()).answer.json;
    holds(typeof stats === "object" && stats !== null && !Array.isArray(stats));
  }),
  decided("What is in `stats`.", "docs/interface.md#6-records"),
  shown("Its `schemaVersion` is `agent-conversions/v1`.", async ({ purchases }) => {
    assert.equal((await purchases.analytics()).answer.json.schemaVersion, "agent-conversions/v1");
  }),
  shown("The answer to feedback has `ok`, a boolean.", async ({ feedback }) => {
    assert.equal((await feedback.plain()).json.ok, true);
  }),
  shown("The answer to feedback has `id`, a text.", async ({ feedback }) => {
    assert.equal(typeof (await feedback.plain()).json.id, "string");
  }),
  shown("The answer to feedback may have `emailQueued`, a boolean.", async ({ feedback }) => {
    const { emailQueued } = (await feedback.plain()).json;
    holds(["boolean", "undefined"].includes(typeof emailQueued));
  }),
  ...(["name", "version"] as const).map((field) =>
    shown(`The manifest has \`${field}\`, a text.`, async ({ api }) => {
      const manifest = await api.ok("/.well-known/mkt-earn.json");
      holds(typeof manifest[field] === "string" && manifest[field].length > 0);
    }),
  ),
  shown("All documents have the manifest's `name`.", async ({ api, openapi }) => {
    const { name } = await api.ok("/.well-known/mkt-earn.json");
    assert.equal(name, (await openapi()).info.title);
  }),
  ...(["routes", "docs", "growthLoop", "api"] as const).map((field) =>
    shown(`The manifest has \`${field}\`, an object.`, async ({ api }) => {
      const value = (await api.ok("/.well-known/mkt-earn.json"))[field];
      holds(typeof value === "object" && value !== null && !Array.isArray(value));
      holds(Object.keys(value).length > 0);
    }),
  ),
  shown(
    "Tasks, interests, submissions, ratings, profiles, accounting rows and summaries can be read.",
    async ({ tasks, api, worker }) => {
      const { key, task } = await tasks.selected.created();
      assert.equal(task.taskId, key.taskId);
      has(await tasks.status(key, worker.address), "status");
      holds((await tasks.selected.paid()).submissions.length >= 2);
      has((await tasks.selected.published()).answer, "rating");
      has(await api.ok(`/mkt/profiles?addresses=${worker.address}`), "items");
      has(await tasks.selected.accounted(), "items", "totals");
    },
  ),
  ...(["buyerRatedWorker", "workerRatedPoster"] as const).flatMap((flag) => [
    shown(`All views of a task have \`${flag}\`.`, async ({ tasks, buyer, signed }) => {
      const { key, task } = await tasks.selected.claimed();
      const mine = await signed(buyer, "/mkt/task", key);
      const { human } = await tasks.cancelled.listed();
      const board = await tasks.board("posted", buyer.address);
      for (const one of [task, mine, ...board.items, ...human]) assert.equal(typeof one[flag], "boolean");
    }),
    shown(`An interest has \`${flag}\`.`, async ({ tasks }) => {
      const { answer, status } = await tasks.selected.interested();
      for (const one of [answer.interest, status]) assert.equal(typeof one[flag], "boolean");
    }),
  ]),
  shown("The flags follow the ratings on the chain.", async ({ tasks }) => {
    const before = (await tasks.selected.resubmitted()).answer;
    const { before: paid, task } = await tasks.selected.claimed();
    const flags = (one: { buyerRatedWorker: boolean; workerRatedPoster: boolean }) => [
      one.buyerRatedWorker,
      one.workerRatedPoster,
    ];
    assert.deepEqual(
      [flags(before.task ?? (await tasks.selected.changesRequested()).task), flags(paid), flags(task)],
      [
        [false, false],
        [true, false],
        [true, true],
      ],
    );
  }),
  shown("The flags promise no public comment.", async ({ tasks }) => {
    const { before, verdict } = await tasks.selected.published();
    assert.equal((await tasks.selected.claimed()).task.workerRatedPoster, true);
    holds(!JSON.stringify(before).includes(verdict.comment));
  }),
  shown("An interest's status says whether to resubmit.", async ({ tasks }) => {
    const before = (await tasks.selected.interested()).status;
    const { status: after } = await tasks.selected.resubmitted();
    assert.deepEqual([before.canResubmit, after.canResubmit], [false, true]);
  }),
  shown("A change request's answers have `code` and `_nextAction`.", async ({ tasks }) => {
    has((await tasks.selected.changesAsked()).reply.json, "code", "_nextAction");
    has((await tasks.selected.changesRequested()).answer, "code", "_nextAction");
  }),
  decided("All other fields of records.", "docs/interface.md#6-records"),
];

/** Milliseconds of a time as ISO 8601 or in unix seconds. */
function instantOf(time: string | number): number {
  return Number.isFinite(Number(time)) ? Number(time) * 1_000 : Date.parse(String(time));
}
