import { Option, type Command } from "commander";
import type { TaskSearch } from "../client";
import type { NewTask } from "../poster";
import type { Context } from "./context";
import { amount, country, duration, link, window, wholeNumber, WINDOWS, type Windows } from "./input";
import type { Define, Options } from "./define";
import { taskLine, taskText } from "./show";
import { contractOption, filled, linksOf, pageOf, stepped, taskCommand, taskOf, TEXT, withPage } from "./steps";
import { usage } from "./usage";

/** Finding and offering tasks. Gives the command that those of both sides belong under. */
export function addTaskCommands(program: Command, define: Define): Command {
  const task = program.command("task").description("create, find, do and review tasks");

  addSearch(task.command("list").description("open tasks, newest first"), define, "task list");
  addSearch(
    program
      .command("search")
      .description("find tasks by words, labels, reward or deadline")
      .argument("[words...]", "words that all occur in the title, tags or description"),
    define,
    "search",
  );

  define(
    taskCommand(task, "show", "a task, and what your wallet can do about it"),
    async (context, options, id = "") => {
      const key = taskOf(id, options);
      const mkt = await context.mkt();
      const found = await mkt.task(key, context.hasWallet() ? await mkt.address() : undefined);
      return { json: found, text: taskText(found) };
    },
  );

  define(
    task
      .command("create")
      .description("create a task with its reward in escrow")
      .requiredOption("--title <text>", "what is to be done, in a few words")
      .requiredOption("--description <text>", `the public description: ${TEXT}`)
      .requiredOption("--category <text>", "such as research")
      .requiredOption("--reward <usdc>", "the worker's reward", amount)
      .requiredOption("--stake <usdc>", "the worker's stake, 1 to 50 % of the reward", amount)
      .addOption(contractOption())
      .addOption(
        new Option("--mode <mode>", "instant: the first to stake starts; selection: the worker that you select")
          .choices(["instant", "selection"])
          .default("instant"),
      )
      .option("--industry <text>")
      .option("--country <code>", "two letters, such as US", country)
      .option("--tags <list>", "separated by commas")
      .option("--private <text>", `details for the worker who staked: ${TEXT}`)
      .option("--private-link <url>", "an https link for the worker; may be repeated", link)
      .option("--rounds <number>", "how often you may request changes", wholeNumber(0, 255))
      .option(
        "--window <name=time>",
        `how long a step may take: ${WINDOWS.join(", ")}; such as work=2h or review=1d; may be repeated`,
        window,
      )
      .option("--key <name>", "identifies the creation, so that it is not repeated")
      .addHelpText(
        "after",
        "\nThe reward counts against --max-usdc, 1 USDC by default:\n  mkt --max-usdc 5 task create --title … --description … --category research --reward 5 --stake 0.5",
      ),
    async (context, options) =>
      stepped(context, options, async (mkt, more) => mkt.poster.create(await newTask(options, context), more)),
  );

  define(
    taskCommand(task, "fund-more", "raise the reward of your open task, or give workers more time to start")
      .option("--reward <usdc>", "the new reward in total", amount)
      .option("--open-for <time>", "how long from now workers may start, such as 12h or 3d", duration),
    async (context, options, id = "") => {
      const { reward, openFor } = options;
      if (reward === undefined && openFor === undefined) throw usage("Give --reward, --open-for, or both.");
      const more = {
        ...(reward !== undefined && { rewardUsdc: reward }),
        ...(openFor !== undefined && { openUntil: Math.floor(context.terminal.nowMs() / 1000) + Number(openFor) }),
      };
      return stepped(context, options, (mkt, stepOptions) =>
        mkt.poster.fundMore(taskOf(id, options), more, stepOptions),
      );
    },
  );

  define(
    taskCommand(task, "end", "call the timeout after a missed deadline, as anyone may"),
    async (context, options, id = "") =>
      stepped(context, options, async (mkt, more) => mkt.callTimeout(await mkt.task(taskOf(id, options)), more)),
  );
  return task;
}

