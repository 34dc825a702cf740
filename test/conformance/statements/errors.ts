import { strict as assert } from "node:assert";
import { hexlify, randomBytes } from "ethers";
import type { Reply } from "../api";
import { ANALYTICS, BODIES, CHATS } from "../purchases";
import { holds } from "../holds";
import { decided, shown, type Statement } from "../statement";

/** Section 7: errors. */
export const ERRORS: Statement[] = [
  shown("Success is 200.", async ({ purchases, tasks }) => {
    assert.deepEqual([(await purchases.chats()).answer.status, (await tasks.session()).opened.status], [200, 200]);
  }),
  shown("`intent_required`: no `intentId`.", async ({ api }) => {
    code(await api.post(CHATS, { ...BODIES[CHATS], txHash: hexlify(randomBytes(32)) }), "intent_required");
  }),
  shown("`intent_not_found`: unknown `intentId`.", async ({ api, purchases }) => {
    const { intentId } = await purchases.quotes[CHATS]();
    const half = Math.floor(intentId.length / 2);
    const unknown = intentId.slice(0, half) + (intentId[half] === "A" ? "B" : "A") + intentId.slice(half + 1);
    code(
      await api.post(CHATS, { ...BODIES[CHATS], intentId: unknown, txHash: hexlify(randomBytes(32)) }),
      "intent_not_found",
    );
  }),
  shown("`tx_required`: no `txHash`.", async ({ api, purchases }) => {
    const { intentId } = await purchases.quotes[CHATS]();
    code(await api.post(CHATS, { ...BODIES[CHATS], intentId }), "tx_required");
  }),
  shown("`tx_not_confirmed`: not confirmed yet.", async ({ api, purchases }) => {
    const { intentId } = await purchases.quote(CHATS);
    code(await api.post(CHATS, { ...BODIES[CHATS], intentId, txHash: hexlify(randomBytes(32)) }), "tx_not_confirmed");
  }),
  shown("`transfer_not_found`: no transfer matches.", async ({ purchases, confirmed }) => {
    const { intentId } = await purchases.quote(CHATS);
    code(
      await confirmed(CHATS, { ...BODIES[CHATS], intentId, txHash: await purchases.elsewhere() }),
      "transfer_not_found",
    );
  }),
  shown("`insufficient_amount`: less than the price.", async ({ purchases, confirmed }) => {
    const { intentId } = await purchases.quote(CHATS);
    code(
      await confirmed(CHATS, { ...BODIES[CHATS], intentId, txHash: await purchases.tooLittle() }),
      "insufficient_amount",
    );
  }),
  shown("`tx_already_used`: redeemed before.", async ({ purchases, confirmed }) => {
    const { txHash } = await purchases.chats();
    const { intentId } = await purchases.quote(CHATS);
    code(await confirmed(CHATS, { ...BODIES[CHATS], intentId, txHash }), "tx_already_used");
  }),
  shown("`invalid_filters`: analytics only.", async ({ openapi }) => {
    const { paths } = await openapi();
    const withIt = Object.keys(paths).filter((path) => JSON.stringify(paths[path]).includes("invalid_filters"));
    assert.deepEqual(
      withIt.filter((path) => path !== ANALYTICS),
      [],
    );
  }),
  shown("`intent_tx_mismatch`: paid for another intent.", async ({ purchases, confirmed }) => {
    const { txHash } = await purchases.analytics();
    const { intentId } = await purchases.quote(ANALYTICS);
    code(await confirmed(ANALYTICS, { ...BODIES[ANALYTICS], intentId, txHash }), "intent_tx_mismatch");
  }),
  shown("/mkt/request-changes answers `code` and `_nextAction`.", async ({ tasks }) => {
    const { code: first, _nextAction } = (await tasks.selected.changesAsked()).reply.json;
    assert.deepEqual([typeof first, _nextAction.endpoint], ["string", "/mkt/request-changes"]);
  }),
  shown("/mkt/resubmit answers `code` and `_nextAction`.", async ({ tasks }) => {
    const { code: resubmitted, _nextAction } = (await tasks.selected.resubmitted()).answer;
    assert.deepEqual([typeof resubmitted, typeof _nextAction.endpoint], ["string", "string"]);
  }),
  decided("Each code's HTTP status.", "hosting/docs/mkt-earn-agent-api.md#errors"),
  decided("The form of an error's body.", "docs/interface.md#1-common-rules"),
];

function code({ status, json }: Reply, expected: string): void {
  assert.equal(json?.code, expected);
  holds(status >= 400 && status < 600 && status !== 500, String(status));
}
