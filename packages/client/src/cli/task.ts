import type { Command } from "commander";
import { addCreateCommands } from "./create";
import { checkFile } from "./file";
import { amount, duration } from "./input";
import type { Define } from "./define";
import { addSearch } from "./search";
import { taskText } from "./show";
import { stepped, taskCommand, taskOf } from "./steps";
import { usage } from "./usage";

/** Commands that find and offer tasks. Returns the group to which both sides' commands are added. */
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
    taskCommand(task, "check-file", "whether a file is the one that was submitted, by the hash of its link")
      .requiredOption("--file <path>", "the file, as you have downloaded it")
      .option("--link <url>", "the link that it came from; without it, any link of the newest work"),
    checkFile,
  );

  define(
    taskCommand(task, "end", "call the timeout after a missed deadline, as anyone may"),
    async (context, options, id = "") =>
      stepped(context, options, async (mkt, more) => mkt.callTimeout(await mkt.task(taskOf(id, options)), more)),
  );
  return task;
}
