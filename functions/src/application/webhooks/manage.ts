import { toAddress, type Address } from "../../domain/address";
import { refuse, refuseField } from "../../domain/errors";
import { requireEscrow, requireEscrows } from "../../domain/messages/requestText";
import { tagOf } from "../../domain/task/labels";
import { requireCountry, requireTime, requireWords, type SearchInput } from "../../domain/task/search";
import { iso } from "../../domain/time";
import type { UnitOfWork } from "../../domain/unitOfWork";
import { outcomeOf } from "../../domain/webhooks/delivery";
import {
  HEALTHY,
  MAX_SUBSCRIPTIONS,
  OVERLAP_MS,
  deliveryView,
  subscriptionView,
  type MarketFilter,
  type Selection,
  type Subscription,
} from "../../domain/webhooks/subscription";
import { newSeed, SALT_BYTES, seedText, type WebhookKey } from "../../domain/webhooks/secret";
import type { StoredSubscription } from "../../ports/events";
import type { Static } from "../../schema/build";
import type { WebhookChange } from "../../schema/webhook";
import type { Services } from "../services";
import { headersFor } from "./send";

/** Tests of all wallets together that one host gets in a minute. */
const MAX_TESTS_PER_HOST = 10;
/** And of one client, for all hosts and wallets: names of hosts cost nothing, and a test takes up to ten seconds. */
const MAX_TESTS_PER_CLIENT = 20;
/** A receiver answers a test with the challenge alone, or as JSON with little else. */
const MAX_CHALLENGE_REPLY_BYTES = 1_024;

/** What a request selects, before it is checked. */
export interface Requested extends Partial<Omit<Selection, "task" | "filter">> {
  readonly task?: { contract?: string; taskId: string | number };
  /** As /mkt/tasks is asked; what it is sorted by has no meaning here. */
  readonly filter?: Omit<MarketFilter, "contract"> & Pick<SearchInput, "contract" | "sort">;
}

interface Context {
  readonly wallet: Address;
  readonly unit: UnitOfWork;
  readonly nowMs: number;
  readonly randomBytes: (size: number) => Buffer;
  /** Who sends it, as limits count. */
  readonly client: () => string;
}

/** Creates a subscription, which gets nothing before it passes a test. */
async function create(requested: Requested, context: Context, services: Services) {
  const { wallet, unit, nowMs, randomBytes } = context;
  const keys = requireKeys(services);
  const subscription: Subscription = {
    ...(await selected(requested, null, services)),
    id: `wh_${randomBytes(16).toString("hex")}`,
    wallet,
    status: "unverified",
    disabledReason: null,
    seed: newSeed(keys, randomBytes(SALT_BYTES)),
    formerSeed: null,
    health: HEALTHY,
    isKnown: false,
    createdAt: nowMs,
  };
  if (!(await services.webhooks.create(subscription, unit))) {
    refuse("webhook_limit_reached", `A wallet has at most ${MAX_SUBSCRIPTIONS} webhooks. Delete one, or update it.`);
  }
  return subscription;
}

/** Changes what is given. Another URL has to pass a test first. */
async function update(id: string, requested: Requested, { wallet, unit }: Context, services: Services) {
  const stored = await ownStored(id, wallet, services);
  const { subscription: known } = stored;
  const selection = await selected(requested, known, services);
  const isMoved = selection.url !== known.url;
  const changed: Subscription = {
    ...known,
    ...selection,
    ...(isMoved && { status: "unverified" as const, disabledReason: null, health: HEALTHY }),
  };
  stored.replace(changed, unit);
  return changed;
}

/** Gives a new secret; the one before it also signs for a day. */
async function rotate(id: string, context: Context, services: Services) {
  const { wallet, unit, nowMs, randomBytes } = context;
  const keys = requireKeys(services);
  const stored = await ownStored(id, wallet, services);
  const { subscription: known } = stored;
  const subscription: Subscription = {
    ...known,
    seed: newSeed(keys, randomBytes(SALT_BYTES)),
    formerSeed: { ...known.seed, until: nowMs + OVERLAP_MS },
  };
  stored.replace(subscription, unit);
  return subscription;
}

