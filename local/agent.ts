import { Contract, JsonRpcProvider, Wallet } from "ethers";
import type { StackAddresses } from "./stackFile";
import type { Role } from "./wallets";

/** An answer of the service, as the demo reads it. */
export interface Reply {
  status: number;
  text: string;
  json: Record<string, unknown>;
}

export interface NextAction {
  actor: string;
  action: string;
  endpoint: string;
}

interface Transaction {
  to: string;
  data: string;
  value: string;
  gas: string;
}

interface TypedData {
  domain: object;
  types: Record<string, { name: string; type: string }[]>;
  message: Record<string, unknown>;
}

const BALANCE_OF = ["function balanceOf(address) view returns (uint256)"];

/** An agent that has a wallet and HTTP, and knows nothing but what the service tells it. */
export class Agent {
  readonly wallet: Wallet;
  private readonly provider: JsonRpcProvider;

  constructor(
    private readonly stack: StackAddresses,
    readonly role: Role,
  ) {
    // Without a cache, so that the next transaction sees the nonce of the last one.
    this.provider = new JsonRpcProvider(stack.rpcUrl, stack.chainId, { staticNetwork: true, pollingInterval: 200, cacheTimeout: -1 });
    this.wallet = new Wallet(stack.wallets.find((wallet) => wallet.role === role)?.privateKey ?? "", this.provider);
  }

  get address(): string {
    return this.wallet.address;
  }

  close(): void {
    this.provider.destroy();
  }

  /** What an address holds, USDC base units. */
  async usdcUnits(address: string = this.address): Promise<bigint> {
    const usdc = new Contract(this.stack.usdc, BALANCE_OF, this.provider);
    return (await usdc.getFunction("balanceOf")(address)) as bigint;
  }

  async get(path: string, query: Record<string, string> = {}): Promise<Reply> {
    return read(await fetch(`${this.stack.baseUrl}${path}?${new URLSearchParams(query).toString()}`));
  }

  async post(path: string, body: object, headers: Record<string, string> = {}): Promise<Reply> {
    const response = await fetch(`${this.stack.baseUrl}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    return read(response);
  }

  /** POSTs and expects 200; every refusal of the service ends the play, in its own words. */
  async ask(path: string, body: object, headers: Record<string, string> = {}): Promise<Record<string, unknown>> {
    const { status, json, text } = await this.post(path, body, headers);
    if (status !== 200) throw new Error(`${path} answers ${status} to the ${this.role}: ${text}`);
    return json;
  }

  /** Prepares, sends what was prepared, and confirms the last transaction. */
  async act(path: string, body: object): Promise<Record<string, unknown>> {
    const request = { wallet: this.address, ...body };
    const prepared = await this.ask(path, request);
    const hashes = await this.send(prepared["transactions"] as Transaction[]);
    const key = { wallet: this.address, ...only(body, ["contract", "taskId", "decision"]) };
    return this.ask(path, { action: "confirm", ...key, txHash: hashes.at(-1) });
  }

  /** Signs transactions, sends them one after the other, and gives their hashes once they are mined. */
  async send(transactions: readonly Transaction[]): Promise<string[]> {
    const hashes: string[] = [];
    for (const { to, data, value, gas } of transactions) {
      const sent = await this.wallet.sendTransaction({ to, data, value, gasLimit: gas });
      await sent.wait();
      hashes.push(sent.hash);
    }
    return hashes;
  }

  /** Signs a request with the helper's own text, and first whatever the contract wants signed for it. */
  async signed(path: string, body: object): Promise<Record<string, unknown>> {
    const { messageToSign, request, typedData, typedDataField } = await this.ask("/mkt/sign/prepare", { endpoint: path, wallet: this.address, body });
    if (typedData && typeof typedDataField === "string") {
      return this.signed(path, { ...(request as object), [typedDataField]: await this.signTyped(typedData as TypedData) });
    }
    const signature = await this.wallet.signMessage(String(messageToSign));
    return this.ask(path, { ...(request as object), signature });
  }

  signTyped({ domain, types, message }: TypedData): Promise<string> {
    const { EIP712Domain, ...own } = types;
    return this.wallet.signTypedData(domain, own, message);
  }

  /** A session's token. */
  async signIn(): Promise<string> {
    const { message } = await this.ask("/mktAgentSessionChallenge", { wallet: this.address });
    const signature = await this.wallet.signMessage(String(message));
    return String((await this.ask("/mktAgentSession", { message, signature }))["agentSessionToken"]);
  }
}

async function read(response: Response): Promise<Reply> {
  const text = await response.text();
  return { status: response.status, text, json: JSON.parse(text) as Record<string, unknown> };
}

function only(body: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)));
}
