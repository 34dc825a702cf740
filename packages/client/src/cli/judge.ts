import type { Command } from "commander";
import type { Task } from "../tasks/taskKey";
import type { Define } from "./define";
import { hash } from "./input";
import { readWork } from "./reading";
import { stepped, taskCommand, taskOf } from "./steps";

/** Commands for a wallet that a task names as its judge. */
export function addJudgeCommands(task: Command, define: Define): void {
  const judge = task.command("judge").description("what a task's judge can do: approve, and nothing else");
  const step = (name: string, description: string) => taskCommand(judge, name, description);
  define(step("read", "read the work that waits for a verdict, and the change requests"), readWork);
  define(
    step("approve", "sign the verdict, which pays the worker and cannot be taken back").requiredOption(
      "--submission <hash>",
      "the hash of the work that you have read, from mkt task judge read",
      hash,
    ),
    async (context, options, id = "") =>
      stepped(context, options, (mkt, more) =>
        mkt.judge.approve(taskOf(id, options), options["submission"] ?? "", more),
      ),
  );
}

/** Whether a judge approved the work, and the poster has not rated it on the chain. */
export const isToRate = ({ txHashes, ratings }: Task): boolean =>
  "approveByJudge" in txHashes && ratings.ofWorker === null;
