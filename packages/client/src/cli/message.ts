import { Option, type Command } from "commander";
import type { Message } from "../tasks/messages";
import type { Define, Options } from "./define";
import { addressOf, wholeNumber } from "./input";
import { asJson } from "./printable";
import { wordsText } from "./show";
import { answered, pageOf, taskCommand, taskOf, withPage, withWords, wordsOf } from "./steps";

/** Commands for messages between the parties of a task. */
export function addMessageCommands(program: Command, define: Define): void {
  const group = program.command("message").description("write to the other party of a task, in private");
  define(
    withWorker(withWords(taskCommand(group, "send", "write a message; it can't be changed or deleted"))),
    async (context, options, id = "") => {
      const words = await wordsOf(options, context);
      const sent = await (await context.mkt()).messages.send(taskOf(id, options), words, threadOf(options));
      return answered(sent, ({ number }) => `Message ${number} was sent.`);
    },
  );
  define(
    withWorker(withPage(taskCommand(group, "list", "read the messages, newest last")))
      .addOption(
        new Option("--after <number>", "only those after this number")
          .argParser(wholeNumber(0, 1e9 - 1))
          .conflicts("cursor"),
      )
      .option("--follow", "then print each new message as it comes, until Ctrl-C; with --json one a line"),
    async (context, options, id = "") => {
      const [{ messages }, key] = [await context.mkt(), taskOf(id, options)];
      const { terminal } = context;
      const after = options["after"] === undefined ? {} : { after: Number(options["after"]) };
      if (options["follow"]) {
        const following = messages.follow(key, { ...threadOf(options), ...after, signal: terminal.signal });
        for await (const message of following)
          terminal.out(context.options.json ? asJson(message, 0) : messageText(message));
      }
      const page = await messages.list(key, { ...threadOf(options), ...pageOf(options), ...after });
      return answered(page, ({ items, closed, nextCursor }) => {
        const inOrder = options["after"] === undefined ? items.toReversed() : items;
        const more =
          nextCursor === null ? [] : [`More: --${options["after"] === undefined ? "cursor" : "after"} ${nextCursor}`];
        return [
          ...(inOrder.length > 0 ? inOrder.map(messageText) : ["No messages."]),
          ...(closed ? [closed] : []),
          ...more,
        ].join("\n");
      });
    },
  );
}

function withWorker(command: Command): Command {
  return command.option("--worker <address>", "as the poster, before the start: the worker to write to");
}

function threadOf({ worker }: Options): { worker?: string } {
  return worker === undefined ? {} : { worker: addressOf(worker, "--worker") };
}

/** Its text is indented, so that it can't look like another message. */
export function messageText({ number, role, author, createdAt, ...words }: Message): string {
  return `${number}  ${createdAt}  ${role} ${author}\n${wordsText(words)}`;
}
