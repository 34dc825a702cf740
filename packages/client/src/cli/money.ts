import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { Argument, Option, type Command } from "commander";
import { usdcText } from "../money";
import type { Bought, BuyOptions, PaidPath, QuoteTexts } from "../buying/purchases";
import type { StatementQuery } from "../account/statements";
import type { Withdrawn } from "../tasks/steps";
import type { Context } from "./context";
import { errorJson, errorText } from "./errors";
import { addressOf, day, textOf } from "./input";
import { TOPICS } from "./products";
import type { Define, Outcome } from "./define";
import { feedbackText } from "./reputation";
import { oneLine } from "./printable";
import { contractOption } from "./steps";
import { usage } from "./usage";

/** Commands that pay for answers, and what was paid. */
export function addMoneyCommands(program: Command, define: Define): void {
  define(
    program
      .command("ask")
      .description("buy an answer")
      .addArgument(new Argument("<topic>", "what it is about").choices(Object.keys(TOPICS)))
      .argument("[question]", "the question; - reads it from standard input, @file from a file")
      .option("--plan-json <plan>", "what to compute, as JSON, instead of the question; - or @file reads it")
      .option("--key <name>", "identifies the purchase: the same key returns the same answer and is paid once")
      .option("--plan", "show how the question is understood and what it costs; nothing is paid")
      .option("--anyway", "pay even if the data cannot answer the question, for a reply that says so"),
    async (context, { key, plan, planJson, anyway }, topic = "", question = "") => {
      const endpoint = TOPICS[topic];
      if (endpoint === undefined) throw usage(`${topic} is not a topic: ${Object.keys(TOPICS).join(" or ")}.`);
      if (question !== "" && planJson !== undefined) throw usage("Give a question or --plan-json, not both.");
      const text = await textOf(planJson ?? question, context.terminal);
      if (text === "") throw usage("The question is empty.");
      const body = planJson === undefined ? { query: text } : { plan: planOf(text) };
      if (plan || isPriceOnly(context)) return priceOf(context, endpoint, body);
      const options = { ...buying(context, key), anyway: anyway !== undefined };
      const bought = await (await context.mkt()).buy(endpoint, body, options);
      return { json: bought, text: `${bought.answer.reply}\n\n${paidLine(bought)}` };
    },
  );

  const filters = ["country", "category", "industry"] as const;
  const aggregates = new Argument("<aggregate>", "the dimension of the rows").choices([
    "agent",
    "category",
    "industry",
    "country",
  ]);
  const analytics = program
    .command("analytics")
    .description("buy the conversion report of tasks, from posted to approved")
    .addArgument(aggregates);
  for (const name of filters)
    analytics.addOption(
      new Option(`--${name} <value>`, "only this value, or ALL").conflicts(filters.filter((other) => other !== name)),
    );
  define(
    analytics.option("--key <name>", "identifies the purchase"),
    async (context, { key, ...options }, aggregate = "") => {
      const given = Object.fromEntries(
        filters.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])),
      );
      const endpoint = "/analytics/agent-conversions";
      const body = { filters: { aggregate, ...given } };
      if (isPriceOnly(context)) return priceOf(context, endpoint, body);
      const bought = await (await context.mkt()).buy(endpoint, body, buying(context, key));
      const { rows, totals } = bought.answer.stats;
      const line = (name: string, { posted, started, approved }: typeof totals) =>
        `${oneLine(name)}: ${posted} posted, ${started} started, ${approved} approved`;
      return {
        json: bought,
        text: [line("all", totals), ...rows.map((row) => line(row.key, row)), paidLine(bought)].join("\n"),
      };
    },
  );

  const statement = program.command("export").description("write the wallet's statement to files (not a tax invoice)");
  statement
    .addOption(new Option("--format <format>", "of the files").choices(["csv", "pdf", "zip"]).default("csv"))
    .option("--out <folder>", "the folder to write to", ".")
    .option("--from <day>", "the first day, such as 2026-01-31", day)
    .option("--to <day>", "the last day", day)
    .addOption(new Option("--role <role>", "only rows in this role").choices(["poster", "worker", "platform", "payer"]))
    .option("--type <type>", "only rows of this type, such as reward")
    .addOption(new Option("--contract <name>", "only rows of this deployment").choices(["human", "agent-fast"]));
  define(statement, async (context, { out = ".", ...options }) => {
    const files: { file: string; bytes: number }[] = [];
    for await (const { filename, bytes } of (await context.mkt()).statements(options as unknown as StatementQuery)) {
      if (files.length === 0) await makeFolder(out);
      const file = path.join(out, path.basename(filename));
      await writeFile(file, bytes);
      files.push({ file, bytes: bytes.length });
    }
    return { json: { files }, text: files.map(({ file, bytes }) => `${file} (${bytes} bytes)`).join("\n") };
  });

  define(
    program
      .command("withdraw")
      .description("withdraw a credit: payments that USDC refused to deliver to your wallet")
      .addOption(contractOption())
      .option("--to <address>", "where to send it, if USDC refuses your wallet"),
    async (context, { contract, to }) => {
      const where = contract === "agent-fast" ? "agent-fast" : "human";
      const recipient = to === undefined ? {} : { to: addressOf(to, "--to") };
      const mkt = await context.mkt();
      const done = await mkt.withdraw({ contract: where, ...recipient }, { signal: context.terminal.signal });
      return { json: done, text: withdrawnText(done) };
    },
  );

  define(
    program.command("resume").description("finish what was signed but is not complete; nothing is paid twice"),
    async (context) => {
      const outcomes = await (await context.mkt()).resume({ signal: context.terminal.signal });
      const lines = outcomes.map((outcome) => {
        if ("error" in outcome) return `Still open, ${outcome.key}: ${errorText(outcome.error)}`;
        return "answer" in outcome
          ? `${paidLine(outcome)} ${JSON.stringify(outcome.answer)}`
          : "task" in outcome
            ? `Task ${outcome.task.taskId}: ${outcome.task.state}`
            : "feedback" in outcome
              ? feedbackText(outcome)
              : withdrawnText(outcome);
      });
      const json = outcomes.map((outcome) =>
        "error" in outcome ? { ...outcome, error: errorJson(outcome.error) } : outcome,
      );
      const [unfinished] = outcomes.filter((outcome) => "error" in outcome);
      return {
        json,
        text: lines.length === 0 ? "Nothing is open." : lines.join("\n"),
        ...(unfinished && { error: unfinished.error }),
      };
    },
  );
}

