import { Command, CommanderError, type Option } from "commander";
import { version } from "../../package.json";
import { Context, DryRun, type GlobalOptions, type Terminal } from "./context";
import { addDatasetsCommand } from "./datasets";
import { addDecideCommands } from "./decide";
import { addJudgeCommands } from "./judge";
import { addDisputeCommands } from "./dispute";
import type { Define, Options } from "./define";
import { errorJson, errorText } from "./errors";
import { EXIT, EXIT_HELP, exitCodeOf } from "./exitCodes";
import { amount, wholeNumber } from "./input";
import { addMandateCommands } from "./mandate";
import { addMessageCommands } from "./message";
import { addMoneyCommands } from "./money";
import { addReadCommands } from "./read";
import { asJson, printing } from "./printable";
import { addReceiptCommands } from "./receipt";
import { addReputationCommands } from "./reputation";
import { toSignText } from "./show";
import { addMarketCommand, addServiceCommands } from "./service";
import { addSessionCommands } from "./session";
import { addTaskCommands } from "./task";
import { addWatchCommand } from "./watch";
import { addWebhookCommands } from "./webhook";
import { addWorkCommands } from "./work";
import { TEST_NETWORK_NOTICE } from "../generated/networks";
import { NETWORKS } from "../signing/trust";

/**
 * Runs one command line (without node and file) and returns its exit code; writes only to the terminal that is given.
 */
export async function runCli(args: readonly string[], given: Terminal): Promise<number> {
  const terminal = printing(given);
  const contexts: Context[] = [];
  let ran = "";
  const program = programOf(terminal, (context, name) => {
    contexts.push(context);
    ran = name;
  });
  try {
    await program.parseAsync([...args], { from: "user" });
    return EXIT.ok;
  } catch (error) {
    // Parsing may have failed before it reached --json.
    const isJson = program.opts<GlobalOptions>().json === true || args.includes("--json");
    if (error instanceof DryRun) {
      terminal.out(isJson ? asJson({ dryRun: true, wouldSign: error.toSign }) : toSignText(error.toSign));
      return EXIT.ok;
    }
    const code = exitCodeOf(error);
    const isShown = error instanceof CommanderError && (code === EXIT.ok || error.code === "commander.help");
    if (!isShown)
      terminal.err(isJson ? asJson({ error: { exitCode: code, ...errorJson(error, ran) } }) : errorText(error, ran));
    return code;
  } finally {
    for (const context of contexts) await context.close();
  }
}

function programOf(terminal: Terminal, opened: (context: Context, name: string) => void): Command {
  const program = new Command("mkt")
    .description("Buys answers and does escrowed work on an mkt service. Reading needs no wallet.")
    .version(version)
    .addHelpText("after", HELP)
    .option("--json", "print JSON")
    .option("--dry-run", "show what would be signed and paid; sign nothing")
    .option("--base-url <url>", "the URL of the service")
    .option("--origin <url>", "the service's own public URL, if different")
    .option("--rpc-url <url>", "a node of that chain")
    .option("--network <name>", `the chain: ${Object.keys(NETWORKS).join(", ")} (default: base)`)
    .option("--keystore <file>", "an encrypted JSON keystore")
    .option("--wallet <address>", "the wallet to read for, without a key")
    .option("--max-usdc <amount>", "the maximum that this command may spend", amount, "1")
    .option("--total-usdc <amount>", "the maximum that all commands of this journal may spend together", amount, "25")
    .option(
      "--gasless",
      "only sign: the service sends payments and steps of tasks, and pays for gas; the default without ETH",
    )
    .option("--no-gasless", "send every transaction yourself and pay for its gas")
    .option("--attempts <number>", "the maximum number of attempts per request", wholeNumber(1, 20), "5")
    .option("--journal <file>", "where signed transactions are stored until they are complete")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: (text) => terminal.err(text.trimEnd()),
      outputError: () => undefined,
    });
  const define: Define = (command, work) => {
    const needed = command.options.filter(({ mandatory }) => mandatory);
    // The parser would name one at a time.
    for (const option of needed) option.makeOptionMandatory(false);
    command.exitOverride((error) => {
      if (error.code === "commander.missingArgument") requireAll(command, needed);
      throw error;
    });
    command.action(async (...given: unknown[]) => {
      const values = given.slice(0, -2) as string[];
      const options = given.at(-2) as Options;
      requireAll(command, needed);
      const context = new Context(program.opts<GlobalOptions>(), terminal);
      opened(context, nameOf(command));
      if (NETWORKS[context.network()].isTestNetwork && !context.options.json) terminal.err(TEST_NETWORK_NOTICE);
      const outcome = await work(context, options, ...values);
      if (outcome === null) return;
      const { json, text, error } = outcome;
      terminal.out(context.options.json ? asJson(json) : text);
      if (error !== undefined) throw error;
    });
  };
  addReadCommands(program, define);
  addMoneyCommands(program, define);
  addReceiptCommands(program, define);
  addReputationCommands(program, define);
  addWatchCommand(program, define);
  addMandateCommands(program, define);
  addMessageCommands(program, define);
  addWebhookCommands(program, define);
  addServiceCommands(program, define);
  addMarketCommand(program, define);
  addDatasetsCommand(program, define);
  addSessionCommands(program, define);
  const task = addTaskCommands(program, define);
  addWorkCommands(task, define);
  addDecideCommands(task, define);
  addJudgeCommands(task, define);
  addDisputeCommands(program, define);
  return program;
}

/** Names everything that a command line lacks at once: arguments and options. */
function requireAll(command: Command, options: readonly Option[]): void {
  const given = command.opts<Options>();
  const words = command.registeredArguments.slice(command.args.length).filter(({ required }) => required);
  const absent = [
    ...words.map((argument) => `<${argument.name()}>`),
    ...options.filter((option) => given[option.attributeName()] === undefined).map(({ flags }) => flags),
  ];
  if (absent.length > 0)
    throw new CommanderError(EXIT.usage, "commander.missingMandatoryOptionValue", `Missing: ${absent.join(", ")}.`);
}

/** The words of a command line that name a command, without the program's own. */
function nameOf(command: Command): string {
  const words: string[] = [];
  for (let one: Command | null = command; one?.parent; one = one.parent) words.unshift(one.name());
  return words.join(" ");
}

const HELP = `${EXIT_HELP}

Start with: mkt --base-url https://… discover. Each command has its own help: mkt task create --help.

Keys are read from MKT_PRIVATE_KEY, or from a keystore file with MKT_KEYSTORE_PASSWORD; never from the command line.
Other settings: MKT_BASE_URL, MKT_NETWORK, MKT_RPC_URL, MKT_KEYSTORE, MKT_WALLET, MKT_JOURNAL, MKT_ORIGIN; and, to pin who may be
paid: MKT_RECIPIENT, MKT_ESCROW_HUMAN, MKT_ESCROW_AGENT_FAST, and the judge of --judge schema: MKT_JUDGE.`;
