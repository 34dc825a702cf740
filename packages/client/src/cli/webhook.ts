import { Option, type Command } from "commander";
import type { TaskSearch } from "../service/reader";
import type { Context } from "./context";
import type { Define, Options } from "./define";
import { filterIn, withFilter } from "./search";
import { oneLine } from "./printable";
import { pageOf, withPage } from "./steps";
import { usage } from "./usage";
import type { Webhook, WebhookDelivery, WebhookSelection, Webhooks } from "../account/webhooks";

/** Commands that create, test and change webhooks. */
export function addWebhookCommands(program: Command, define: Define): void {
  const group = program.command("webhook").description("be told of events by HTTPS requests to your server");
  define(
    withSelection(
      group
        .command("create")
        .description("create a webhook; prints its secret, once")
        .argument("<url>", "https, port 443 or 8443")
        .requiredOption("--types <types>", TYPES),
    ),
    async (context, options, url = "") => {
      const { types = [], ...selected } = selection(options);
      const json = await (await hooks(context)).create({ url, types, scope: "mine", ...selected });
      return { json, text: detailsOf(json) };
    },
  );
  define(group.command("list").description("your webhooks"), async (context) => {
    const webhooks = await (await hooks(context)).list();
    return { json: { webhooks }, text: webhooks.flatMap(linesOf).join("\n") || "No webhooks." };
  });
  define(
    withPage(withId(group.command("deliveries").description("what was sent in the last 30 days, newest first"))),
    async (context, options, id = "") => {
      const json = await (await hooks(context)).status(id, pageOf(options));
      const { deliveries, nextCursor } = json;
      const more = nextCursor === null ? [] : [`More: mkt webhook deliveries ${id} --cursor ${nextCursor}`];
      return { json, text: [...deliveries.map(deliveryLine), ...more].join("\n") || "No deliveries." };
    },
  );
  define(
    withId(group.command("test").description("send a signed challenge; a webhook that echoes it is active")),
    async (context, _options, id = "") => {
      const json = await (await hooks(context)).test(id);
      const { passed, result } = json;
      if (passed) return { json, text: `Passed: ${result}. The webhook is active.` };
      const error = new Error("Your server must verify the signature and answer with data.challenge.");
      return { json, text: `Not passed: ${result}`, error };
    },
  );
  define(
    withId(group.command("rotate").description("get a new secret; the former one also signs for a day")),
    async (context, _options, id = "") => {
      const json = await (await hooks(context)).rotate(id);
      return { json, text: detailsOf(json) };
    },
  );
  define(
    withSelection(withId(group.command("update").description("change what is given, and leave the rest as it is")))
      .option("--url <url>", "https, port 443 or 8443; needs another test")
      .option("--types <types>", TYPES),
    async (context, { url, ...options }, id = "") => {
      const changes = { ...(url !== undefined && { url }), ...selection(options) };
      if (Object.keys(changes).length === 0) throw usage("Give what to change, such as --types or --url.");
      const webhook = await (await hooks(context)).update(id, changes);
      return { json: { webhook }, text: linesOf(webhook).join("\n") };
    },
  );
  define(withId(group.command("delete").description("delete a webhook")), async (context, _options, id = "") => {
    return { json: { webhook: await (await hooks(context)).delete(id) }, text: `Deleted ${id}` };
  });
  define(
    group
      .command("replay")
      .description("send a delivery again, under the same id")
      .argument("<delivery>", "its id, as mkt webhook deliveries lists it"),
    async (context, _options, deliveryId = "") => {
      const delivery = await (await hooks(context)).replay(deliveryId);
      return { json: { delivery }, text: deliveryLine(delivery) };
    },
  );
}

const TYPES = "types of events, separated by commas, such as task.created,task.settled";

const withId = (command: Command) => command.argument("<id>", "the webhook's id");

function withSelection(command: Command): Command {
  return withFilter(
    command
      .addOption(
        new Option(
          "--scope <scope>",
          "mine: your wallet's events, the default; task with --task; market with a filter",
        ).choices(["mine", "task", "market"]),
      )
      .option("--task <id>", "the events of this task")
      .addOption(
        new Option("--contract <name>", "the task's deployment, or a filter by deployment").choices([
          "human",
          "agent-fast",
        ]),
      )
      .option("--words <text>", "filter: words that all occur in the title, tags or description"),
  )
    .addOption(new Option("--status <status>", "filter: the task's at the event").choices(["open", "settled", "all"]))
    .option("--description <text>", "for your own lists");
}

async function hooks(context: Context): Promise<Webhooks> {
  return (await context.mkt()).webhooks;
}

/** What the options select; options that are not given are left out. */
function selection({ types, scope, task, description, contract, words, ...options }: Options): WebhookSelection {
  const deployment = contract === undefined ? {} : { contract };
  const filter: TaskSearch | null =
    task === undefined ? { ...deployment, ...filterIn(options), ...(words !== undefined && { q: words }) } : null;
  const isFiltered = filter !== null && Object.keys(filter).length > 0;
  const implied = task !== undefined ? "task" : isFiltered ? "market" : undefined;
  // The service refuses unknown types and names them.
  return {
    ...(types !== undefined && { types: types.split(",").map((type) => type.trim()) }),
    ...((scope ?? implied) !== undefined && { scope: scope ?? implied }),
    ...(task !== undefined && { task: { ...deployment, taskId: task } }),
    ...(isFiltered && { filter }),
    ...(description !== undefined && { description }),
  } as WebhookSelection;
}

/** The webhook and its new secret. */
function detailsOf({ webhook, secret }: { webhook: Webhook; secret: string }): string {
  return [...linesOf(webhook), `Secret, shown only now: ${secret}`].join("\n");
}

function linesOf({ id, url, types, scope, task, filter, description, ...webhook }: Webhook): string[] {
  const about = task
    ? `task ${task.contract} ${task.taskId}`
    : [scope, ...Object.entries(filter).map(([name, value]) => `${name}=${JSON.stringify(value)}`)].join(" ");
  return [
    `${id}  ${stateOf(webhook)}`,
    `  ${types.join(", ")} of: ${about}`,
    `  to ${oneLine(url)}${description === "" ? "" : ` (${oneLine(description)})`}`,
    ...(webhook.status === "active" ? [] : [`  Next: start your server with the secret, then mkt webhook test ${id}`]),
  ];
}

function stateOf({
  status,
  disabledReason,
  failingSince,
  pausedUntil,
}: Pick<Webhook, "status" | "disabledReason" | "failingSince" | "pausedUntil">): string {
  if (disabledReason) return `${status} (${disabledReason})`;
  if (failingSince) return `${status}, failing since ${failingSince}`;
  return pausedUntil ? `${status}, slow: paused until ${pausedUntil}` : status;
}

function deliveryLine({ id, type, status, attempts, result, createdAt }: WebhookDelivery): string {
  const tries = attempts === 1 ? "1 attempt" : `${attempts} attempts`;
  return [id, createdAt, type, status, tries, ...(result ? [oneLine(result)] : [])].join("  ");
}
