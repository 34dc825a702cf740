import { Option, type Command } from "commander";
import type { TaskSearch } from "../service/reader";
import type { Define, Options } from "./define";
import { amount, country, share } from "./input";
import { taskLine } from "./show";
import { pageOf, withPage } from "./steps";

const FIELDS = {
  category: "category",
  country: "country",
  industry: "industry",
  poster: "poster",
  tag: "tag",
  minReward: "minRewardUsdc",
  maxReward: "maxRewardUsdc",
  closesBefore: "closesBefore",
  decidedWithin: "decidedWithinHours",
  minApproved: "minApprovedPercent",
  mode: "mode",
  status: "status",
} as const;

/** Options that filter tasks, except deployment and words. */
export function withFilter(command: Command): Command {
  return command
    .option("--category <name>", "mkt search --categories lists them")
    .option("--tag <text>", "with this tag")
    .option("--country <code>", "two letters, such as PT", country)
    .option("--industry <name>", "of one industry")
    .option("--poster <address>", "of one poster")
    .addOption(new Option("--mode <mode>", "of one mode").choices(["instant", "selection"]))
    .option("--min-reward <usdc>", "at least this reward", amount)
    .option("--max-reward <usdc>", "at most this reward", amount)
    .option("--closes-before <time>", "the time to start ends before");
}

/** The filter that these options describe. */
export function filterIn(options: Options): TaskSearch {
  const given = Object.entries(FIELDS).flatMap(([option, field]) =>
    options[option] === undefined ? [] : [[field, options[option]] as const],
  );
  return Object.fromEntries(given);
}

/** A search command; the service checks which options can be combined. */
export function addSearch(command: Command, define: Define, name: string): void {
  withFilter(command)
    .addOption(new Option("--contract <name>", "of one deployment only").choices(["human", "agent-fast"]))
    .addOption(new Option("--status <status>", "open by default").choices(["open", "settled", "all"]))
    .option("--decided-within <hours>", "posters whose median time to a decision is at most this", share)
    .option("--min-approved <percent>", "posters who approved at least this share of works", share)
    .addOption(
      new Option(
        "--sort <order>",
        "newest by default; a bound brings its own order; decision and approved go by the poster's record",
      ).choices(["newest", "reward", "closing", "decision", "approved"]),
    )
    .option("--categories", "list the categories with their numbers of tasks, and nothing else");
  define(withPage(command), async (context, options, words) => {
    const mkt = await context.mkt();
    if (options["categories"] !== undefined) {
      const found = await mkt.categories();
      const line = ({ name: category, description, open }: (typeof found)["items"][number]) =>
        `${category.padEnd(12)} ${String(open).padStart(6)} open  ${description}`;
      return { json: found, text: found.items.map(line).join("\n") };
    }
    const { sort, contract } = options as Pick<TaskSearch, "sort" | "contract">;
    const q = [words ?? []].flat().join(" ");
    const page = await mkt.tasks({
      ...filterIn(options),
      ...(sort && { sort }),
      ...(contract && { contract }),
      ...(q !== "" && { q }),
      ...pageOf(options),
    });
    const more = page.nextCursor === null ? [] : [`More: mkt ${name} … --cursor ${page.nextCursor}`];
    return {
      json: page,
      text: page.items.length === 0 ? "No such tasks." : [...page.items.map(taskLine), ...more].join("\n"),
    };
  });
}
