import { Option, type Command } from "commander";
import type { TaskSearch } from "../client";
import { addCreateCommands } from "./create";
import { amount, country, duration } from "./input";
import type { Define } from "./define";
import { taskLine, taskText } from "./show";
import { pageOf, stepped, taskCommand, taskOf, withPage } from "./steps";
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

  addCreateCommands(program, task, define);

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
