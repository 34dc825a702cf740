import { Command, CommanderError, Option } from "commander";
import { usdcUnits } from "../money";
import { Context, DryRun, type GlobalOptions, type Terminal } from "./context";
import { EXIT, EXIT_HELP, exitCodeOf } from "./exitCodes";
import { addMoneyCommands } from "./money";
import { addReadCommands } from "./read";
import { addTaskCommands } from "./task";
import { errorJson, errorText, toSignText } from "./show";

/** What a command came to: its JSON, and the same for people. */
export interface Outcome {
  json: unknown;
  text: string;
  /** What failed nevertheless: it is told, and ends the command, after the rest was printed. */
  error?: Error;
}

/** Registers a command with its work, which gets the client's context, the command's own options, and its arguments. */
export type Define = (command: Command, work: (context: Context, options: Record<string, string | undefined>, ...values: string[]) => Promise<Outcome>) => void;

/** Runs one command line (without node and file) and gives its exit code; writes only to the terminal that is given. */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<number> {
  const contexts: Context[] = [];
  const program = programOf(terminal, (context) => contexts.push(context));
  try {
    await program.parseAsync([...args], { from: "user" });
    return EXIT.ok;
  } catch (error) {
    const isJson = program.opts<GlobalOptions>().json === true;
    if (error instanceof DryRun) {
      terminal.out(isJson ? asJson({ dryRun: true, wouldSign: error.toSign }) : toSignText(error.toSign));
      return EXIT.ok;
    }
    const code = exitCodeOf(error);
    // The parser has said what was wrong itself.
    if (!(error instanceof CommanderError)) terminal.err(isJson ? asJson({ error: { exitCode: code, ...errorJson(error) } }) : errorText(error));
    return code;
  } finally {
    for (const context of contexts) await context.close();
  }
}

function programOf(terminal: Terminal, opened: (context: Context) => void): Command {
  const program = new Command("mkt")
    .description("Buys answers and does escrowed work at an mkt service. Reading takes no wallet.")
    .addHelpText("after", `${EXIT_HELP}

Keys are read from MKT_PRIVATE_KEY, or from a keystore file with MKT_KEYSTORE_PASSWORD; never from the command line.
Other settings: MKT_BASE_URL, MKT_RPC_URL, MKT_KEYSTORE, MKT_WALLET, MKT_JOURNAL, MKT_ORIGIN; and, to pin who may be
paid: MKT_RECIPIENT, MKT_ESCROW_HUMAN, MKT_ESCROW_AGENT_FAST.`)
    .option("--json", "print JSON")
    .option("--dry-run", "show what would be signed and paid; sign nothing")
    .option("--base-url <url>", "where the service answers")
    .option("--origin <url>", "what the service calls itself, where that is another address")
    .option("--rpc-url <url>", "a node of Base")
    .option("--keystore <file>", "an encrypted JSON keystore")
    .option("--wallet <address>", "whom to read for, without a key")
    .addOption(amount("--max-usdc <amount>", "the most that this command may spend", "1"))
    .addOption(amount("--total-usdc <amount>", "the most that all commands of this journal may spend together", "25"))
    .addOption(new Option("--attempts <number>", "how often a request is sent at most").default("5"))
    .option("--journal <file>", "where signed transactions are kept until they are done")
    .exitOverride()
    .configureOutput({ writeOut: (text) => terminal.out(text.trimEnd()), writeErr: (text) => terminal.err(text.trimEnd()) });
  const define: Define = (command, work) => {
    command.exitOverride().action(async (...given: unknown[]) => {
      const values = given.slice(0, -2) as string[];
      const context = new Context(program.opts<GlobalOptions>(), terminal);
      opened(context);
      const { json, text, error } = await work(context, given.at(-2) as Record<string, string | undefined>, ...values);
      terminal.out(context.options.json ? asJson(json) : text);
      if (error !== undefined) throw error;
    });
  };
  addReadCommands(program, define);
  addMoneyCommands(program, define);
  addTaskCommands(program, define);
  return program;
}

function amount(flags: string, description: string, usual: string): Option {
  return new Option(flags, description).default(usual).argParser((text) => {
    usdcUnits(text);
    return text;
  });
}

function asJson(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) => (typeof member === "bigint" ? String(member) : member), 2);
}
