import type { Command } from "commander";
import type { PaidPath } from "../purchases";
import { usdcText } from "../money";
import { textOf } from "./input";
import { usage } from "./context";
import type { Define } from "./run";
import { visible } from "./show";

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
      const path = TOPICS[topic];
      if (path === undefined) throw usage(`${topic} is no topic: ${Object.keys(TOPICS).join(" or ")}.`);
      const mkt = await context.mkt();
      const body = { query: await textOf(question, context.terminal) };
      if (context.options.dryRun && !context.hasWallet()) {
        const quote = await mkt.quote(path, body);
        const price = usdcText(quote.priceUsdcUnits);
        return { json: { dryRun: true, quote }, text: `Dry run; nothing was paid. Would pay ${price} USDC to ${quote.recipient} for ${quote.label}.` };
      }
      const bought = await mkt.buy(path, body, { signal: context.terminal.signal, maxUsdc: context.options.maxUsdc, ...(key !== undefined && { key }) });
      const { answer, paidUsdc, txHash, intentId } = bought;
      return { json: bought, text: `${visible(answer.reply)}\n\nPaid ${paidUsdc} USDC, ${txHash}; intent ${intentId}` };
    },
  );

  define(program.command("resume").description("finish what was signed and is not done: no payment is made twice"), async (context) => {
    const outcomes = await (await context.mkt()).resume({ signal: context.terminal.signal });
    const lines = outcomes.map((outcome) => ("answer" in outcome ? `Bought with ${outcome.txHash}: ${JSON.stringify(outcome.answer)}` : `Task ${outcome.task.taskId}: ${outcome.task.state}`));
    return { json: outcomes, text: lines.length === 0 ? "Nothing is open." : lines.join("\n") };
  });
}
