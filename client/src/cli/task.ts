import { Option, type Command } from "commander";
import type { NewTask } from "../poster";
import type { Confirmed } from "../steps";
import type { Task } from "../taskKey";
import { usage, type Context } from "./context";
import { keyOf, textOf } from "./input";
import type { Define, Outcome } from "./run";
import { taskLine, taskText, visible } from "./show";

type Options = Record<string, string | undefined>;

const contract = () => new Option("--contract <name>", "the deployment").choices(["human", "agent-fast"]).default("human");

/** Everything about tasks: reading, offering, doing and judging them. */
export function addTaskCommands(program: Command, define: Define): void {
  const task = program.command("task").description("offer, find, do and judge tasks");

  define(
    task.command("list").description("open tasks, the newest first").option("--contract <name>", "of one deployment only")
      .option("--limit <number>", "at most so many", "20").option("--cursor <cursor>", "go on behind an earlier page"),
    async (context, { contract: named, limit = "20", cursor }) => {
      const query = { limit: Number(limit), ...(named !== undefined && { contract: named }), ...(cursor !== undefined && { cursor }) };
      const page = await (await context.mkt()).tasks(query);
      const more = page.nextCursor === null ? [] : [`More: --cursor ${page.nextCursor}`];
      return { json: page, text: page.items.length === 0 ? "No open tasks." : [...page.items.map(taskLine), ...more].join("\n") };
    },
  );

  define(task.command("show").description("a task as everybody sees it").argument("<id>").addOption(contract()), async (context, options, id = "") => {
    const found = await (await context.mkt()).task(keyOf(id, options["contract"]));
    return { json: found, text: taskText(found) };
  });

  define(
    task.command("create").description("put a reward into escrow for work to be done")
      .requiredOption("--title <text>").requiredOption("--description <text>", "the text, @file, or - for the standard input")
      .requiredOption("--category <text>").requiredOption("--reward <usdc>").requiredOption("--stake <usdc>").addOption(contract())
      .addOption(new Option("--mode <mode>", "instant: who stakes first starts; selection: whom you choose").choices(["instant", "selection"]).default("instant"))
      .option("--industry <text>").option("--country <code>").option("--tags <list>", "separated by commas")
      .option("--private <text>", "details for the worker who staked: the text, @file or -").option("--rounds <number>", "how often you may ask for changes")
      .option("--key <name>", "names the creation, so that it is not made twice"),
    async (context, options) => stepped(context, options, async (mkt, more) => mkt.poster.create(await newTask(options, context), more)),
  );

  addWork(task.command("work").description("the worker's side"), define);
  addDecisions(task.command("decide").description("the poster's side"), define);
}

function addWork(work: Command, define: Define): void {
  const step = (name: string, description: string) => work.command(name).description(description).argument("<id>").addOption(contract());
  const words = (command: Command, required = true) => {
    const what = "the text, @file, or - for the standard input";
    return (required ? command.requiredOption("--text <text>", what) : command.option("--text <text>", what)).option("--link <url...>", "https links beside it");
  };

  define(words(step("interest", "tell the poster that you would do it"), false), async (context, options, id = "") => {
    const message = options["text"] === undefined ? undefined : await textOf(options["text"], context.terminal);
    return answered(await (await context.mkt()).worker.interest(keyOf(id, options["contract"]), message), ({ interest }) => `Interest is ${interest.status}.`);
  });
  define(step("withdraw", "take the interest back"), async (context, options, id = "") =>
    answered(await (await context.mkt()).worker.withdraw(keyOf(id, options["contract"])), ({ interest }) => `Interest is ${interest.status}.`));
  define(step("stake", "put in the stake and start"), async (context, options, id = "") =>
    stepped(context, options, (mkt, more) => mkt.worker.stake(keyOf(id, options["contract"]), more)));
  define(step("details", "read the private details"), async (context, options, id = "") =>
    answered(await (await context.mkt()).privateDetails(keyOf(id, options["contract"])), (details) => (details ? [details.text, ...details.links].map(visible).join("\n") : "There are none.")));
  define(words(step("submit", "hand in the work")), async (context, options, id = "") =>
    stepped(context, options, async (mkt, more) => mkt.worker.submit(keyOf(id, options["contract"]), await wordsOf(options, context), more)));
  define(words(step("resubmit", "answer a change request by signature, without gas")), async (context, options, id = "") =>
    answered(await (await context.mkt()).worker.resubmit(keyOf(id, options["contract"]), await wordsOf(options, context)), ({ task }) => taskText(task)));
  define(words(step("contest", "take a rejection to the arbiter")), async (context, options, id = "") =>
    stepped(context, options, async (mkt, more) => mkt.worker.contest(keyOf(id, options["contract"]), await wordsOf(options, context), more)));
  define(step("concede", "accept a rejection"), async (context, options, id = "") =>
    stepped(context, options, (mkt, more) => mkt.worker.concede(keyOf(id, options["contract"]), more)));
  define(rated(step("rate", "rate the poster and take the stake back")), async (context, options, id = "") =>
    stepped(context, options, (mkt, more) => mkt.worker.rateAndClaim(keyOf(id, options["contract"]), ratingOf(options), more)));
}

