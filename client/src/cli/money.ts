import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { Option, type Command } from "commander";
import type { BuyOptions, PaidPath } from "../purchases";
import type { StatementQuery } from "../statements";
import { usdcText } from "../money";
import { textOf } from "./input";
import { usage, type Context } from "./context";
import type { Define } from "./run";
import { errorJson, errorText, visible } from "./show";

type ChatPath = Extract<PaidPath, "/demand-insights" | "/ai-early-adopters-goals">;
const TOPICS: Readonly<Record<string, ChatPath>> = { demand: "/demand-insights", goals: "/ai-early-adopters-goals" };

/** Commands that pay for answers, and what was paid. */
export function addMoneyCommands(program: Command, define: Define): void {
  define(
    program
      .command("ask")
      .description("buy an answer")
      .argument("<topic>", "demand or goals")
      .argument("<question>", "the question; - reads it from the standard input, @file from a file")
      .option("--key <name>", "names the purchase: the same key gives the same answer again, and is paid once"),
    async (context, { key }, topic = "", question = "") => {
      const endpoint = TOPICS[topic];
      if (endpoint === undefined) throw usage(`${topic} is no topic: ${Object.keys(TOPICS).join(" or ")}.`);
      const mkt = await context.mkt();
      const body = { query: await textOf(question, context.terminal) };
      if (context.options.dryRun && !context.hasWallet()) {
        const quote = await mkt.quote(endpoint, body);
        const price = usdcText(quote.priceUsdcUnits);
        return { json: { dryRun: true, quote }, text: `Dry run; nothing was paid. Would pay ${price} USDC to ${quote.recipient} for ${quote.label}.` };
      }
      const bought = await mkt.buy(endpoint, body, buying(context, key));
      const { answer, paidUsdc, txHash, intentId } = bought;
      return { json: bought, text: `${visible(answer.reply)}\n\nPaid ${paidUsdc} USDC, ${txHash}; intent ${intentId}` };
    },
  );

  const filters = ["country", "category", "industry"] as const;
  const analytics = program.command("analytics").description("buy the conversion of tasks, from posted to approved").argument("<aggregate>", "agent, category, industry or country");
  for (const name of filters) analytics.option(`--${name} <value>`, "of one only, or ALL");
  define(analytics.option("--key <name>", "names the purchase"), async (context, { key, ...options }, aggregate = "") => {
    const given = Object.fromEntries(filters.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])));
    const bought = await (await context.mkt()).buy("/analytics/agent-conversions", { filters: { aggregate, ...given } }, buying(context, key));
    const { rows, totals } = bought.answer.stats;
    const line = (name: string, { posted, started, approved }: typeof totals) => `${visible(name)}: ${posted} posted, ${started} started, ${approved} approved`;
    return { json: bought, text: [line("all", totals), ...rows.map((row) => line(row.key, row)), `Paid ${bought.paidUsdc} USDC, ${bought.txHash}`].join("\n") };
  });

  const statement = program.command("export").description("write the wallet's statement to files: not a tax invoice");
  statement.addOption(new Option("--format <format>").choices(["csv", "pdf", "zip"]).default("csv")).option("--out <folder>", "where to", ".");
  for (const name of ["from", "to", "role", "type", "contract"]) statement.option(`--${name} <value>`, "only these rows");
  define(statement, async (context, { out = ".", ...options }) => {
    await mkdir(out, { recursive: true });
    const files: { file: string; bytes: number }[] = [];
    // The parser has checked the format; the service checks the rest.
    for await (const { filename, bytes } of (await context.mkt()).statements(options as unknown as StatementQuery)) {
      const file = path.join(out, filename);
      await writeFile(file, bytes);
      files.push({ file, bytes: bytes.length });
    }
    return { json: { files }, text: files.map(({ file, bytes }) => `${file} (${bytes} bytes)`).join("\n") };
  });

  define(program.command("resume").description("finish what was signed and is not done: no payment is made twice"), async (context) => {
    const outcomes = await (await context.mkt()).resume({ signal: context.terminal.signal });
    const lines = outcomes.map((outcome) => {
      if ("error" in outcome) return `Still open, ${outcome.key}: ${errorText(outcome.error)}`;
      return "answer" in outcome ? `Bought with ${outcome.txHash}: ${JSON.stringify(outcome.answer)}` : `Task ${outcome.task.taskId}: ${outcome.task.state}`;
    });
    const json = outcomes.map((outcome) => ("error" in outcome ? { ...outcome, error: errorJson(outcome.error) } : outcome));
    const [unfinished] = outcomes.filter((outcome) => "error" in outcome);
    return { json, text: lines.length === 0 ? "Nothing is open." : lines.join("\n"), ...(unfinished && { error: unfinished.error }) };
  });
}

function buying({ terminal, options }: Context, key: string | undefined): BuyOptions {
  return { signal: terminal.signal, maxUsdc: options.maxUsdc, ...(key !== undefined && { key }) };
}
