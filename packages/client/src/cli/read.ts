import type { Command } from "commander";
import { usdcText } from "../money";
import { networkNameOf, type NetworkName } from "../signing/trust";
import type { Context } from "./context";
import { PRODUCTS } from "./products";
import type { Define } from "./define";
import { nextLines, taskLine, todoLine } from "./show";
import { pageOf, withPage } from "./steps";
import { usage } from "./usage";

interface Manifest {
  name: string;
  version: string;
  description: string;
  routes: Record<string, string>;
  docs: Record<string, string>;
  api: { operations: number };
}

/** Commands that change nothing. */
export function addReadCommands(program: Command, define: Define): void {
  define(
    program.command("discover").description("what the service offers, its prices and its health"),
    async (context) => {
      const mkt = await context.mkt();
      const manifest = await mkt.document<Manifest>("/.well-known/mkt-earn.json");
      const [{ data, error }, prices] = await Promise.all([mkt.api.GET("/mkt/health"), pricesOf(context)]);
      const health = data ?? error;
      const baseUrl = context.baseUrl().replace(/\/$/, "");
      const offers = PRODUCTS.map(
        ({ path, command, what }) => `  ${prices[path] ?? "?"} USDC  ${command}\n      ${what} (POST ${path})`,
      );
      const text = [
        `${manifest.name} ${manifest.version} at ${baseUrl}: ${manifest.description}`,
        `Health: ${healthText(health)}`,
        ...networkLines(health, context.network()),
        "Answers, each paid once:",
        ...offers,
        "Work:",
        "  mkt task list     the open tasks",
        "  mkt search        tasks by words, category, country, reward or deadline",
        "  mkt task create   offer one",
        "  mkt next          what your wallet can do now",
        `Guide: ${baseUrl}${manifest.docs["guide"] ?? ""}`,
        `All ${manifest.api.operations} endpoints, and the documents: mkt --json discover`,
      ];
      return { json: { manifest, health, prices }, text: text.join("\n") };
    },
  );

  define(program.command("next").description("what the wallet can do next, the most urgent first"), async (context) => {
    requireWallet(context);
    const todos = await (await context.mkt()).next();
    return {
      json: todos,
      text: todos.length === 0 ? "Nothing to do. Open tasks: mkt task list" : todos.map(todoLine).join("\n"),
    };
  });

  const waiting = program.command("waiting").description("what waits for the wallet, the earliest deadline first");
  define(
    withPage(waiting).option("--unread-since <cursor>", "count the wallet's events after this cursor of mkt watch"),
    async (context, options) => {
      requireWallet(context);
      const { unreadSince } = options as { unreadSince?: string };
      const mkt = await context.mkt();
      const json = await mkt.waiting({ ...pageOf(options), ...(unreadSince !== undefined && { unreadSince }) });
      const { items, unread, _nextAction } = json;
      const lines = [
        ...(_nextAction ? nextLines(_nextAction) : []),
        ...items.map((task) => (task._nextAction ? todoLine({ task, next: task._nextAction }) : taskLine(task))),
        ...(unread === null ? [] : [`Unread events: ${unread}${unread === 100 ? " or more" : ""}`]),
        ...(json.nextCursor === null ? [] : [`More: --cursor ${json.nextCursor}`]),
      ];
      return { json, text: lines.length === 0 ? "Nothing waits for you." : lines.join("\n") };
    },
  );

  define(program.command("wallet").description("the wallet's balances, allowances and credits"), async (context) => {
    requireWallet(context);
    const info = await (await context.mkt()).walletInfo();
    const escrows = Object.entries(info.escrows).map(
      ([name, at]) =>
        `  ${name} escrow ${at.contractAddress}: allowance ${at.allowanceUsdc} USDC, credit ${at.creditUsdc} USDC`,
    );
    return {
      json: info,
      text: [`${info.wallet} on chain ${info.chainId}`, `  ${info.usdc} USDC, ${info.eth} ETH`, ...escrows].join("\n"),
    };
  });
}

/** Notes if the service is on a test network, or on another chain than this program. */
function networkLines(health: unknown, chosen: NetworkName): string[] {
  const { chainId, notice } =
    (health as { network?: { chainId?: unknown; notice?: unknown } } | undefined)?.network ?? {};
  const its = networkNameOf(chainId);
  const choose =
    its === null || its === chosen ? "" : ` This program is set to ${chosen}; for ${its}, use --network ${its}.`;
  const said = typeof notice === "string" ? ` ${notice}` : "";
  return choose || said ? [`Network: ${its ?? "unknown"}.${said}${choose}`] : [];
}

/** The status, and the checks that fail. */
function healthText(health: unknown): string {
  const { status = "unknown", checks = {} } = (health ?? {}) as {
    status?: string;
    checks?: Record<string, { ok?: boolean }>;
  };
  const failing = Object.keys(checks).filter((name) => checks[name]?.ok === false);
  return failing.length === 0 ? String(status) : `${status} (${failing.join(", ")})`;
}

/** What each answer costs now, in USDC; null if the service gives no quote for it. */
async function pricesOf(context: Context): Promise<Record<string, string | null>> {
  const mkt = await context.mkt();
  const quoted = PRODUCTS.map(async ({ path }): Promise<[string, string | null]> => {
    const quote = await mkt.quote(path, {}).catch(() => null);
    return [path, quote && usdcText(quote.priceUsdcUnits)];
  });
  return Object.fromEntries(await Promise.all(quoted));
}

function requireWallet(context: Context): void {
  if (!context.hasWallet()) throw usage("Give a wallet with --wallet 0x… or MKT_WALLET, or set MKT_PRIVATE_KEY.");
}
