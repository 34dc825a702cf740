import type { Command } from "commander";
import type { Disputes } from "../tasks/disputes";
import type { Define } from "./define";
import { wholeNumber } from "./input";
import { messageText } from "./message";
import { taskLine, taskText, wordsText } from "./show";
import { answered, filled, pageOf, stepped, taskCommand, taskOf, TEXT, withPage, withWords, wordsOf } from "./steps";

type Case = Awaited<ReturnType<Disputes["read"]>>;
type Cited = Case["evidence"];

/** Commands for a dispute's parties and its arbiter. */
export function addDisputeCommands(program: Command, define: Define): void {
  const dispute = program.command("dispute").description("a dispute, for the poster and the worker");
  const rule = program.command("rule").description("disputes, for their arbiter");

  for (const group of [dispute, rule]) {
    define(
      taskCommand(group, "show", "the whole case: work, evidence, answer and messages"),
      async (context, options, id = "") =>
        answered(await (await context.mkt()).disputes.read(taskOf(id, options)), caseText),
    );
    define(
      withPage(group.command("list").description("your open disputes, the earliest deadline first")),
      async (context, options) => {
        const mkt = await context.mkt();
        return answered(await mkt.disputes.list(await mkt.address(), pageOf(options)), ({ items, nextCursor }) => {
          const lines = items.map((task) => `${taskLine(task)}\n  Ruling by ${task.deadlines.ruleBy ?? ""}`);
          return (
            [...lines, ...(nextCursor === null ? [] : [`More: --cursor ${nextCursor}`])].join("\n") || "No disputes."
          );
        });
      },
    );
  }
  define(
    withWords(taskCommand(dispute, "answer", "answer the worker's evidence; once")),
    async (context, options, id = "") => {
      const [key, words] = [taskOf(id, options), await wordsOf(options, context)];
      return answered(await (await context.mkt()).disputes.answer(key, words), () => `Answered in task ${id}.`);
    },
  );
  define(
    taskCommand(rule, "give", "rule on a dispute; the reason is public")
      .requiredOption("--share <bps>", "the worker's share of the reward: 0 to 10000", wholeNumber(0, 10_000))
      .requiredOption("--reason <text>", TEXT)
      .option("--forfeit", "give the stake to the poster instead of back to the worker"),
    async (context, options, id = "") => {
      const key = taskOf(id, options);
      const reason = await filled("--reason", options["reason"] ?? "", context.terminal);
      const ruling = { workerShareBps: Number(options["share"]), forfeitStake: Boolean(options["forfeit"]), reason };
      return stepped(context, options, (mkt, more) => mkt.disputes.rule(key, ruling, more));
    },
  );
}

function caseText({
  task,
  privateDetails,
  submissions,
  reasons,
  comments,
  evidence,
  answer,
  answeredAt,
  messages,
}: Case): string {
  return [
    taskText(task),
    ...part("Private details", privateDetails),
    ...submissions.flatMap((work, at) => part(`Work ${at + 1}`, work)),
    ...reasons.flatMap((reason, at) => part(`Change request ${at + 1}`, reason)),
    ...comments.flatMap(({ author, content }) => [
      `Comment by ${author}:`,
      wordsText({ text: content ?? "(not stored)", links: [] }),
    ]),
    ...part("The worker's evidence", evidence),
    ...(answer ? part(`The poster's answer, ${answeredAt ?? ""}`, answer) : ["The poster has not answered."]),
    ...messages.items.toReversed().map(messageText),
    ...(messages.nextCursor === null ? [] : [`Earlier messages: mkt message list ${task.taskId}`]),
  ].join("\n");
}

function part(title: string, cited: Cited): string[] {
  return cited ? [`${title}:`, wordsText(cited.content ?? { text: "(not stored)", links: [] })] : [];
}
