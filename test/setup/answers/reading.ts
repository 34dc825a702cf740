import { setTimeout as sleep } from "node:timers/promises";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import type { Wallet } from "ethers";
import { DOCUMENTS, MCP_PATH } from "../../../functions/src/catalogue/documents";
import type { Toolset } from "../../../functions/src/catalogue/toolsets";
import { ENDPOINTS } from "../../../functions/src/endpoints/all";
import { siteDocuments } from "../../../packages/site/site";
import type { Role } from "../../../dev/local/wallets";
import { Agent, good, keyIn, OFFER, type Gasless, type Prepared } from "../agent";
import { QUESTION } from "../paying/buyer";
import type { Market } from "../market";
import { freshCaller } from "../payments";
import type { Named } from "../tasks/taskLife";

type Json = Record<string, unknown>;

/** One thing that an agent reads, and how many tokens of o200k it has. */
export interface Read {
  readonly what: string;
  readonly tokens: number;
}

export type Transport = "HTTP" | "MCP";

const PATHS = {
  ask: "/demand-insights",
  list: "/mkt/tasks",
  task: "/mkt/task",
  take: "/agentStakeAndConfirm",
  relay: "/mkt/relay",
  sign: "/mkt/sign/prepare",
  details: "/mkt/private-details",
  submit: "/agentSubmitWork",
  claim: "/agentRateAndClaimStake",
} as const;
type Call = keyof typeof PATHS;
const READS: readonly Call[] = ["list", "task"];
const TOOLS: Record<Call, string> = {
  ask: "demandInsights",
  list: "mktTasks",
  task: "mktTaskGet",
  take: "agentStakeAndConfirm",
  relay: "mktRelay",
  sign: "mktSignPrepare",
  details: "mktPrivateDetails",
  submit: "agentSubmitWork",
  claim: "agentRateAndClaimStake",
};

export const tokensOf = (text: string) => encode(text).length;

/** The generated documents as they are served, by their path in `hosting`. */
export const servedDocuments = () => siteDocuments(ENDPOINTS, "");

/** An agent that has never heard of the service. It keeps count of all that it reads. */
abstract class Stranger {
  readonly reads: Read[] = [];

  constructor(protected readonly market: Market) {}

  /** What it reads before its first call. */
  abstract meet(): Promise<void>;
  abstract call(call: Call, given: Json, what?: string): Promise<Json>;
  abstract close(): Promise<void>;

  protected read(what: string, text: string): void {
    this.reads.push({ what, tokens: tokensOf(text) });
  }
}

/** The headers that a price is in; all others are those of any answer. */
const PRICE_HEADERS = ["Pay", "X-Price-Intent", "X-Payment-Contracts", "PAYMENT-REQUIRED"];

/** Reads the skill, then answers as `curl -i` prints them. */
class HttpStranger extends Stranger {
  constructor(
    market: Market,
    private readonly page: { readonly file: string; readonly path: string },
  ) {
    super(market);
  }

  meet(): Promise<void> {
    const documents = servedDocuments();
    for (const { file, path } of [DOCUMENTS.skill, this.page]) this.read(path, documents[file] ?? "");
    return Promise.resolve();
  }

