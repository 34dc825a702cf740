import { Option, type Command } from "commander";
import type { Service, ServiceChange, ServiceSearch } from "../service/reader";
import { amount, country, duration, link } from "./input";
import type { Define, Options } from "./define";
import { oneLine } from "./printable";
import { filled, linksOf, pageOf, TEXT, withPage } from "./steps";
import type { Context } from "./context";
import { timeOf } from "./timeOf";

/** Commands for the services that workers offer. */
export function addServiceCommands(program: Command, define: Define): void {
  const group = program.command("service").description("offer services, and find those of others");
  define(
    withOffer(group.command("publish").description("offer a service, so that posters can hire you"), true),
    async (context, options) => changed(context, { action: "publish", ...(await offerOf(options, context)) }),
  );
  define(
    withId(withOffer(group.command("update").description("change what you give of a service"), false)),
    async (context, options, id = "") =>
      changed(context, { action: "update", id, ...(await offerOf(options, context)) }),
  );
  define(
    withId(group.command("withdraw").description("delete one of your services")),
    async (context, _options, id = "") => {
      const json = await (await context.mkt()).service({ action: "withdraw", id });
      return { json, text: `Withdrawn: ${id}` };
    },
  );
  define(withId(group.command("show").description("one service")), async (context, _options, id = "") => {
    const json = await (await context.mkt()).serviceById(id);
    return { json, text: serviceText(json) };
  });
  define(
    withPage(
      group
        .command("list")
        .description("services by words, labels, price or rating")
        .argument("[words...]", "words that all occur in the title, tags or description")
        .option("--wallet <address>", "of one worker")
        .option("--category <name>", "mkt search --categories lists them")
        .option("--tag <text>", "with this tag")
        .option("--country <code>", "two letters, such as PT", country)
        .option("--industry <name>", "of one industry")
        .option("--max-price <usdc>", "at most this price, the lowest first", amount)
        .option("--min-rating <number>", "of workers rated so at least, the highest first")
        .addOption(new Option("--sort <order>", "newest by default").choices(["newest", "price", "rating"])),
    ),
    async (context, options, words) => {
      const q = [words ?? []].flat().join(" ");
      const { wallet, category, tag, country: land, industry, maxPrice, minRating, sort } = options;
      const asked = { wallet, category, tag, country: land, industry, maxPriceUsdc: maxPrice, minRating, sort };
      const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
      const search = { ...given, ...(q !== "" && { q }), ...pageOf(options) } as ServiceSearch;
      const page = await (await context.mkt()).services(search);
      const more = page.nextCursor === null ? [] : [`More: mkt service list … --cursor ${page.nextCursor}`];
      const text = page.items.length === 0 ? "No such services." : [...page.items.map(serviceText), ...more].join("\n");
      return { json: page, text };
    },
  );
}

/** The market's public track record. */
export function addMarketCommand(program: Command, define: Define): void {
  define(program.command("market").description("the market in numbers, by category"), async (context) => {
    const json = await (await context.mkt()).market();
    const line = (name: string, of: NonNullable<(typeof json)["totals"]>) =>
      `${name.padEnd(12)} ${of.open} open, ${of.posted} posted, ${of.settled} settled, median ${of.medianRewardUsdc ?? "-"} USDC`;
    const lines = [
      ...(json.totals ? [line("all", json.totals)] : ["Too few wallets for numbers yet."]),
      ...json.categories.map((one) => line(one.category, one)),
      ...(json.folded ? [line(`(${json.folded.categories} more)`, json.folded)] : []),
    ];
    return { json, text: lines.join("\n") };
  });
}

const withId = (command: Command) => command.argument("<id>", "the service's id");

function withOffer(command: Command, isNew: boolean): Command {
  const needed = (flags: string, description: string) => new Option(flags, description).makeOptionMandatory(isNew);
  return command
    .addOption(needed("--title <text>", "what you offer, in a few words"))
    .addOption(needed("--description <text>", `what you do for the price: ${TEXT}`))
    .addOption(needed("--category <name>", "mkt search --categories lists them"))
    .addOption(needed("--price <usdc>", "what it costs, or costs at least").argParser(amount))
    .option("--turnaround <time>", "how long you typically need, such as 4h", duration)
    .option("--sample <url>", "an https link to example work; at most five", link)
    .option("--industry <name>", "mkt search --categories lists them")
    .option("--country <code>", "two letters, such as PT", country)
    .option("--tags <list>", "separated by commas");
}

async function offerOf(options: Options, context: Context): Promise<Omit<ServiceChange, "action">> {
  const { title, description, category, price, turnaround, industry, country: land, tags } = options;
  const samples = linksOf(options["sample"]);
  const given = {
    title,
    description: description && (await filled("--description", description, context.terminal)),
    category,
    industry,
    country: land,
    priceUsdc: price,
    turnaroundSeconds: turnaround === undefined ? undefined : Number(turnaround),
    tags: tags?.split(",").flatMap((tag) => tag.trim() || []),
    samples: samples.length > 0 ? samples : undefined,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

async function changed(context: Context, change: ServiceChange) {
  const json = await (await context.mkt()).service(change);
  return { json, text: serviceText(json) };
}

function serviceText({ id, wallet, title, category, priceUsdc, turnaroundSeconds, record }: Service): string {
  const rated = record.average === null ? "no ratings" : `rated ${record.average} by ${record.raters}`;
  const time = turnaroundSeconds === null ? "" : `, in ${timeOf(turnaroundSeconds)}`;
  return [
    `${id}  ${category}  ${priceUsdc} USDC${time}`,
    oneLine(title),
    `${wallet}: ${rated}, ${record.completed} approved`,
  ].join("\n  ");
}
