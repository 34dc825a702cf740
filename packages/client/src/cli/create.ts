import { Option, type Command } from "commander";
import type { NewTask } from "../tasks/poster";
import type { Context } from "./context";
import { acceptanceOf, withAcceptance } from "./acceptance";
import { addressOf, amount, country, window, wholeNumber, WINDOWS, type Windows } from "./input";
import type { Define, Options } from "./define";
import { contractOption, filled, linksWithFiles, stepped, TEXT, withLinks } from "./steps";
import { usage } from "./usage";

/** Commands that offer a task to all workers, or to one. */
export function addCreateCommands(program: Command, task: Command, define: Define): void {
  define(
    withOffer(task.command("create").description("create a task with its reward in escrow"), "task create").addOption(
      new Option("--mode <mode>", "instant: the first to stake starts; selection: the worker that you select")
        .choices(["instant", "selection"])
        .default("instant"),
    ),
    async (context, options) =>
      stepped(context, options, async (mkt, more) => mkt.poster.create(await newTask(options, context), more)),
  );
  define(
    withOffer(
      program
        .command("hire")
        .description("create a task that only one worker may start, which can do so at once")
        .argument("<worker>", "the worker's address, such as one of mkt service list"),
      "hire 0x…",
    ),
    async (context, options, worker = "") => {
      const hired = { ...(await newTask(options, context)), worker: addressOf(worker, "<worker>") };
      return stepped(context, options, (mkt, more) => mkt.poster.create(hired, more));
    },
  );
}

/** Options for the terms of a new task. */
function withOffer(command: Command, name: string): Command {
  return withLinks(withAcceptance(command), "private-link", "private-file")
    .requiredOption("--title <text>", "what is to be done, in a few words")
    .requiredOption("--description <text>", `the public description: ${TEXT}`)
    .requiredOption("--category <text>", "such as research")
    .requiredOption("--reward <usdc>", "the worker's reward", amount)
    .requiredOption("--stake <usdc>", "the worker's stake: 1 to 50 % of the reward, or 0 if you select", amount)
    .addOption(contractOption())
    .option("--industry <text>")
    .option("--country <code>", "two letters, such as US", country)
    .option("--tags <list>", "separated by commas")
    .option("--private <text>", `details for the worker who staked: ${TEXT}`)
    .option("--judge <wallet>", "who may approve besides you: an address, or schema for the service by --schema")
    .option("--rounds <number>", "how often you may request changes", wholeNumber(0, 255))
    .option(
      "--window <name=time>",
      `how long a step may take: ${WINDOWS.join(", ")}; such as work=2h or review=1d; may be repeated`,
      window,
    )
    .option("--key <name>", "identifies the creation, so that it is not repeated")
    .addHelpText(
      "after",
      `\nThe reward counts against --max-usdc, 1 USDC by default:\n  mkt --max-usdc 5 ${name} --title … --description … --category research --reward 5 --stake 0.5`,
    );
}

async function newTask(options: Options, context: Context): Promise<NewTask> {
  const { terminal } = context;
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
    judge,
    contract,
    mode,
    private: details,
  } = options;
  if (description === "-" && details === "-")
    throw usage("Only one of --description and --private can come from standard input.");
  const windows = options["window"] as unknown as Windows | undefined;
  const privateLinks = await linksWithFiles(options["privateLink"]);
  if (details === undefined && privateLinks.length > 0) throw usage("--private-link needs --private: give both.");
  return {
    title,
    category,
    description: await filled("--description", description, terminal),
    rewardUsdc: reward,
    stakeUsdc: stake,
    contract: contract === "agent-fast" ? "agent-fast" : "human",
    ...(mode !== undefined && { mode: mode === "selection" ? ("selection" as const) : ("instant" as const) }),
    ...(industry !== undefined && { industry }),
    ...(land !== undefined && { country: land }),
    ...(tags !== undefined && {
      tags: tags
        .split(",")
        .map((tag) => tag.trim())
        .filter((tag) => tag !== ""),
    }),
    ...(await acceptanceOf(options, context)),
    ...(judge !== undefined && { judge }),
    ...(rounds !== undefined && { maxChangeRounds: Number(rounds) }),
    ...(windows !== undefined && { windows }),
    ...(details !== undefined && {
      privateDetails: { text: await filled("--private", details, terminal), links: privateLinks },
    }),
  };
}
