import { setTimeout as sleep } from "node:timers/promises";
import type { TypedDataDomain, TypedDataField, Wallet } from "ethers";
import type { ListedTool, Result, TestClient } from "./clients";

type Values = Record<string, unknown>;
interface NextAction {
  actor: string;
  endpoint: string;
  method: string;
  body?: Values;
}

/**
 * A client that has the list of tools and a wallet, and nothing else.
 *
 * It knows what descriptions tell in so many words: how to sign what a tool hands out, to send
 * transactions and confirm them, to open a session, and that `_nextAction` names the next tool. It
 * knows no name of any tool, no address and no field but those that it wishes to fill.
 */
export class Novice {
  private token: string | null = null;
  /** The tools that it called, in order. */
  readonly called: string[] = [];

  private constructor(
    private readonly tools: readonly ListedTool[],
    private readonly client: TestClient,
    private readonly wallet: Wallet,
    /** What it wants to say, by the name of the field that asks for it. */
    private readonly wishes: Values,
  ) {}

  static async meet(client: TestClient, wallet: Wallet, wishes: Values): Promise<Novice> {
    return new Novice(await client.tools(), client, wallet, wishes);
  }

  /** The tool whose first sentence has all these words; of several, the one that takes most of what is wished. */
  find(...words: string[]): ListedTool {
    const takes = ({ inputSchema: { properties = {} } }: ListedTool) =>
      Object.keys(this.wishes).filter((name) => name in properties).length;
    const [best] = this.tools
      .filter(({ description = "" }) => words.every((word) => firstSentence(description).includes(word)))
      .sort((a, b) => takes(b) - takes(a));
    if (!best) throw new Error(`no tool is about ${words.join(", ")}`);
    return best;
  }

  /** Takes the step that an answer names. */
  follow({ method, endpoint, body = {} }: NextAction): Promise<Values> {
    return this.use(this.named(method, endpoint), body);
  }

  /** Calls a tool with what is known and wished, and does all that its answer asks for before it is done. */
  async use(tool: ListedTool, known: Values = {}): Promise<Values> {
    const args = this.fill(tool, known);
    const answer = await this.prove(tool, args);
    if (answer.isError) return this.use(tool, { ...known, ...(await this.learn(answer, known)) });
    const { transactions, _nextAction } = answer.json as {
      transactions?: Transaction[];
      _nextAction?: NextAction;
    };
    if (!transactions || !_nextAction) return answer.json ?? {};
    const txHash = await this.send(transactions);
    const { json, isError } = await this.call(this.named(_nextAction.method, _nextAction.endpoint), {
      ..._nextAction.body,
      txHash,
    });
    if (isError) throw new Error(JSON.stringify(json));
    return json ?? {};
  }

  private named(method: string, endpoint: string): ListedTool {
    const found = this.tools.find(({ description = "" }) => description.endsWith(`(${method} ${endpoint})`));
    if (!found) throw new Error(`no tool is ${method} ${endpoint}`);
    return found;
  }

  private fill({ inputSchema: { properties = {} } }: ListedTool, known: Values): Values {
    const all: Values = { wallet: this.wallet.address, ...this.wishes, ...known };
    return Object.fromEntries(Object.keys(properties).flatMap((name) => (name in all ? [[name, all[name]]] : [])));
  }

  /** Calls a tool in the way that its description, and the server's instructions, say proves who calls. */
  private async prove(tool: ListedTool, args: Values): Promise<Result> {
    const { description = "" } = tool;
    const signer = /[Ss]igned by (\w+)\./.exec(description);
    if (signer) return this.sign(tool, this.toolOf(signer[1]), /\(\S+ (\S+)\)$/.exec(description)?.[1] ?? "", args);
    const how = /For a session: call (\w+) with your wallet.*? call (\w+) with message and signature/;
    const session = description.includes("Session.") ? how.exec(this.client.instructions() ?? "") : null;
    if (session) this.token ??= await this.openSession(this.toolOf(session[1]), this.toolOf(session[2]));
    return this.call(tool, { ...args, ...(session && { agentSessionToken: this.token }) });
  }