  async call(call: Call, given: Json, what = `the answer of ${PATHS[call]}`): Promise<Json> {
    const reply = READS.includes(call)
      ? await this.market.get(PATHS[call], given as Record<string, string>, freshCaller())
      : await this.market.post(PATHS[call], given, freshCaller());
    requireExpected(reply.json);
    const headers = PRICE_HEADERS.flatMap((name) => {
      const value = reply.headers.get(name);
      return value === null ? [] : [`${name}: ${value}\n`];
    });
    this.read(what, [...headers, reply.text].join(""));
    return reply.json;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** Reads the server's instructions, the tools of its toolset, and the whole of each result. */
class McpStranger extends Stranger {
  private readonly client = new Client(
    { name: "stranger", version: "1.0.0" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );

  constructor(
    market: Market,
    private readonly toolset: Toolset,
  ) {
    super(market);
  }

  async meet(): Promise<void> {
    const url = new URL(`${MCP_PATH}?toolset=${this.toolset}`, this.market.service.baseUrl);
    await this.client.connect(new StreamableHTTPClientTransport(url));
    this.read("the server's instructions", this.client.getInstructions() ?? "");
    this.read(`the tools of ${this.toolset}`, JSON.stringify((await this.client.listTools()).tools));
  }

  async call(call: Call, given: Json, what = `the result of ${TOOLS[call]}`): Promise<Json> {
    const { content, structuredContent } = await this.client.callTool({ name: TOOLS[call], arguments: given });
    const texts = content.map((part) => (part.type === "text" ? part.text : JSON.stringify(part)));
    this.read(what, [...texts, ...(structuredContent ? [JSON.stringify(structuredContent)] : [])].join("\n"));
    const json = JSON.parse((texts[0] ?? "").replaceAll(/<\/?untrusted-[0-9a-f]{32}>/g, "")) as Json;
    requireExpected(json);
    return json;
  }

  close(): Promise<void> {
    return this.client.close();
  }
}

const strangers = (market: Market, page: { file: string; path: string }, toolset: Toolset) => ({
  HTTP: () => new HttpStranger(market, page),
  MCP: () => new McpStranger(market, toolset),
});

/** What a stranger reads from nothing to its first answer: what the service is, the price, the answer. */
export async function readToBuy(market: Market, transport: Transport): Promise<readonly Read[]> {
  const buyer = strangers(market, DOCUMENTS.skillBuy, "answers")[transport]();
  try {
    await buyer.meet();
    const quote = await buyer.call("ask", QUESTION, "the price");
    const { to, data } = quote["transaction"] as Prepared;
    const txHash = await market.chain.send({ from: "payer", to, data });
    const answer = await buyer.call("ask", { ...QUESTION, intentId: quote["intentId"], txHash }, "the answer");
    if (typeof answer["reply"] !== "string") throw new Error(`no answer but ${JSON.stringify(answer)}`);
    return buyer.reads;
  } finally {
    await buyer.close();
  }
}

/**
 * What a stranger reads from nothing to the claim of the stake of one of ten open tasks: the list, the task, its
 * private details, and each step as prepared and as relayed. The poster, who approves, reads on their own account.
 */
export async function readToWork(market: Market, transport: Transport, key: Named): Promise<readonly Read[]> {
  const worker = strangers(market, DOCUMENTS.skillWork, "work")[transport]();
  const role: Role = "worker";
  const wallet = market.address(role);
  const signer: Wallet = market.chain.wallet(role);
  /** Prepares a step, signs it, and has it relayed. */
  const step = async (call: Call, given: Json) => {
    const prepared = await worker.call(call, { wallet, ...given }, `${PATHS[call]} as prepared`);
    const { kind, typedData, request = typedData.message } = gaslessOf(prepared);
    const { domain, types, message } = typedData;
    const signature = await signer.signTypedData(domain, types, message);
    const body = { contract: key.contract, kind, request, signature };
    await relayed(worker, body, `${PATHS[call]} as relayed`);
  };
  try {
    await worker.meet();
    const { items } = (await worker.call("list", {})) as { items: Json[] };
    if (items.length !== 10) throw new Error(`${items.length} tasks are listed, not ten`);
    const { termsHash } = (await worker.call("task", { contract: key.contract, id: key.taskId }))["terms"] as Json;
    await step("take", { ...key, termsHash });
    const toSign = await worker.call("sign", { endpoint: PATHS.details, wallet, body: key });
    const signature = await signer.signMessage(toSign["messageToSign"] as string);
    await worker.call("details", { ...(toSign["request"] as Json), signature });
    await step("submit", { ...key, text: WORK_TEXT, links: [{ url: "https://files.example/translation.md" }] });
    await market.take("approve", { contract: key.contract, taskId: BigInt(key.taskId) });
    await step("claim", { ...key, rating: 5, comment: "Clear task, quick review." });
    return worker.reads;
  } finally {
    await worker.close();
  }
}

/** Only a price, and a transaction that is not in a block yet, are no failure of the journey. */
function requireExpected(answer: Json): void {
  const { code } = answer;
  if (code !== undefined && code !== "payment_required" && code !== "tx_not_confirmed")
    throw new Error(`a stranger was refused: ${JSON.stringify(answer)}`);
}

/** Has a step relayed; of the answers only the last is counted, as an agent's tools repeat a request by themselves. */
async function relayed(worker: Stranger, body: Json, what: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const answer = await worker.call("relay", body, what);
    if (typeof answer["state"] === "string") return;
    worker.reads.pop();
    await sleep(50);
  }
  throw new Error(`${what}: never mined`);
}

function gaslessOf(prepared: Json): Gasless {
  const { gasless } = prepared as { gasless?: Gasless };
  if (!gasless) throw new Error(`nothing to relay in ${JSON.stringify(prepared)}`);
  return gasless;
}

/** Posts tasks of ordinary length until ten are open, and names the newest. */
export async function openTasks(market: Market): Promise<Named> {
  const { items } = (await market.get(PATHS.list, {}, freshCaller())).json as { items: Named[] };
  const offer = (at: number) => ({ ...TASK, title: `Translate page ${at} of a product manual into Portuguese` });
  for (let at = items.length + 1; at < 10; at++) await market.task("agent-fast", {}, { metadata: offer(at) });
  const whole = { ...OFFER, ...offer(10), rewardUsdc: "12", stakeUsdc: "1", privateDetails: DETAILS };
  return keyIn(good(await new Agent(market, "buyer").do("/agentCreateTaskSimple", whole)));
}

const TASK = {
  category: "translation",
  tags: ["portuguese", "manual"],
  description:
    "The page has about 600 words with two tables and a list of warnings. Translate it into European Portuguese for people " +
    "who own the product. Keep headings, tables and numbering as they are. Use the terms of the glossary that is linked in " +
    "the private details. Hand in one Markdown file.",
};
const DETAILS = { text: "The manual is at the link.", links: [{ url: "https://files.example/manual.pdf" }] };
const WORK_TEXT = "The translation is in the linked file. Two terms were missing from the glossary; they are marked.";
