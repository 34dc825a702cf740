import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Contract, id, JsonRpcProvider, Wallet, type TypedDataDomain, type TypedDataField } from "ethers";
import { Api, type Json, type Reply } from "./api";
import type { Deployment } from "./deployment";
import { holds } from "./holds";

interface TypedData {
  domain: TypedDataDomain;
  types: Record<string, TypedDataField[]>;
  message: Record<string, unknown>;
}

interface Transaction {
  to: string;
  data: string;
  value?: string;
  gas?: string;
}

type Escrows = Record<string, { contractAddress: string } | undefined>;

const TOKEN = [
  "function balanceOf(address) view returns (uint256)",
  "function transfer(address to, uint256 units) returns (bool)",
  "event Transfer(address indexed from, address indexed to, uint256 units)",
];

/** Thrown where something cannot be shown here. */
export class NotShown extends Error {}

/** Runs a step once, however many statements are about it. */
export function once<T>(step: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => (result ??= step());
}

/** What the checks have to work with: the service, its documents, a chain and two wallets. */
export class World {
  readonly api: Api;
  private readonly provider: JsonRpcProvider | undefined;

  constructor(readonly deployment: Deployment) {
    this.api = new Api(deployment.baseUrl);
    if (deployment.rpcUrl === undefined) return;
    this.provider = new JsonRpcProvider(deployment.rpcUrl, undefined, { pollingInterval: 100, cacheTimeout: -1 });
  }

  close(): void {
    this.provider?.destroy();
  }

  readonly openapi = once(async () => this.api.ok("/.well-known/mkt-openapi.json"));
  readonly filters = once(async () => this.api.ok("/analytics/filters"));
  private readonly escrows = once(async () => {
    const { escrows } = await this.api.ok("/agentWalletInfo", { wallet: this.buyer.address });
    return escrows as Escrows;
  });

  readonly guide = once(async () => (await this.api.get("/docs/mkt-earn-agent-api.md")).bytes.toString());

  /** The buyer of answers and poster of tasks. */
  get buyer(): Wallet {
    return this.wallet(0);
  }

  get worker(): Wallet {
    return this.wallet(1);
  }

  private wallet(place: number): Wallet {
    const key = this.deployment.keys[place];
    if (!this.provider) throw new NotShown("it takes a node of the chain: --rpc URL");
    if (key === undefined) throw new NotShown("it takes two funded wallets: --key NAME");
    return new Wallet(key, this.provider);
  }

  /** A wallet with no part in anything, and no money. */
  readonly stranger = Wallet.createRandom();

  /** A token's balances and transfers, paid by the buyer. */
  readonly token = (address: string): Contract => new Contract(address, TOKEN, this.buyer);

  readonly unitsOf = async (token: string, holder: string): Promise<bigint> =>
    (await this.token(token).getFunction("balanceOf")(holder)) as bigint;

  /** Sends transactions, one after the other; gives the last one's hash. */
  async send(signer: Wallet, transactions: Transaction[]): Promise<string> {
    let hash = "";
    for (const { to, data, value, gas } of transactions) {
      const optional = { ...(value !== undefined && { value }), ...(gas !== undefined && { gasLimit: gas }) };
      const sent = await signer.sendTransaction({ to, data, ...optional });
      await sent.wait();
      hash = sent.hash;
    }
    return hash;
  }

  /** Prepares, sends and confirms a step on the chain. */
  async act(signer: Wallet, path: string, body: object): Promise<{ prepared: Json; txHash: string; confirmed: Json }> {
    const prepared = await this.api.ok(path, { wallet: signer.address, ...body });
    const txHash = await this.send(signer, prepared.transactions as Transaction[]);
    const confirmed = await this.api.ok(path, { ...prepared._nextAction.body, txHash });
    return { prepared, txHash, confirmed };
  }

  /** Calls a signed endpoint that has to succeed, with the contract's own signature where it needs one. */
  readonly signed = async (signer: Wallet, endpoint: string, body: object): Promise<Json> => {
    const prepared = await this.api.ok("/mkt/sign/prepare", { endpoint, wallet: signer.address, body });
    const { messageToSign, request, typedData, typedDataField } = prepared;
    if (typedData) {
      const { domain, types, message } = typedData as TypedData;
      const signature = await signer.signTypedData(domain, types, message);
      return this.signed(signer, endpoint, { ...request, [typedDataField]: signature });
    }
    return this.api.ok(endpoint, { ...request, signature: await signer.signMessage(messageToSign as string) });
  };

  /** Calls a signed endpoint, whatever it answers: the text is written by hand, as the guide says. */
  readonly signedReply = async <Body extends { contract?: string; taskId?: string }>(
    signer: { address: string; signMessage(text: string): Promise<string> },
    endpoint: string,
    body: Body,
  ): Promise<Reply> => {
    const escrows = await this.escrows();
    const request = { ...body, wallet: signer.address, timestamp: Math.floor(Date.now() / 1_000), nonce: randomUUID() };
    const text = [
      "mkt signed request v1",
      `action: ${endpoint.replace(/^\/(mkt\/)?/, "").replaceAll("/", ".")}`,
      `chainId: ${(await this.buyer.provider?.getNetwork())?.chainId}`,
      `contract: ${escrows[body.contract ?? "human"]?.contractAddress}`,
      `taskId: ${body.taskId ?? "-"}`,
      `wallet: ${signer.address}`,
      `payloadHash: ${id(canonical(body))}`,
      `timestamp: ${request.timestamp}`,
      `nonce: ${request.nonce}`,
    ].join("\n");
    return this.api.post(endpoint, { ...request, signature: await signer.signMessage(text) });
  };

  /** A signed request of the buyer that another wallet has signed. */
  readonly forged = async (body: object): Promise<Json> => ({
    ...body,
    wallet: this.buyer.address,
    timestamp: Math.floor(Date.now() / 1_000),
    nonce: randomUUID(),
    signature: await this.stranger.signMessage("mkt signed request v1"),
  });

  /** The header of a new session. */
  readonly sessionOf = async (signer: {
    address: string;
    signMessage(text: string): Promise<string>;
  }): Promise<{ authorization: string }> => {
    const { message } = await this.api.ok("/mktAgentSessionChallenge", { wallet: signer.address });
    const signature = await signer.signMessage(message as string);
    const { agentSessionToken } = await this.api.ok("/mktAgentSession", { message, signature });
    return { authorization: `Bearer ${agentSessionToken}` };
  };

  /** What a call answers once the chain has confirmed the transaction that it names. */
  readonly confirmed = (path: string, body: object): Promise<Reply> =>
    this.until(async () => {
      const reply = await this.api.post(path, body);
      return reply.json?.code === "tx_not_confirmed" ? undefined : reply;
    }, "the transaction to be confirmed");

  /** Looks again until something is there. */
  async until<T>(look: () => Promise<T | undefined>, what: string): Promise<T> {
    const end = Date.now() + this.deployment.patienceMs;
    for (;;) {
      const found = await look();
      if (found !== undefined) return found;
      holds(Date.now() < end, `waited in vain for ${what}`);
      await sleep(500);
    }
  }
}

/** The RFC 8785 form of a JSON value. */
function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const names = Object.keys(value as object).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}
