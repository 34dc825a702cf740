import { strict as assert } from "node:assert";
import { PAID, unitsOf } from "../purchases";
import { holds } from "../holds";
import { decided, shown, type Statement } from "../statement";
import { NotShown } from "../world";

/** Sections 8 and 9: limits and versions. */
export const LIMITS: Statement[] = [
  shown("A paid request costs at least 0.49 USDC.", async ({ purchases }) => {
    for (const path of PAID) holds((await purchases.quotes[path]()).priceUnits >= unitsOf("0.49"));
  }),
  shown("Payments are made on chain 8453.", async ({ purchases }) => {
    const ids = await Promise.all(PAID.map(async (path) => Number((await purchases.quotes[path]()).pay.chainId)));
    if (ids.every((id) => id === 84532)) throw new NotShown("this deployment is on the test network");
    assert.deepEqual(ids, [8453, 8453, 8453]);
  }),
  shown("They go to the recipient in `Pay`.", async ({ purchases }) => {
    const { quote, answer } = await purchases.chats();
    assert.match(quote.pay.recipient, /^0x[0-9a-fA-F]{40}$/);
    assert.equal(answer.status, 200);
  }),
  shown("Their token is listed in `X-Payment-Contracts`.", async ({ purchases }) => {
    const { quote, answer } = await purchases.chats();
    holds(quote.contracts.length > 0);
    assert.equal(answer.status, 200);
  }),
  shown("Cancelling costs 1 USDC on the human contract.", async ({ tasks }) => {
    const costs = await tasks.cancelled.costs.human();
    assert.deepEqual(
      costs.map(({ units }) => units),
      [unitsOf("1"), unitsOf("1")],
    );
  }),
  shown("Cancelling costs 0.5 USDC on the agent-fast contract.", async ({ tasks }) => {
    const costs = await tasks.cancelled.costs["agent-fast"]();
    assert.deepEqual(
      costs.map(({ units }) => units),
      [unitsOf("0.5"), unitsOf("0.5")],
    );
  }),
  decided("How long a quote is valid.", "docs/interface.md#2-paid-endpoints"),
  decided("Rate limits.", "docs/threats.md#endpoints"),
  decided("A request's size.", "hosting/docs/mkt-earn-agent-api.md#ground-rules"),
  decided("Page sizes.", "docs/interface.md#1-common-rules"),
  shown("The interface's version is 1.0.0.", async ({ openapi }) => {
    assert.equal((await openapi()).info.version, "1.0.0");
  }),
  shown("The guide has a public changelog.", async ({ guide }) => {
    assert.match(await guide(), /^## Changelog$/m);
  }),
  shown("The changelog has dates.", async ({ guide }) => {
    const [, changelog = ""] = (await guide()).split(/^## Changelog$/m);
    assert.match(changelog, /\d{4}-\d{2}-\d{2}/);
  }),
  decided("The changelog's form and address.", "docs/interface.md#7-versions"),
  decided("Deprecation and compatibility.", "docs/decisions/009-compatibility-promise.md"),
];
