import { strict as assert } from "node:assert";
import { getAddress, isAddress } from "ethers";
import { GOALS, PAID } from "../purchases";
import { decided, has, shown, type Statement } from "../statement";

/** Section 2: resources and their fields. */
export const RECORDS: Statement[] = [
  shown(
    "`intentId` is a text: in the header `X-Price-Intent` and, the same, in the quote's body.",
    async ({ purchases }) => {
      for (const path of PAID) {
        const { reply, intentId } = await purchases.quotes[path]();
        assert.equal(typeof intentId, "string");
        assert.equal(reply.json.intentId, intentId);
      }
    },
  ),
  shown("`intentId` names one quote: two quotes have two.", async ({ purchases }) => {
    const [one, other] = [await purchases.quotes[GOALS](), await purchases.quote(GOALS)];
    assert.notEqual(one.intentId, other.intentId);
  }),
  shown("Without `intentId` nothing is redeemed.", async ({ api, purchases }) => {
    const { txHash } = await purchases.analytics();
    const reply = await api.post("/analytics/agent-conversions", { filters: { aggregate: "country" }, txHash });
    assert.equal(reply.json.code, "intent_required");
  }),
  shown(
    "`txHash`, in the body of the redemption, is the hash of the transaction that pays.",
    async ({ purchases, buyer }) => {
      const { txHash, quote } = await purchases.chats();
      const receipt = await buyer.provider?.getTransactionReceipt(txHash);
      assert.equal(receipt?.status, 1);
      assert.ok(quote.contracts.map((one) => one.toLowerCase()).includes(receipt.logs[0]?.address.toLowerCase() ?? ""));
    },
  ),
  shown("The 402's header `Pay` has the recipient, an address.", async ({ purchases }) => {
    for (const path of PAID) assert.ok(isAddress((await purchases.quotes[path]()).pay.recipient));
  }),
  shown("`Pay` has the chain's id.", async ({ purchases }) => {
    for (const path of PAID) assert.ok(Number.isInteger(Number((await purchases.quotes[path]()).pay.chainId)));
  }),
  shown("`Pay` has a label.", async ({ purchases }) => {
    for (const path of PAID) assert.ok(String((await purchases.quotes[path]()).pay.label).length > 0);
  }),
  shown("`Pay` has the quote's expiry, which lies ahead.", async ({ purchases }) => {
    for (const path of PAID) {
      const { reply, pay } = await purchases.quotes[path]();
      assert.ok(instantOf(pay.expiry) > Date.parse(reply.headers.get("date") ?? ""));
    }
  }),
  shown("The 402's header `X-Payment-Contracts` lists token contracts.", async ({ purchases }) => {
    for (const path of PAID) {
      const { contracts } = await purchases.quotes[path]();
      assert.ok(contracts.length > 0 && contracts.every((one) => isAddress(one)));
    }
  }),
  shown(
    "These contracts are on the chain, and hold the buyer's USDC with six decimals.",
    async ({ purchases, unitsOf, buyer }) => {
      const { contracts } = await purchases.chats().then(({ quote }) => quote);
      for (const token of contracts) {
        assert.notEqual(await buyer.provider?.getCode(getAddress(token)), "0x");
        assert.equal(typeof (await unitsOf(token, buyer.address)), "bigint");
      }
    },
  ),
  shown("A chat answer has `resultType`, always `chat`.", async ({ purchases }) => {
    for (const { answer } of [await purchases.chats(), await purchases.goals()])
      assert.equal(answer.json.resultType, "chat");
  }),
  shown("A chat answer has `reply`, a text.", async ({ purchases }) => {
    for (const { answer } of [await purchases.chats(), await purchases.goals()]) {
      assert.equal(typeof answer.json.reply, "string");
      assert.ok(answer.json.reply.length > 0);
    }
  }),
  shown("A chat answer may have `dataHash`, a text.", async ({ purchases }) => {
    for (const { answer } of [await purchases.chats(), await purchases.goals()])
      assert.ok(["string", "undefined"].includes(typeof answer.json.dataHash));
  }),
  shown("`datasetCount` is an integer or null where the answer about goals has it.", async ({ purchases }) => {
    const { datasetCount } = (await purchases.goals()).answer.json;
    assert.ok(datasetCount === undefined || datasetCount === null || Number.isInteger(datasetCount));
  }),
  shown("The answer about chats has no `datasetCount`.", async ({ purchases }) => {
    assert.ok(!("datasetCount" in (await purchases.chats()).answer.json));
  }),
  shown("A chat answer has `schemaVersion`, always `chat/v1`.", async ({ purchases }) => {
    for (const { answer } of [await purchases.chats(), await purchases.goals()])
      assert.equal(answer.json.schemaVersion, "chat/v1");
  }),
  shown("An analytics answer has `resultType`, always `analytics`.", async ({ purchases }) => {
    assert.equal((await purchases.analytics()).answer.json.resultType, "analytics");
  }),
  shown("An analytics answer has `stats`, an object.", async ({ purchases }) => {
    const { stats } = (await purchases.analytics()).answer.json;
    assert.ok(typeof stats === "object" && stats !== null && !Array.isArray(stats));
  }),
  decided("What is in `stats` is left open.", "docs/interface.md#6-records"),
  shown("An analytics answer has `schemaVersion`, always `agent-conversions/v1`.", async ({ purchases }) => {
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
    assert.ok(["boolean", "undefined"].includes(typeof emailQueued));
  }),
  ...(["name", "version"] as const).map((field) =>
    shown(`The manifest has \`${field}\`, a text.`, async ({ api }) => {
      const manifest = await api.ok("/.well-known/mkt-earn.json");
      assert.ok(typeof manifest[field] === "string" && manifest[field].length > 0);
    }),
  ),
  shown(
    "The manifest's `name` is the marketplace's, and the same in the other documents.",
    async ({ api, openapi }) => {
      const { name } = await api.ok("/.well-known/mkt-earn.json");
      assert.equal(name, (await openapi()).info.title);
    },
  ),
  ...(["routes", "docs", "growthLoop", "api"] as const).map((field) =>
    shown(`The manifest has \`${field}\`, an object.`, async ({ api }) => {
      const value = (await api.ok("/.well-known/mkt-earn.json"))[field];
      assert.ok(typeof value === "object" && value !== null && !Array.isArray(value));
      assert.ok(Object.keys(value).length > 0);
    }),
  ),
  shown("A session's `agentSessionToken` is what a signed challenge is exchanged for.", async ({ tasks }) => {
    const { opened } = await tasks.session();
    assert.equal(opened.status, 200);
    assert.ok(typeof opened.json.agentSessionToken === "string" && opened.json.agentSessionToken.length > 0);
  }),
  shown("There is a record of each task.", async ({ tasks }) => {
    const { key, task } = await tasks.selected.created();
    assert.equal(task.taskId, key.taskId);
  }),
  shown("There is a record of each interest.", async ({ tasks, worker }) => {
    assert.equal((await tasks.selected.interested()).answer.interest.worker, worker.address);
  }),
  shown("There is a record of each submission.", async ({ tasks }) => {
    const { submissions } = await tasks.selected.paid();
    assert.ok(submissions.length >= 2);
  }),
  shown("There is a record of each rating.", async ({ tasks }) => {
    const { answer, verdict } = await tasks.selected.published();
    assert.equal(answer.rating.rating, verdict.rating);
  }),
  shown("There is a record of each wallet's profile.", async ({ api, worker }) => {
    const { items } = await api.ok(`/mkt/profiles?addresses=${worker.address}`);
    assert.equal(items.length, 1);
  }),
  shown("There are accounting rows.", async ({ tasks }) => {
    assert.ok((await tasks.selected.accounted()).items.length > 0);
  }),
  shown("There is a summary of what is settled.", async ({ tasks }) => {
    assert.ok((await tasks.selected.accounted()).totals.length > 0);
  }),
  shown("A profile's identity has `displayName`.", async ({ api, buyer }) => {
    const [item] = (await api.ok(`/mkt/profiles?addresses=${buyer.address}`)).items;
    has({ ...item, ...item.profile, ...item.identity }, "displayName");
  }),
  shown("A profile's identity has `avatarSeed`.", async ({ api, buyer }) => {
    const [item] = (await api.ok(`/mkt/profiles?addresses=${buyer.address}`)).items;
    has({ ...item, ...item.profile, ...item.identity }, "avatarSeed");
  }),
  ...(["messageToSign", "commentHash", "timestamp", "nonce"] as const).map((field) =>
    shown(`The helper of ratings returns \`${field}\`.`, async ({ tasks }) => {
      has((await tasks.selected.published()).prepared, field);
    }),
  ),
  ...(["buyerRatedWorker", "workerRatedPoster"] as const).flatMap((flag) => [
    shown(
      `Answers about a task have \`${flag}\`: public, private, and in lists.`,
      async ({ tasks, api, buyer, signed }) => {
        const { key, task } = await tasks.selected.claimed();
        const mine = await signed(buyer, "/mkt/task", key);
        const created = await tasks.cancelled.created.human();
        const listed = await api.ok(`/mkt/tasks?contract=${created.key.contract}&limit=50`);
        const board = await tasks.board("posted", buyer.address);
        for (const one of [task, mine, ...board.items, ...listed.items]) assert.equal(typeof one[flag], "boolean");
      },
    ),
    shown(`Answers about an interest have \`${flag}\`.`, async ({ tasks }) => {
      const { answer, status } = await tasks.selected.interested();
      for (const one of [answer.interest, status]) assert.equal(typeof one[flag], "boolean");
    }),
  ]),
  shown("The two flags follow the ratings on the chain: false before, true after.", async ({ tasks }) => {
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
  shown(
    "The flags do not promise a public comment: with both true there is none before it is published.",
    async ({ tasks }) => {
      const { before, verdict } = await tasks.selected.published();
      assert.equal((await tasks.selected.claimed()).task.workerRatedPoster, true);
      assert.ok(!JSON.stringify(before).includes(verdict.comment));
    },
  ),
  shown("Public comments come from GET /mkt/ratings.", async ({ tasks }) => {
    const { after, verdict } = await tasks.selected.published();
    assert.ok(JSON.stringify(after.received).includes(verdict.comment));
  }),
  shown("The status of an interest has `workflowStatus`.", async ({ tasks }) => {
    assert.equal(typeof (await tasks.selected.interested()).status.workflowStatus, "string");
  }),
  shown(
    "The status of an interest says whether to resubmit: not before a change request, and then.",
    async ({ tasks }) => {
      const before = (await tasks.selected.interested()).status;
      const { status: after } = await tasks.selected.resubmitted();
      assert.deepEqual([before.canResubmit, after.canResubmit], [false, true]);
    },
  ),
  shown("The answer to a resubmission has `code` and `_nextAction`.", async ({ tasks }) => {
    has((await tasks.selected.resubmitted()).answer, "code", "_nextAction");
  }),
  shown("The answers to a change request have `code` and `_nextAction`.", async ({ tasks }) => {
    has((await tasks.selected.changesAsked()).reply.json, "code", "_nextAction");
    has((await tasks.selected.changesRequested()).answer, "code", "_nextAction");
  }),
  decided("All other fields of the marketplace's records are left open.", "docs/interface.md#6-records"),
];

/** Milliseconds of a time as ISO 8601 or in unix seconds. */
function instantOf(time: string | number): number {
  return Number.isFinite(Number(time)) ? Number(time) * 1_000 : Date.parse(String(time));
}
