import { strict as assert } from "node:assert";
import { BODIES, CHATS, PAID } from "../purchases";
import { holds } from "../holds";
import { decided, shown, type Statement } from "../statement";

const KEY = { contract: "agent-fast", taskId: "1" };
const WORK = { text: "A first summary.", links: [] };
/** A body that each signed endpoint takes, but for the signature. */
const SIGNED: Record<string, object> = {
  "/mkt/metadata": { ...KEY, metadata: { title: "A", description: "B", category: "writing" } },
  "/mkt/submission": { ...KEY, ...WORK },
  "/mkt/rating": { ...KEY, rating: 5, comment: "Good." },
  "/mkt/feedback": { ...KEY, role: "poster", message: "Good." },
  "/mkt/private-details": KEY,
  "/mkt/interest": KEY,
  "/mkt/interest/resolve": { ...KEY, worker: `0x${"12".repeat(20)}`, decision: "reject" },
  "/mkt/task": KEY,
  "/mkt/accounting": {},
  "/mkt/accounting/export": { format: "csv" },
  "/mkt/request-changes": { ...KEY, reason: "Why?" },
  "/mkt/resubmit": {
    ...KEY,
    ...WORK,
    salt: `0x${"5a".repeat(32)}`,
    resubmissionDeadline: 4_000_000_000,
    resubmissionSignature: `0x${"5a".repeat(64)}1b`,
  },
  "/mkt/profile": { displayName: "Somebody", avatarSeed: "seed" },
};

/** Sections 5 and 6: authentication and events. */
export const ACCESS: Statement[] = [
  shown("Paid endpoints take no account.", async ({ openapi }) => {
    const { paths, security = [] } = await openapi();
    for (const path of PAID)
      assert.deepEqual(
        (paths[path].post.security ?? security).filter((one: object) => Object.keys(one).length > 0),
        [],
      );
  }),
  shown("A payment is bound to its intent: another's hash redeems nothing.", async ({ purchases, api }) => {
    const { txHash } = await purchases.chats();
    const { intentId } = await purchases.quote(CHATS);
    assert.notEqual((await api.post(CHATS, { ...BODIES[CHATS], intentId, txHash })).status, 200);
  }),
  shown("Documents and feedback need no authentication.", async ({ api, feedback }) => {
    for (const path of [
      "/.well-known/mkt-earn.json",
      "/.well-known/mkt-openapi.json",
      "/.well-known/mkt-tools.json",
      "/docs/mkt-earn-agent-api.md",
      "/docs/mkt-earn-agent-api.json",
    ])
      assert.equal((await api.get(path)).status, 200);
    assert.equal((await feedback.plain()).status, 200);
  }),
  shown("Another wallet's signature is refused.", async ({ api, buyer, worker }) => {
    const { message } = await api.ok("/mktAgentSessionChallenge", { wallet: buyer.address });
    const reply = await api.post("/mktAgentSession", { message, signature: await worker.signMessage(message) });
    holds(reply.status >= 400 && reply.status < 500);
  }),
  shown("No schema has a field for a private key.", async ({ openapi }) => {
    holds(!/"(private_?key|mnemonic|seedPhrase)"/i.test(JSON.stringify((await openapi()).paths)));
  }),
  shown("/mktAgentRevokeSession ends a session.", async ({ api, tasks, buyer }) => {
    const { key } = await tasks.selected.submitted();
    const { message } = await api.ok("/mktAgentSessionChallenge", { wallet: buyer.address });
    const { agentSessionToken } = await api.ok("/mktAgentSession", {
      message,
      signature: await buyer.signMessage(message),
    });
    const headers = { authorization: `Bearer ${agentSessionToken}` };
    const before = await api.post("/agentGetSubmissionDetails", key, headers);
    const revoked = await api.post("/mktAgentRevokeSession", {}, headers);
    const after = await api.post("/agentGetSubmissionDetails", key, headers);
    assert.deepEqual([before.status, revoked.status, after.status], [200, 200, 401]);
  }),
  shown("/agentGetSubmissionDetails needs a session.", async ({ api, tasks }) => {
    const { key } = await tasks.selected.submitted();
    assert.equal((await api.post("/agentGetSubmissionDetails", key)).status, 401);
    assert.equal((await api.post("/agentGetSubmissionDetails", key, (await tasks.session()).headers)).status, 200);
  }),
  ...Object.entries(SIGNED).map(([path, body]) =>
    shown(`${path} takes only the wallet's signature.`, async ({ api, forged }) => {
      const request = await forged(body);
      const { status, json } = await api.post(path, request);
      assert.deepEqual([status, json.code], [401, "signature_invalid"]);
      const { signature: _, ...unsigned } = request;
      holds([400, 401].includes((await api.post(path, unsigned)).status));
    }),
  ),
  decided("/agentGetPrivateDetails needs a proof of the wallet.", "docs/decisions/002-private-details-need-proof.md"),
  decided("How a session's token is sent.", "docs/interface.md#3-sessions"),
  decided("How long a session lasts.", "docs/interface.md#3-sessions"),
  decided("The challenge's form.", "docs/interface.md#3-sessions"),
  decided("The form of signed texts.", "docs/interface.md#4-signed-requests"),
  decided("What the other agent calls need.", "docs/interface.md#5-prepare-and-confirm"),
  shown("A task's roles are buyer (poster) and worker.", async ({ tasks, buyer, worker }) => {
    const { task } = await tasks.selected.staked();
    assert.deepEqual([task.poster, task.worker], [buyer.address, worker.address]);
  }),
  shown("Private reads are for poster and staked worker.", async ({ tasks, stranger, signedReply, buyer }) => {
    const { key } = await tasks.selected.staked();
    for (const path of ["/mkt/private-details", "/agentGetPrivateDetails", "/mkt/task"])
      assert.equal((await signedReply(stranger, path, key)).status, 403, path);
    assert.equal((await signedReply(buyer, "/mkt/private-details", key)).status, 200);
  }),
  decided("Events, webhooks and notifications.", "docs/interface.md#6-records"),
];