async function remove(id: string, { wallet, unit }: Context, services: Services) {
  const known = await own(id, wallet, services);
  await services.webhooks.delete(known, unit);
  return known;
}

/**
 * Sends a signed challenge. A receiver that echoes it makes the subscription active, even a disabled one.
 * Tests are limited for each host, and for each client, across all wallets.
 */
async function test(id: string, { wallet, unit, nowMs, randomBytes, client }: Context, services: Services) {
  const stored = await ownStored(id, wallet, services);
  const { subscription: known } = stored;
  const host = new URL(known.url).host;
  for (const [key, most, whose] of [
    [`webhook-test-by|${client()}`, MAX_TESTS_PER_CLIENT, "Your address starts"],
    [`webhook-test|${host}`, MAX_TESTS_PER_HOST, "This host gets"],
  ] as const) {
    const wait = await services.rateLimiter.spend(key, most, nowMs);
    if (wait > 0)
      refuse("rate_limited", `${whose} at most ${most} tests a minute. Retry in ${wait} s.`, { retryAfter: wait });
  }
  const challenge = randomBytes(24).toString("base64url");
  const message = {
    id: `msg_${randomBytes(16).toString("hex")}`,
    timestamp: Math.floor(nowMs / 1000),
    body: JSON.stringify({ type: "webhook.test", timestamp: iso(nowMs), data: { challenge } }),
  };
  const headers = headersFor(known, message, 1, requireKeys(services), nowMs);
  if (!headers)
    refuse("state_conflict", "The server key of this webhook's secret was removed. Rotate the secret first.");
  const reply = await services.webhookSender.post(known.url, headers, message.body, MAX_CHALLENGE_REPLY_BYTES);
  const outcome = "fault" in reply ? { kind: "failed", result: reply.fault } : outcomeOf(reply.status);
  if (outcome.kind !== "delivered") return { subscription: known, passed: false, result: outcome.result };
  if (!("text" in reply) || !echoes(reply.text, challenge)) {
    return {
      subscription: known,
      passed: false,
      result: `${outcome.result}, but without data.challenge in its answer`,
    };
  }
  const { completed } = await services.counters.of(wallet);
  const active = { status: "active", disabledReason: null, health: HEALTHY, isKnown: completed > 0 } as const;
  const subscription: Subscription = { ...known, ...active };
  stored.replace(subscription, unit);
  return { subscription, passed: true, result: outcome.result };
}

/** Sends a delivery again, or at once if it is waiting for its next attempt. */
async function replay(id: string, { wallet, nowMs }: Context, services: Services) {
  const delivery = await services.webhooks.replay(id, wallet, nowMs);
  if (!delivery)
    refuse(
      "webhook_not_found",
      "This wallet has no delivery with this id, or it is older than 30 days. POST /mkt/webhooks/status lists them.",
    );
  const { subscriptionId, replays } = delivery;
  // A replay waits behind what is new.
  await services.deliveryQueue.add(`${id}-r${replays}`, { deliveryId: id, subscriptionId, isOwn: false });
  return delivery;
}

/** The wallet's own subscription; refuses `webhook_not_found`. */
export async function own(id: string, wallet: Address, services: Services): Promise<Subscription> {
  return (await ownStored(id, wallet, services)).subscription;
}

async function ownStored(id: string, wallet: Address, { webhooks }: Services): Promise<StoredSubscription> {
  const found = await webhooks.find(id);
  if (found?.subscription.wallet !== wallet)
    refuse("webhook_not_found", "This wallet has no webhook with this id. POST /mkt/webhooks/status lists them.");
  return found;
}

/** The keys of secrets; refuses `dependency_unavailable` where the deployment has no webhooks. */
function requireKeys({ settings }: Services): readonly WebhookKey[] {
  return (
    settings.webhooks?.keys ??
    refuse("dependency_unavailable", "This deployment of the service has no webhooks. Read GET /mkt/events instead.")
  );
}

