import type { Command } from "commander";
import type { FeedbackSubject, GivenFeedback, PreparedFeedback } from "../account/reputation";
import type { Context } from "./context";
import type { Define, Options, Outcome } from "./define";
import { textOf, wholeNumber } from "./input";
import { keptReceipt } from "./receipt";
import { contractOption, taskOf } from "./steps";

/** Commands that give feedback on agents in ERC-8004's reputation registry. */
export function addReputationCommands(program: Command, define: Define): void {
  const group = program
    .command("reputation")
    .description("feedback on an agent in ERC-8004's reputation registry, with proof of payment");
  const points = wholeNumber(0, 100);
  define(
    group
      .command("task")
      .description("on the other side of a settled task")
      .argument("<id>", "the task")
      .addOption(contractOption())
      .requiredOption("--agent <id>", "the other side's agent in the identity registry", wholeNumber(0, 999_999_999))
      .option("--value <points>", "0 to 100; by default 20 times your rating on the chain", points)
      .option("--send", "send it and pay for the gas; otherwise it is only prepared"),
    async (context, options, id = "") =>
      feedback(context, options, { task: taskOf(id, options), agentId: Number(options["agent"]) }),
  );
  define(
    group
      .command("answer")
      .description("on the service, for an answer that this wallet bought")
      .argument(
        "[receipt]",
        "PAYMENT-RESPONSE, its file as @file, or the hash of its transaction; the newest in the journal, if none is given",
      )
      .requiredOption(
        "--agent <id>",
        "the service's agent in the identity registry, as you know it",
        wholeNumber(0, 999_999_999),
      )
      .requiredOption("--value <points>", "0 to 100", points)
      .option("--send", "send it and pay for the gas; otherwise it is only prepared"),
    async (context, options, given = "") => {
      const isKept = given === "" || /^0x[0-9a-fA-F]{64}$/.test(given);
      const receipt = isKept ? await keptReceipt(await context.mkt(), given) : await textOf(given, context.terminal);
      return feedback(context, options, { receipt, agentId: Number(options["agent"]) });
    },
  );
}

async function feedback(context: Context, options: Options, subject: FeedbackSubject): Promise<Outcome> {
  const { reputation } = await context.mkt();
  const value = options["value"] === undefined ? undefined : Number(options["value"]);
  if (options["send"] !== undefined) {
    const given = await reputation.give(subject, value, { signal: context.terminal.signal });
    return { json: given, text: feedbackText(given) };
  }
  const prepared = await reputation.prepare(subject, value);
  return { json: prepared, text: preparedText(prepared) };
}

function preparedText({ feedback: { agentId, value }, file, transactions }: PreparedFeedback): string {
  const [call] = transactions;
  return [
    `Would give agent ${agentId} ${value} of 100, in a call to ${call?.to} of at most ${call?.gas} gas. Its file:`,
    JSON.stringify(file, null, 2).replace(/^/gm, "  "),
    "Nothing was signed. To send it and pay for the gas, add --send.",
  ].join("\n");
}

export const feedbackText = ({ feedback: { agentId, value }, txHash }: GivenFeedback) =>
  `Gave agent ${agentId} ${value} of 100 in transaction ${txHash}.`;
