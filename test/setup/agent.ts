import { setTimeout as sleep } from "node:timers/promises";
import type { Address } from "../../functions/src/domain/address";
import type { TaskKey } from "../../functions/src/domain/task/events";
import { RELAY_PATH } from "../../functions/src/domain/task/gasless";
import type { ContractName } from "../../functions/src/domain/workflow/variants";
import type { Role } from "../../dev/local/wallets";
import { post, type Reply } from "./paying/buyer";
import type { Market } from "./market";
import { freshCaller } from "./payments";

/** A transaction as a prepare gives it. */
export interface Prepared {
  readonly to: string;
  readonly data: string;
  readonly value: string;
  readonly chainId: number;
  readonly from: string;
  readonly gas: string;
}

/** EIP-712 data as a prepare gives it. */
export interface Request {
  readonly field: string;
  readonly deadline: number;
  readonly typedData: {
    domain: object;
    types: Record<string, { name: string; type: string }[]>;
    message: Record<string, string>;
  };
}

/** The gasless form of a prepared step. */
export interface Gasless extends Pick<Request, "typedData"> {
  readonly kind: "authorization" | "forward";
  readonly request: Record<string, unknown> & {
    readonly from: string;
    readonly data: string;
    readonly deadline: string;
  };
  readonly relay: string;
}

/** What a poster offers in tests; `contract` is agent-fast, whose windows are short. */
export const OFFER = {
  contract: "agent-fast",
  title: "Find the key",
  description: "It is somewhere.",
  category: "search",
  tags: ["keys"],
  rewardUsdc: "5.000001",
  stakeUsdc: "0.500001",
} as const;

export const DETAILS = { text: "CANARY-details under the mat", links: [{ url: "https://files.example/map" }] };
export const WORK = { text: "CANARY-work behind the door", links: [{ url: "https://files.example/key" }] };

/** A wallet that uses only the service's API. */
export class Agent {
  constructor(
    private readonly market: Market,
    readonly role: Role,
  ) {}

  get wallet(): Address {
    return this.market.stage.address(this.role);
  }

  /**
   * One call for this wallet, from its own IP address, so that no rate limit interferes. Steps are confirmed with the whole
   * task, which the tests compare.
   */
  call(path: string, body: Record<string, unknown>, headers: Record<string, string> = {}): Promise<Reply> {
    const isConfirmed = "txHash" in body || "signedTransaction" in body || path === RELAY_PATH;
    return post(
      `${this.market.service.baseUrl}${path}`,
      { wallet: this.wallet, ...(isConfirmed && { view: "full" }), ...body },
      { ...freshCaller(), ...headers },
    );
  }

  /** Prepares; throws if the service refuses. */
  async prepare(path: string, body: Record<string, unknown>): Promise<Reply> {
    return good(await this.call(path, body));
  }

  /** Sends what was prepared, in its order, and gives the last hash. */
  async send(prepared: Reply): Promise<string> {
    let hash = "";
    for (const { to, data } of prepared.json["transactions"] as Prepared[])
      hash = await this.market.chain.send({ from: this.role, to, data });
    return hash;
  }

  /** Prepares, sends and confirms; gives the confirmation. */
  async do(path: string, body: Record<string, unknown>): Promise<Reply> {
    const txHash = await this.send(await this.prepare(path, body));
    const { contract, taskId } = body;
    return good(
      await this.call(path, {
        txHash,
        ...(contract !== undefined && { contract }),
        ...(taskId !== undefined && { taskId }),
      }),
    );
  }

  /** Signs the gasless form of what was prepared, and has it relayed. */
  async relay({ json }: Reply): Promise<Reply> {
    const gasless = gaslessIn(json);
    return this.confirm(gasless.relay, await this.relayed(gasless, json));
  }

  /** The body of the request that relays a gasless step. */
  async relayed({ kind, typedData, request }: Gasless, json: Reply["json"]): Promise<Record<string, unknown>> {
    const { body } = (json["_nextAction"] ?? {}) as { body?: { contract?: string } };
    const contract = body?.contract ?? json["contract"];
    return { wallet: undefined, contract, kind, request, signature: await this.signTyped({ typedData }) };
  }

  /** Confirms what the service itself sends, as agents do: repeats until it is in a block. */
  async confirm(path: string, body: Record<string, unknown>): Promise<Reply> {
    for (let attempt = 0; attempt < 50; attempt++) {
      const reply = await this.call(path, body);
      if (reply.json["code"] !== "tx_not_confirmed") return good(reply);
      await sleep(50);
    }
    throw new Error("the transaction is never mined");
  }

  async signTyped({
    typedData: { domain, types, message },
  }: Pick<Request, "typedData"> & Partial<Request>): Promise<string> {
    return this.market.chain.wallet(this.role).signTypedData(domain, types, message);
  }

  /** A prepared transaction as this wallet signs it. */
  async signTransaction({ to, data, gas, chainId }: Prepared): Promise<string> {
    const wallet = this.market.chain.wallet(this.role);
    const nonce = await this.market.chain.provider.getTransactionCount(wallet.address, "latest");
    return wallet.signTransaction({
      to,
      data,
      chainId,
      nonce,
      gasLimit: BigInt(gas),
      type: 2,
      maxFeePerGas: 10n ** 10n,
      maxPriorityFeePerGas: 0n,
    });
  }

  /** The header of a fresh session. */
  async session(): Promise<{ authorization: string }> {
    const { json } = good(await this.call("/mktAgentSessionChallenge", {}));
    const message = json["message"] as string;
    const signature = await this.market.chain.wallet(this.role).signMessage(message);
    const opened = good(
      await post(`${this.market.service.baseUrl}/mktAgentSession`, { message, signature }, freshCaller()),
    );
    return { authorization: `Bearer ${opened.json["agentSessionToken"] as string}` };
  }
}

export function good(reply: Reply): Reply {
  if (reply.status !== 200) throw new Error(`${reply.status}: ${reply.text}`);
  return reply;
}

/** The task in an answer, whole or a summary, as requests name it. */
export function keyIn({ json }: Reply): { contract: ContractName; taskId: string } {
  const { contract, taskId } = (json["task"] ?? json) as { contract: ContractName; taskId: string };
  return { contract, taskId };
}

export function taskKey({ contract, taskId }: { contract: ContractName; taskId: string }): TaskKey {
  return { contract, taskId: BigInt(taskId) };
}

/** The gasless form in an answer or, of a change request, in its next action. */
export function gaslessIn(json: Reply["json"]): Gasless {
  const { body } = (json["_nextAction"] ?? {}) as { body?: { gasless?: Gasless } };
  const found = (json["gasless"] as Gasless | undefined) ?? body?.gasless;
  if (!found) throw new Error("nothing gasless was prepared");
  return { ...found, request: found.request ?? found.typedData.message };
}

/** The requests for signatures in an answer, by the field that takes each. */
export function requestIn({ json }: Reply, field: string): Request {
  const found = (json["signatures"] as Request[] | undefined)?.find((request) => request.field === field);
  if (!found) throw new Error(`no request for ${field}`);
  return found;
}
