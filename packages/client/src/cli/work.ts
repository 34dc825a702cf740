import type { Command } from "commander";
import { withOutput, workOf } from "./acceptance";
import { tellInterest, withProposal } from "./proposal";
import { readWork } from "./reading";
import type { Define } from "./define";
import { taskText, wordsText } from "./show";
import { answered, ratingOf, stepped, taskCommand, taskOf, withRating, withWords, wordsOf } from "./steps";

/** Commands for a task's worker. */
export function addWorkCommands(task: Command, define: Define): void {
  const work = task.command("work").description("the worker's side");
  const step = (name: string, description: string) => taskCommand(work, name, description);

  define(withProposal(step("interest", "register your interest with the poster")), tellInterest);
  define(step("withdraw", "withdraw the interest"), async (context, options, id = "") =>
    answered(
      await (await context.mkt()).worker.withdraw(taskOf(id, options)),
      ({ interest }) => `Your interest is ${interest.status}.`,
    ),
  );
  define(step("stake", "deposit the stake and start"), async (context, options, id = "") => {
    const key = taskOf(id, options);
    return stepped(context, options, (mkt, more) => mkt.worker.stake(key, more));
  });
  define(step("details", "read the private details"), async (context, options, id = "") =>
    answered(await (await context.mkt()).privateDetails(taskOf(id, options)), (details) =>
      details ? wordsText(details, 0) : "There are no private details.",
    ),
  );
  define(step("read", "read your work and the change requests"), readWork);
  define(withOutput(withWords(step("submit", "submit the work"))), async (context, options, id = "") => {
    const [key, words] = [taskOf(id, options), await workOf(options, context)];
    return stepped(context, options, (mkt, more) => mkt.worker.submit(key, words, more));
  });
  define(
    withOutput(withWords(step("resubmit", "answer a change request by signature, without gas"))),
    async (context, options, id = "") => {
      const [key, words] = [taskOf(id, options), await workOf(options, context)];
      return answered(await (await context.mkt()).worker.resubmit(key, words), ({ task: resubmitted }) =>
        taskText(resubmitted),
      );
    },
  );
  define(
    step("anchor", "submit the signed resubmission to the chain, where it counts; a keeper may do so too"),
    async (context, options, id = "") => {
      const key = taskOf(id, options);
      return stepped(context, options, (mkt, more) => mkt.worker.anchor(key, more));
    },
  );
  define(withWords(step("contest", "contest a rejection before the arbiter")), async (context, options, id = "") => {
    const [key, words] = [taskOf(id, options), await wordsOf(options, context)];
    return stepped(context, options, (mkt, more) => mkt.worker.contest(key, words, more));
  });
  define(step("concede", "accept a rejection and take the stake back"), async (context, options, id = "") => {
    const key = taskOf(id, options);
    return stepped(context, options, (mkt, more) => mkt.worker.concede(key, more));
  });
  define(withRating(step("rate", "rate the poster and take the stake back")), async (context, options, id = "") => {
    const [key, rating] = [taskOf(id, options), await ratingOf(options, context)];
    return stepped(context, options, (mkt, more) => mkt.worker.rateAndClaim(key, rating, more));
  });
}