/** What a subscription is to select, given what it selects already. */
async function selected(requested: Requested, known: Selection | null, services: Services): Promise<Selection> {
  const { scope, types, url } = { ...known, ...requested };
  if (scope === undefined || types === undefined || url === undefined) {
    refuse("invalid_request", "A new webhook needs url, types and scope.", {
      errors: [
        ["url", url],
        ["types", types],
        ["scope", scope],
      ].flatMap(([name, value]) =>
        value === undefined ? [{ pointer: `/${String(name)}`, message: "is required" }] : [],
      ),
    });
  }
  const { escrows } = services.settings;
  const isSameScope = scope === known?.scope;
  const task = requested.task
    ? { contract: requireEscrow(requested.task.contract, escrows).name, taskId: BigInt(requested.task.taskId) }
    : isSameScope
      ? known.task
      : null;
  const filter = requested.filter ? filterOf(requested.filter, services) : isSameScope ? known.filter : {};
  requireFor("task", scope, task !== null, true);
  requireFor("market", scope, Object.keys(filter).length > 0, false);
  if (url !== known?.url) {
    const rule = await services.webhookSender.brokenRule(url);
    if (rule) refuseField("/url", rule);
  }
  const description = requested.description ?? known?.description ?? "";
  return { url, types, scope, task, filter, description };
}

/** Refuses a task or a filter with another scope, and a missing task. */
function requireFor(own: "task" | "market", scope: Selection["scope"], isGiven: boolean, isRequired: boolean): void {
  const field = own === "task" ? "task" : "filter";
  const message =
    scope === own
      ? isRequired && !isGiven && `is required with the scope ${own}`
      : isGiven && `is for the scope ${own} only`;
  if (message) refuseField(`/${field}`, message);
}

function filterOf(
  { contract, poster, country, tag, sort: _sort, ...rest }: NonNullable<Requested["filter"]>,
  { settings }: Services,
): MarketFilter {
  if (rest.closesBefore !== undefined) requireTime(rest.closesBefore, "/filter/closesBefore");
  if (rest.q !== undefined) requireWords(rest.q, "/filter/q");
  const address = poster === undefined ? null : toAddress(poster);
  return {
    ...rest,
    ...(contract !== undefined && { contract: requireEscrow(contract, requireEscrows(settings.escrows)).name }),
    ...(address && { poster: address }),
    ...(country !== undefined && { country: requireCountry(country, "/filter/country") }),
    ...(tag !== undefined && { tag: tagOf(tag) }),
  };
}

/** Whether an answer is the challenge, or a JSON object with it as `challenge`. */
function echoes(answer: string, challenge: string): boolean {
  if (answer.trim() === challenge) return true;
  try {
    return (JSON.parse(answer) as { challenge?: unknown } | null)?.challenge === challenge;
  } catch {
    return false;
  }
}

type Change = Static<typeof WebhookChange>;

/** Refuses a change that does not name the webhook or the delivery that it is for. */
export function requireTarget(change: Change): void {
  const field = change.action === "replay" ? "deliveryId" : "id";
  if (change.action === "create" || change[field]) return;
  const message = `is required with the action ${change.action}`;
  refuseField(`/${field}`, message);
}

/** Does what one request asks for. Its `secret` is the seed: what is stored for repeats holds no secret. */
export async function changeWebhook(change: Change, context: Context, services: Services) {
  const { action, id = "", deliveryId = "", ...requested } = change;
  const { nowMs } = context;
  const answer = { ok: true as const, webhook: null, secret: null, test: null, delivery: null };
  switch (action) {
    case "create":
    case "rotateSecret": {
      const subscription =
        action === "create" ? await create(requested, context, services) : await rotate(id, context, services);
      return { ...answer, webhook: subscriptionView(subscription, nowMs), secret: seedText(subscription.seed) };
    }
    case "update":
      return { ...answer, webhook: subscriptionView(await update(id, requested, context, services), nowMs) };
    case "delete":
      return { ...answer, webhook: subscriptionView(await remove(id, context, services), nowMs) };
    case "test": {
      const { subscription, ...tested } = await test(id, context, services);
      return { ...answer, webhook: subscriptionView(subscription, nowMs), test: tested };
    }
    case "replay":
      return { ...answer, delivery: deliveryView(await replay(deliveryId, context, services)) };
  }
}