const withdrawnText = ({ amountUsdc, to }: Withdrawn) => `Withdrew ${amountUsdc} USDC to ${to}.`;

/** A dry run without a wallet can show the price, but no transaction. */
function isPriceOnly(context: Context): boolean {
  return context.options.dryRun === true && !context.hasWallet();
}

async function priceOf(context: Context, endpoint: PaidPath, body: object): Promise<Outcome> {
  const quote = await (await context.mkt()).quote(endpoint, body);
  const price = usdcText(quote.priceUsdcUnits);
  return {
    json: { dryRun: true, quote },
    text: [
      ...planLines(quote),
      `Dry run; nothing was paid. Would pay ${price} USDC to ${quote.recipient} for an answer of ${endpoint}.`,
    ].join("\n"),
  };
}

function planOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw usage(`--plan-json must be JSON such as {"steps":[{"do":"themes"}]}.`);
  }
}

function planLines({
  understood,
  answerable,
  answerableReason,
  plan,
  notUsed = [],
  suggestions = [],
}: QuoteTexts): string[] {
  if (understood === undefined) return [];
  return [
    `Understood: ${understood}`,
    ...(notUsed.length > 0 ? [`Not used: ${notUsed.join(", ")}`] : []),
    `Answerable: ${answerable}${answerableReason ? `. ${answerableReason}` : ""}`,
    ...(plan ? [`Plan: ${JSON.stringify(plan)}`] : []),
    ...suggestions.map((question) => `Answerable instead: ${question}`),
  ];
}

/** What was paid, and in which way. */
function paidLine({ paidUsdc, txHash, way }: Pick<Bought<unknown>, "paidUsdc" | "txHash" | "way">): string {
  if (way === "transaction") return `Paid ${paidUsdc} USDC in transaction ${txHash}.`;
  const settled = txHash === null ? "" : `; the service settled it in transaction ${txHash}`;
  return `Paid ${paidUsdc} USDC by signature, without gas${settled}.`;
}

/** Creates a folder without its parents: Node's recursive form hangs on some impossible paths. */
async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
}

function buying({ terminal, options }: Context, key: string | undefined): BuyOptions {
  return { signal: terminal.signal, maxUsdc: options.maxUsdc, ...(key !== undefined && { key }) };
}
