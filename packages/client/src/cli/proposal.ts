import type { Command } from "commander";
import type { components } from "../generated/openapi";
import type { Proposal } from "../tasks/worker";
import type { Context } from "./context";
import type { Options } from "./define";
import { duration, link, textOf } from "./input";
import { oneLine } from "./printable";
import { workerRecordText } from "./records";
import { nextLines } from "./show";
import { answered, linksOf, taskOf, TEXT } from "./steps";
import { timeOf } from "./timeOf";

type Interest = components["schemas"]["Interest"];

/** Options of a proposal. */
export function withProposal(command: Command): Command {
  return command
    .option("--text <text>", `a message to the poster: ${TEXT}`)
    .option("--eta <time>", "how long you expect to need, such as 90m or 2h", duration)
    .option("--sample <url>", "an https link to example work; at most five", link);
}

/** Registers an interest with what the options propose. */
export async function tellInterest(context: Context, options: Options, id = "") {
  const key = taskOf(id, options);
  const samples = linksOf(options["sample"]);
  const { text, eta } = options;
  const proposal: Proposal = {
    ...(text !== undefined && { message: await textOf(text, context.terminal) }),
    ...(eta !== undefined && { etaSeconds: Number(eta) }),
    ...(samples.length > 0 && { samples }),
  };
  return answered(await (await context.mkt()).worker.interest(key, proposal), ({ interest, _nextAction }) =>
    [`Your interest is ${interest.status}.`, ...(_nextAction ? nextLines(_nextAction) : [])].join("\n"),
  );
}

/** A worker's proposal, for its poster. */
export function proposalText({
  worker,
  status,
  createdAt,
  message,
  etaSeconds,
  samples,
  record,
  workerRecord,
}: Interest): string {
  const rated = record?.average == null ? "no ratings" : `rated ${record.average} by ${record.raters}`;
  const more = [
    ...(record ? [`${rated}, ${record.completed} approved`] : []),
    ...(etaSeconds === null ? [] : [`needs ${timeOf(etaSeconds)}`]),
  ];
  const lines = [
    `${worker}  ${status}  ${createdAt}`,
    ...(more.length > 0 ? [more.join(", ")] : []),
    ...(workerRecord ? [workerRecordText(workerRecord)] : []),
    ...(message ? message.split("\n") : []),
    ...samples.map(oneLine),
  ];
  return lines.join("\n  ");
}
