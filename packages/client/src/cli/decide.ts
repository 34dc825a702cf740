import { Option, type Command } from "commander";
import { MktError } from "../errors";
import { addressOf, hash } from "./input";
import { readWork } from "./reading";
import type { Define } from "./define";
import { isToRate } from "./judge";
import { proposalText } from "./proposal";
import {
  answered,
  filled,
  linksWithFiles,
  pageOf,
  ratingOf,
  stepped,
  taskCommand,
  taskOf,
  TEXT,
  withLinks,
  withPage,
  withRating,
} from "./steps";

/** A command about the work that the poster has read. */
const ofWork = (command: Command): Command =>
  command.requiredOption(
    "--submission <hash>",
    "the hash of the work that you have read, from mkt task decide read",
    hash,
  );

/** Commands for a task's poster. */
export function addDecideCommands(task: Command, define: Define): void {
  const decide = task.command("decide").description("the poster's side");
  const step = (name: string, description: string) => taskCommand(decide, name, description);
  const aboutWorker = (name: string, description: string) =>
    step(name, description).argument("<worker>", "the worker's address");

  define(
    withPage(step("interests", "list the interested workers and what they propose")).addOption(
      new Option("--sort <order>", "newest by default; by rating, approved tasks or time needed").choices([
        "newest",
        "rating",
        "completed",
        "eta",
      ]),
    ),
    async (context, options, id = "") => {
      const sort = options["sort"] as "newest" | undefined;
      const page = { ...pageOf(options), ...(sort !== undefined && { sort }) };
      const view = await (await context.mkt()).participantView(taskOf(id, options), page);
      if (!view.interests)
        throw new MktError("forbidden_role", "Only the task's poster can list the interested workers.");
      return answered(view.interests, ({ items, nextCursor }) => {
        const more = nextCursor === null ? [] : [`More: --cursor ${nextCursor}`];
        return items.length === 0 ? "No worker is interested yet." : [...items.map(proposalText), ...more].join("\n");
      });
    },
  );
  define(aboutWorker("select", "select a worker"), async (context, options, id = "", worker = "") => {
    const [key, address] = [taskOf(id, options), addressOf(worker, "<worker>")];
    return answered(
      await (await context.mkt()).poster.select(key, address),
      ({ interest }) => `${address} is ${interest.status} and can stake now.`,
    );
  });
  define(aboutWorker("decline", "reject a worker"), async (context, options, id = "", worker = "") => {
    const [key, address] = [taskOf(id, options), addressOf(worker, "<worker>")];
    return answered(
      await (await context.mkt()).poster.decline(key, address),
      ({ interest }) => `${address} is ${interest.status}.`,
    );
  });
  define(step("read", "read the submitted work and your change requests"), readWork);
  define(
    withLinks(ofWork(step("changes", "request changes")).requiredOption("--reason <text>", TEXT)),
    async (context, options, id = "") => {
      const key = taskOf(id, options);
      const words = {
        text: await filled("--reason", options["reason"] ?? "", context.terminal),
        links: await linksWithFiles(options["link"]),
        submissionHash: options["submission"] ?? "",
      };
      return stepped(context, options, (mkt, more) => mkt.poster.requestChanges(key, words, more));
    },
  );
  for (const decision of ["approve", "reject"] as const) {
    const description = decision === "approve" ? "approve the work and pay" : "reject the work";
    define(withRating(ofWork(step(decision, description))), async (context, options, id = "") => {
      const judgement = { submissionHash: options["submission"] ?? "", ...(await ratingOf(options, context)) };
      const key = taskOf(id, options);
      return stepped(context, options, (mkt, more) => mkt.poster[decision](key, judgement, more));
    });
  }
  define(
    step("cancel", "cancel an open task and take the reward back, less the cancel fee"),
    async (context, options, id = "") => {
      const key = taskOf(id, options);
      return stepped(context, options, (mkt, more) => mkt.poster.cancel(key, more));
    },
  );
  define(
    withRating(step("rate", "rate work that a judge approved, or publish your rating of the worker with its comment")),
    async (context, options, id = "") => {
      const [key, rating] = [taskOf(id, options), await ratingOf(options, context)];
      const mkt = await context.mkt();
      if (isToRate(await mkt.task(key)))
        return stepped(context, options, (own, more) => own.poster.rateWork(key, rating, more));
      return answered(await mkt.publishRating(key, rating), () => "Published.");
    },
  );
}
