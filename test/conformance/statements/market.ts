import { strict as assert } from "node:assert";
import { id as keccak } from "ethers";
import { has, holds } from "../holds";
import { decided, shown, type Statement } from "../statement";

/** Section 4.5: the calls under /mkt. */
export const MARKET: Statement[] = [
  shown("/mkt/metadata stores what the poster signed.", async ({ tasks }) => {
    const { answer, task, title } = await tasks.instant.described();
    assert.deepEqual([answer.ok, task.title], [true, title]);
  }),
  shown("/mkt/metadata refuses other wallets.", async ({ tasks }) => {
    assert.equal((await tasks.instant.described()).foreign.status, 403);
  }),
  shown("/mkt/submission stores what the worker signed, without a transaction.", async ({ tasks }) => {
    assert.equal((await tasks.instant.submitted()).stored.ok, true);
  }),
  shown("/mkt/submission refuses the poster.", async ({ tasks }) => {
    assert.equal((await tasks.instant.submitted()).foreign.status, 403);
  }),
  shown("/mkt/rating/prepare returns the text to sign.", async ({ tasks }) => {
    const { prepared, answer } = await tasks.selected.published();
    assert.deepEqual([typeof prepared.messageToSign, answer.ok], ["string", true]);
  }),
  shown("/mkt/rating/prepare returns `commentHash`.", async ({ tasks }) => {
    const { prepared, verdict } = await tasks.selected.published();
    assert.equal(prepared.commentHash, keccak(verdict.comment));
  }),
  shown("/mkt/rating/prepare returns `timestamp`.", async ({ tasks }) => {
    const { prepared } = await tasks.selected.published();
    holds(prepared.messageToSign.includes(String(prepared.timestamp)));
  }),
  shown("/mkt/rating/prepare returns `nonce`.", async ({ tasks }) => {
    const { prepared } = await tasks.selected.published();
    holds(prepared.messageToSign.includes(prepared.nonce));
  }),
  shown("/mkt/rating publishes rating and comment.", async ({ tasks }) => {
    const { after, verdict } = await tasks.selected.published();
    holds(JSON.stringify(after).includes(verdict.comment));
  }),
  shown("/mkt/rating needs a comment.", async ({ tasks, forged, api }) => {
    const { key, verdict } = await tasks.selected.published();
    const request = await forged({ ...key, rating: verdict.rating });
    assert.equal((await api.post("/mkt/rating", request)).status, 400);
  }),
  shown("/mkt/feedback takes the poster's, in that role.", async ({ tasks, signed, buyer }) => {
    const { key } = await tasks.selected.staked();
    has(await signed(buyer, "/mkt/feedback", { ...key, role: "poster", message: "A quick worker." }), "ok");
  }),
  shown("/mkt/feedback takes the worker's, in that role only.", async ({ tasks, signed, signedReply, worker }) => {
    const { key } = await tasks.selected.staked();
    has(await signed(worker, "/mkt/feedback", { ...key, role: "worker", message: "A clear task." }), "ok");
    assert.equal(
      (await signedReply(worker, "/mkt/feedback", { ...key, role: "poster", message: "Not mine." })).status,
      403,
    );
  }),
  shown("/mkt/private-details shows them to the poster.", async ({ tasks, signed, buyer }) => {
    const { key } = await tasks.selected.staked();
    assert.equal((await signed(buyer, "/mkt/private-details", key)).privateDetails.text, "The report is at the link.");
  }),
  shown("/mkt/interest registers a worker's interest.", async ({ tasks, worker }) => {
    const { interest } = (await tasks.selected.interested()).answer;
    assert.deepEqual([interest.worker, interest.status], [worker.address, "pending"]);
  }),
  shown("/mkt/interest/resolve approves a worker.", async ({ tasks }) => {
    assert.equal((await tasks.selected.approved()).answer.interest.status, "approved");
  }),
  shown("/mkt/interest/resolve rejects a worker.", async ({ tasks }) => {
    assert.equal((await tasks.cancelled.refused()).answer.interest.status, "rejected");
  }),
  shown("/mkt/interest/resolve is for the buyer only.", async ({ tasks }) => {
    assert.equal((await tasks.cancelled.refused()).foreign.status, 403);
  }),
  shown("/mkt/interest/status takes `taskId`, `wallet`, `contract`.", async ({ api, tasks, worker }) => {
    const { key } = await tasks.selected.interested();
    assert.equal((await tasks.status(key, worker.address)).taskId, key.taskId);
    assert.equal((await api.get(`/mkt/interest/status?taskId=${key.taskId}&contract=${key.contract}`)).status, 400);
  }),
  shown("/mkt/interest/status has interest and next action.", async ({ tasks }) => {
    const { status } = await tasks.selected.interested();
    assert.deepEqual([status.status, typeof status._nextAction], ["pending", "object"]);
  }),
  shown("/mkt/interest/status has the current `workflowStatus`.", async ({ tasks }) => {
    const seen = [
      (await tasks.selected.interested()).status,
      (await tasks.selected.staked()).status,
      (await tasks.selected.claimed()).status,
    ];
    assert.equal(new Set(seen.map(({ workflowStatus }) => workflowStatus as string)).size, 3);
  }),
  shown("/mkt/interest/status has resubmission signals.", async ({ tasks }) => {
    const { status } = await tasks.selected.resubmitted();
    assert.equal(status.canResubmit, true);
    holds(status.resubmit !== null);
  }),
  shown("/mkt/tasks lists open funded tasks.", async ({ tasks }) => {
    const { human } = await tasks.cancelled.listed();
    const { key } = await tasks.cancelled.created.human();
    holds(human.some(({ taskId }) => taskId === key.taskId));
  }),
  shown("/mkt/tasks takes `contract`, and lists no other's.", async ({ tasks }) => {
    for (const [contract, items] of Object.entries(await tasks.cancelled.listed())) {
      holds(items.length > 0);
      for (const one of items) assert.equal(one.contract, contract);
    }
  }),
  shown("GET /mkt/task takes `id` and `contract`, from anyone.", async ({ tasks }) => {
    const { key, title, task } = await tasks.selected.created();
    assert.deepEqual([task.taskId, task.title], [key.taskId, title]);
  }),
  shown("It has no private details.", async ({ tasks }) => {
    const { task } = await tasks.selected.created();
    holds(!JSON.stringify(task).includes("The report is at the link."));
  }),
  shown("POST /mkt/task is a participant's private view.", async ({ tasks, worker }) => {
    const { private: seen, key } = await tasks.selected.interested();
    assert.equal(seen.taskId, key.taskId);
    holds(JSON.stringify(seen).includes(worker.address));
  }),
  shown("/mkt/accounting reads the signing wallet's accounting only.", async ({ tasks, worker }) => {
    const answer = await tasks.selected.accounted();
    assert.equal(answer.wallet, worker.address);
  }),
  shown("/mkt/accounting returns rows of final settlements.", async ({ tasks }) => {
    const { items } = await tasks.selected.accounted();
    holds(items.length > 0);
  }),
  shown("/mkt/accounting returns totals.", async ({ tasks }) => {
    const { totals } = await tasks.selected.accounted();
    holds(totals.length > 0);
  }),
  shown("/mkt/accounting/export gives a CSV.", async ({ tasks }) => {
    const { csv } = await tasks.selected.exports();
    assert.equal(csv.status, 200);
    assert.match(csv.headers.get("content-type") ?? "", /^text\/csv/);
    holds(csv.bytes.toString().split("\n").length > 1);
  }),
  shown("The CSV can be filtered.", async ({ tasks }) => {
    const { csv, empty } = await tasks.selected.exports();
    const rows = (text: string) => text.trim().split("\n").length;
    holds(rows(empty.bytes.toString()) < rows(csv.bytes.toString()));
  }),
  shown("/mkt/accounting/export gives a PDF summary.", async ({ tasks }) => {
    const { pdf } = await tasks.selected.exports();
    assert.equal(pdf.status, 200);
    assert.equal(pdf.bytes.subarray(0, 5).toString("latin1"), "%PDF-");
  }),
  shown("/mkt/accounting/export gives a ZIP of statements.", async ({ tasks }) => {
    const { zip } = await tasks.selected.exports();
    assert.equal(zip.status, 200);
    assert.equal(zip.bytes.subarray(0, 2).toString("latin1"), "PK");
  }),
  shown("It says that it is no tax invoice.", async ({ openapi, guide }) => {
    assert.match(
      JSON.stringify((await openapi()).paths["/mkt/accounting/export"]) + (await guide()),
      /not a tax invoice/i,
    );
  }),
  shown("/mkt/request-changes gives the worker the reason.", async ({ tasks }) => {
    const { key } = await tasks.selected.changesRequested();
    holds(JSON.stringify(await tasks.submissions(key)).includes("Please name your sources."));
  }),
  shown("/mkt/resubmit takes new work without a transaction.", async ({ tasks }) => {
    const { key, answer, sent } = await tasks.selected.resubmitted();
    assert.deepEqual([answer.ok, sent], [true, 0]);
    assert.equal(
      (await tasks.submissions(key)).submissions.at(-1).submission.text,
      "A better summary, with its sources.",
    );
  }),
  shown("/mkt/ratings takes `address`: ratings received.", async ({ tasks }) => {
    const { after, verdict } = await tasks.selected.published();
    holds(after.received.items.some(({ comment }: { comment: string }) => comment === verdict.comment));
  }),
  shown("/mkt/ratings: ratings given.", async ({ tasks }) => {
    const { of: given, verdict } = await tasks.selected.published();
    holds(given.given.items.some(({ comment }: { comment: string }) => comment === verdict.comment));
  }),
  shown("/mkt/profiles takes `addresses`.", async ({ api, buyer, worker }) => {
    const { items } = await api.ok(`/mkt/profiles?addresses=${buyer.address},${worker.address}`);
    assert.equal(items.length, 2);
  }),
  shown("/mkt/profiles has a summary of ratings.", async ({ api, worker }) => {
    const [item] = (await api.ok(`/mkt/profiles?addresses=${worker.address}`)).items;
    holds(/rating|reputation|average/i.test(Object.keys(item).join()));
  }),
  shown("/mkt/profiles has `displayName` and `avatarSeed`.", async ({ tasks, api, buyer }) => {
    const { profile } = await tasks.profile();
    const [item] = (await api.ok(`/mkt/profiles?addresses=${buyer.address}`)).items;
    const { displayName, avatarSeed } = { ...item, ...item.profile, ...item.identity };
    assert.deepEqual([displayName, avatarSeed], [profile.displayName, profile.avatarSeed]);
  }),
  shown("/mkt/profile updates `displayName`.", async ({ tasks }) => {
    assert.equal((await tasks.profile()).answer.profile.displayName, (await tasks.profile()).profile.displayName);
  }),
  shown("/mkt/profile updates `avatarSeed`.", async ({ tasks }) => {
    assert.equal((await tasks.profile()).answer.profile.avatarSeed, (await tasks.profile()).profile.avatarSeed);
  }),
  shown("/mkt/dashboard takes `wallet` and `tab`.", async ({ tasks, api, buyer }) => {
    assert.equal((await tasks.board("posted", buyer.address)).tab, "posted");
    assert.equal((await api.get(`/mkt/dashboard?wallet=${buyer.address}&tab=nothing`)).status, 400);
  }),
  ...(["posted", "started", "interested", "completed"] as const).map((tab) =>
    shown(`/mkt/dashboard lists ${tab} tasks.`, async ({ tasks, buyer, worker }) => {
      const { key } = {
        posted: await tasks.cancelled.created.human(),
        started: await tasks.instant.staked(),
        interested: await tasks.cancelled.refused(),
        completed: await tasks.selected.claimed(),
      }[tab];
      const { items } =
        tab === "interested"
          ? (await tasks.cancelled.refused()).board
          : await tasks.board(tab, (tab === "posted" ? buyer : worker).address);
      holds(
        items.some(
          (one: { taskId: string; contract: string }) => one.taskId === key.taskId && one.contract === key.contract,
        ),
      );
    }),
  ),
  shown("/mkt/health has the service's health.", async ({ api }) => {
    const { status, json } = await api.get("/mkt/health");
    holds([200, 503].includes(status));
    assert.equal(typeof json.status, "string");
  }),
  shown("/mkt/health has its dependencies' status.", async ({ api }) => {
    const { json } = await api.get("/mkt/health");
    holds(Object.keys(json.checks).length > 0);
  }),
  shown("`contract` selects the human or the agent-fast contract.", async ({ tasks }) => {
    const human = (await tasks.cancelled.created.human()).task;
    const fast = (await tasks.selected.created()).task;
    assert.deepEqual([human.contract, fast.contract], ["human", "agent-fast"]);
    assert.notEqual(human.contractAddress, fast.contractAddress);
  }),
  decided("The values of `contract`.", "docs/interface.md#1-common-rules"),
  decided("All other payloads.", "hosting/docs/mkt-earn-agent-api.md#endpoints"),
];