async function newTask(options: Options, { terminal }: Context): Promise<NewTask> {
  const {
    title = "",
    description = "",
    category = "",
    reward = "",
    stake = "",
    industry,
    country: land,
    tags,
    rounds,
    contract,
    mode,
    private: details,
  } = options;
  if (description === "-" && details === "-")
    throw usage("Only one of --description and --private can come from standard input.");
  const windows = options["window"] as unknown as Windows | undefined;
  const privateLinks = linksOf(options["privateLink"]);
  if (details === undefined && privateLinks.length > 0) throw usage("--private-link needs --private: give both.");
  return {
    title,
    category,
    description: await filled("--description", description, terminal),
    rewardUsdc: reward,
    stakeUsdc: stake,
    contract: contract === "agent-fast" ? "agent-fast" : "human",
    mode: mode === "selection" ? "selection" : "instant",
    ...(industry !== undefined && { industry }),
    ...(land !== undefined && { country: land }),
    ...(tags !== undefined && {
      tags: tags
        .split(",")
        .map((tag) => tag.trim())
        .filter((tag) => tag !== ""),
    }),
    ...(rounds !== undefined && { maxChangeRounds: Number(rounds) }),
    ...(windows !== undefined && { windows }),
    ...(details !== undefined && {
      privateDetails: { text: await filled("--private", details, terminal), links: privateLinks },
    }),
  };
}

const SEARCH_OPTIONS = {
  category: "category",
  country: "country",
  industry: "industry",
  poster: "poster",
  tag: "tag",
  minReward: "minRewardUsdc",
  maxReward: "maxRewardUsdc",
  closesBefore: "closesBefore",
  mode: "mode",
  status: "status",
  sort: "sort",
  contract: "contract",
} as const;

/** The options of a search; the service checks what it combines. */
function addSearch(command: Command, define: Define, name: string): void {
  command
    .addOption(new Option("--contract <name>", "of one deployment only").choices(["human", "agent-fast"]))
    .option("--category <name>", "mkt search --categories lists them")
    .option("--tag <text>", "with this tag")
    .option("--country <code>", "two letters, such as PT", country)
    .option("--industry <name>", "of one industry")
    .option("--poster <address>", "of one poster")
    .addOption(new Option("--mode <mode>", "of one mode").choices(["instant", "selection"]))
    .option("--min-reward <usdc>", "at least this reward, the highest first", amount)
    .option("--max-reward <usdc>", "at most this reward, the highest first", amount)
    .option("--closes-before <time>", "the time to start ends before, the earliest first")
    .addOption(new Option("--status <status>", "open by default").choices(["open", "settled", "all"]))
    .addOption(new Option("--sort <order>", "newest by default").choices(["newest", "reward", "closing"]))
    .option("--categories", "list the categories with their numbers of tasks, and nothing else");
  define(withPage(command), async (context, options, words) => {
    const mkt = await context.mkt();
    if (options["categories"] !== undefined) {
      const found = await mkt.categories();
      const line = ({ name: category, description, open }: (typeof found)["items"][number]) =>
        `${category.padEnd(12)} ${String(open).padStart(6)} open  ${description}`;
      return { json: found, text: found.items.map(line).join("\n") };
    }
    const given = Object.entries(SEARCH_OPTIONS).flatMap(([option, field]) =>
      options[option] === undefined ? [] : [[field, options[option]] as const],
    );
    const q = [words ?? []].flat().join(" ");
    const search = { ...Object.fromEntries(given), ...(q !== "" && { q }) } as TaskSearch;
    const page = await mkt.tasks({ ...search, ...pageOf(options) });
    const more = page.nextCursor === null ? [] : [`More: mkt ${name} … --cursor ${page.nextCursor}`];
    return {
      json: page,
      text: page.items.length === 0 ? "No such tasks." : [...page.items.map(taskLine), ...more].join("\n"),
    };
  });
}