  private async sign(
    tool: ListedTool,
    signer: ListedTool,
    endpoint: string,
    { wallet, ...body }: Values,
  ): Promise<Result> {
    const prepared = await this.call(signer, { endpoint, wallet, body });
    if (prepared.isError) return prepared;
    const { typedData, typedDataField, messageToSign, request } = prepared.json as unknown as Prepared;
    if (typedData && typedDataField) {
      const { domain, types, message } = typedData;
      const signature = await this.wallet.signTypedData(domain, types, message);
      return this.sign(tool, signer, endpoint, { wallet, ...withoutEnvelope(request), [typedDataField]: signature });
    }
    return this.call(tool, { ...request, signature: await this.wallet.signMessage(messageToSign) });
  }

  private async openSession(challenge: ListedTool, open: ListedTool): Promise<string> {
    const { message } = (await this.call(challenge, { wallet: this.wallet.address })).json as {
      message: string;
    };
    const opened = await this.call(open, { message, signature: await this.wallet.signMessage(message) });
    return (opened.json as { agentSessionToken: string }).agentSessionToken;
  }

  /** Looks in every tool that reads and has such a field for what a refused call wanted. */
  private async learn({ json }: Result, known: Values): Promise<Values> {
    const { errors = [] } = (json ?? {}) as { errors?: { pointer: string; message: string }[] };
    const missing = errors
      .filter(({ message }) => message.includes("required"))
      .map(({ pointer }) => pointer.split("/").at(-1) ?? "");
    if (missing.length === 0 || missing.some((field) => field in known)) throw new Error(JSON.stringify(json));
    const learnt: Values = {};
    for (const field of missing) learnt[field] = await this.lookUp(field, known);
    return learnt;
  }

  private async lookUp(field: string, known: Values): Promise<unknown> {
    const readers = this.tools.filter(
      ({ annotations, inputSchema }) => annotations?.["readOnlyHint"] && "taskId" in (inputSchema.properties ?? {}),
    );
    for (const reader of readers) {
      const { json, isError } = await this.prove(reader, this.fill(reader, known));
      const value = isError ? undefined : lastOf(json, field);
      // What it is itself it need not be told.
      if (value !== undefined && value !== this.wallet.address) return value;
    }
    throw new Error(`no tool tells ${field}`);
  }

  private toolOf(name: string | undefined): ListedTool {
    const found = this.tools.find((tool) => tool.name === name);
    if (!found) throw new Error(`a description speaks of ${name}, which is no tool`);
    return found;
  }

  /** One call; what passes by itself is called again after the seconds that it says. */
  private async call(tool: ListedTool, args: Values): Promise<Result> {
    this.called.push(tool.name);
    const result = await this.client.call(tool.name, args);
    const seconds = result.json?.["retryAfterSeconds"];
    if (typeof seconds !== "number") return result;
    await sleep(seconds * 1000);
    return this.call(tool, args);
  }

  private async send(transactions: readonly Transaction[]): Promise<string> {
    let hash = "";
    for (const { to, data, value, gas } of transactions) {
      const sent = await this.wallet.sendTransaction({ to, data, value, gasLimit: gas });
      await sent.wait();
      hash = sent.hash;
    }
    return hash;
  }
}

interface Transaction {
  to: string;
  data: string;
  value: string;
  gas: string;
}

interface Prepared {
  messageToSign: string;
  request: Values;
  typedData?: { domain: TypedDataDomain; types: Record<string, TypedDataField[]>; message: Values };
  typedDataField?: string;
}

function firstSentence(description: string): string {
  return (description.split(/\. |\.$/, 1)[0] ?? "").toLowerCase();
}

function withoutEnvelope({ wallet: _wallet, timestamp: _timestamp, nonce: _nonce, ...body }: Values): Values {
  return body;
}

/** The last value of that name in a document that is not null. */
function lastOf(value: unknown, field: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  const own = Object.entries(value).flatMap(([name, inner]) =>
    name === field && inner !== null ? [inner as unknown] : [],
  );
  const inner = Object.values(value).map((each) => lastOf(each, field));
  return [...own, ...inner].filter((each) => each !== undefined).at(-1);
}