function addDecisions(decide: Command, define: Define): void {
  const step = (name: string, description: string) => decide.command(name).description(description).argument("<id>").addOption(contract());
  const worker = (name: string, description: string) => step(name, description).argument("<worker>", "the worker's address");
  const judged = (name: string, description: string) => rated(step(name, description)).requiredOption("--submission <hash>", "the work that you have read, as `decide read` names it");

  define(worker("select", "choose a worker"), async (context, options, id = "", address = "") =>
    answered(await (await context.mkt()).poster.select(keyOf(id, options["contract"]), address), ({ interest }) => `${address} is ${interest.status}.`));
  define(worker("decline", "tell a worker no"), async (context, options, id = "", address = "") =>
    answered(await (await context.mkt()).poster.decline(keyOf(id, options["contract"]), address), ({ interest }) => `${address} is ${interest.status}.`));
  define(step("read", "read the work that was handed in"), async (context, options, id = "") =>
    answered(await (await context.mkt()).submissions(keyOf(id, options["contract"])), ({ submissions }) =>
      submissions.map(({ submissionHash, submission }) => `${submissionHash}\n  ${visible(submission?.text ?? "(not here yet)").replace(/\n/g, "\n  ")}`).join("\n")));
  define(step("changes", "ask for changes").requiredOption("--reason <text>", "the text, @file, or - for the standard input"), async (context, options, id = "") =>
    stepped(context, options, async (mkt, more) => mkt.poster.requestChanges(keyOf(id, options["contract"]), { text: await textOf(options["reason"] ?? "", context.terminal) }, more)));
  for (const decision of ["approve", "reject"] as const) {
    define(judged(decision, decision === "approve" ? "approve the work and pay" : "reject the work"), async (context, options, id = "") =>
      stepped(context, options, (mkt, more) => mkt.poster[decision](keyOf(id, options["contract"]), { submissionHash: options["submission"] ?? "", ...ratingOf(options) }, more)));
  }
  define(step("cancel", "take the reward of an open task back, less the flat fee"), async (context, options, id = "") =>
    stepped(context, options, (mkt, more) => mkt.poster.cancel(keyOf(id, options["contract"]), more)));
  define(rated(step("rate", "publish your rating with its comment")), async (context, options, id = "") =>
    answered(await (await context.mkt()).publishRating(keyOf(id, options["contract"]), ratingOf(options)), () => "Published."));
  define(step("end", "end a turn whose deadline has passed; anybody may"), async (context, options, id = "") =>
    stepped(context, options, async (mkt, more) => mkt.endTurn(await mkt.task(keyOf(id, options["contract"])), more)));
}

/** Takes a step, which Ctrl-C interrupts and the next run takes up again. */
async function stepped(
  context: Context,
  { key }: Options,
  take: (mkt: Awaited<ReturnType<Context["mkt"]>>, more: { signal: AbortSignal; key?: string }) => Promise<Confirmed>,
): Promise<Outcome> {
  const confirmed = await take(await context.mkt(), { signal: context.terminal.signal, ...(key !== undefined && { key }) });
  return answered(confirmed, ({ task }: { task: Task }) => taskText(task));
}

function answered<T>(json: T, text: (answer: T) => string): Outcome {
  return { json, text: text(json) };
}

function rated(command: Command): Command {
  return command.requiredOption("--rating <1-5>").requiredOption("--comment <text>");
}

function ratingOf({ rating = "", comment = "" }: Options): { rating: number; comment: string } {
  if (!/^[1-5]$/.test(rating)) throw usage("--rating is 1 to 5.");
  return { rating: Number(rating), comment };
}

async function wordsOf(options: Options, { terminal }: Context): Promise<{ text: string; links: string[] }> {
  // The parser gives a list where an option may be repeated.
  const links = (options["link"] as unknown as string[] | undefined) ?? [];
  return { text: await textOf(options["text"] ?? "", terminal), links };
}

async function newTask(options: Options, { terminal }: Context): Promise<NewTask> {
  const { title = "", description = "", category = "", reward = "", stake = "", industry, country, tags, rounds, contract: named, mode } = options;
  const details = options["private"];
  return {
    title, category, description: await textOf(description, terminal), rewardUsdc: reward, stakeUsdc: stake,
    contract: keyOf("1", named).contract,
    mode: mode === "selection" ? "selection" : "instant",
    ...(industry !== undefined && { industry }),
    ...(country !== undefined && { country }),
    ...(tags !== undefined && { tags: tags.split(",").map((tag) => tag.trim()) }),
    ...(rounds !== undefined && { maxChangeRounds: Number(rounds) }),
    ...(details !== undefined && { privateDetails: { text: await textOf(details, terminal) } }),
  };
}
