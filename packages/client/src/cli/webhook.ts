import type { Command } from "commander";
import type { Context } from "./context";
import type { Define, Options } from "./define";

interface Webhook {
  id: string;
  url: string;
  types: string[];
  scope: string;
  status: string;
  disabledReason: string | null;
  failingSince: string | null;
}
interface Delivery {
  id: string;
  type: string;
  status: string;
  attempts: number;
  result: string | null;
  createdAt: string;
}
interface Changed {
  webhook: Webhook | null;
  secret: string | null;
  test: { passed: boolean; result: string } | null;
  delivery: Delivery | null;
}

/** Commands that create, test and change webhooks. */
export function addWebhookCommands(program: Command, define: Define): void {
  const group = program.command("webhook").description("be told of events by HTTPS requests to your server");
  define(
    group
      .command("create")
      .description("create a webhook; prints its secret, once")
      .argument("<url>", "https, port 443 or 8443")
      .requiredOption("--types <types>", "types of events, separated by commas, such as task.created")
      .option("--scope <scope>", "mine, task or market", "mine")
      .option("--task <id>", "with the scope task: the task's id")
      .option("--contract <contract>", "human or agent-fast: of the task, or of the market")
      .option("--category <category>", "with the scope market")
      .option("--country <country>", "with the scope market")
      .option("--industry <industry>", "with the scope market")
      .option("--poster <wallet>", "with the scope market")
      .option("--min-reward <usdc>", "with the scope market")
      .option("--max-reward <usdc>", "with the scope market")
      .option("--description <text>", "for your own lists"),
    async (context, options, url = "") => {
      const json = await change(context, { action: "create", url, ...selection(options) });
      const id = json.webhook?.id ?? "";
      const text = [`${id}`, `Secret, shown only now: ${json.secret ?? ""}`, `Next: mkt webhook test ${id}`].join("\n");
      return { json, text };
    },
  );
  define(group.command("list").description("your webhooks"), async (context) => {
    const json = await (await context.mkt()).signed<{ webhooks: Webhook[] }>("/mkt/webhooks/status", {});
    return { json, text: json.webhooks.map(lineOf).join("\n") || "No webhooks." };
  });
  define(
    withId(group.command("deliveries").description("what was sent, newest first")),
    async (context, _options, id = "") => {
      const mkt = await context.mkt();
      const json = await mkt.signed<{ deliveries: { items: Delivery[] } }>("/mkt/webhooks/status", { id });
      return { json, text: json.deliveries.items.map(deliveryLine).join("\n") || "No deliveries." };
    },
  );
  define(
    withId(group.command("test").description("send a signed challenge; a webhook that echoes it is active")),
    async (context, _options, id = "") => {
      const json = await change(context, { action: "test", id });
      return { json, text: `${json.test?.passed ? "Passed" : "Not passed"}: ${json.test?.result ?? ""}` };
    },
  );
  define(
    withId(group.command("rotate").description("get a new secret; the former one also signs for a day")),
    async (context, _options, id = "") => {
      const json = await change(context, { action: "rotateSecret", id });
      return { json, text: `Secret, shown only now: ${json.secret ?? ""}` };
    },
  );
  define(withId(group.command("delete").description("delete a webhook")), async (context, _options, id = "") => {
    return { json: await change(context, { action: "delete", id }), text: `Deleted ${id}` };
  });
  define(
    group.command("replay").description("send a delivery again").argument("<delivery>", "its id, as listed"),
    async (context, _options, deliveryId = "") => {
      const json = await change(context, { action: "replay", deliveryId });
      return { json, text: json.delivery ? deliveryLine(json.delivery) : "" };
    },
  );
}

const withId = (command: Command) => command.argument("<id>", "the webhook's id");

async function change(context: Context, body: object): Promise<Changed> {
  return (await context.mkt()).signed<Changed>("/mkt/webhooks", body);
}

/** What the options select; options that are not given are left out. */
function selection({ types = "", scope, task, description, contract, ...options }: Options): object {
  const filter = {
    contract,
    category: options["category"],
    country: options["country"],
    industry: options["industry"],
    poster: options["poster"],
    minRewardUsdc: options["minReward"],
    maxRewardUsdc: options["maxReward"],
  };
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
  return {
    types: types.split(",").map((type) => type.trim()),
    scope,
    ...(task !== undefined && { task: { ...(contract !== undefined && { contract }), taskId: task } }),
    ...(task === undefined && Object.keys(given).length > 0 && { filter: given }),
    ...(description !== undefined && { description }),
  };
}

function lineOf({ id, url, types, scope, status, disabledReason, failingSince }: Webhook): string {
  const state = disabledReason
    ? `${status} (${disabledReason})`
    : failingSince
      ? `failing since ${failingSince}`
      : status;
  return `${id}  ${state}  ${scope}  ${types.join(",")}  ${url}`;
}

function deliveryLine({ id, type, status, attempts, result, createdAt }: Delivery): string {
  return `${id}  ${createdAt}  ${type}  ${status}  ${attempts} attempts  ${result ?? ""}`;
}
