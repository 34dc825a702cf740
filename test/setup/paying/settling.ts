import { hexlify, randomBytes, type Contract } from "ethers";
import { settlingWallet } from "../../../functions/src/adapters/ethers/settlingWallet";
import { firestoreWalletStore } from "../../../functions/src/adapters/firestore/payments/walletStore";
import { Nodes } from "../../../functions/src/adapters/rpc/nodes";
import type { Address } from "../../../functions/src/domain/address";
import type { Hex } from "../../../functions/src/domain/keccak";
import type { WalletStore } from "../../../functions/src/ports/ownWallet";
import type { Settler } from "../../../functions/src/ports/settlement";
import { devWallets, type Role } from "../../../dev/local/wallets";
import { walletChain, wrap, type WalletChain } from "../chain/walletChain";
import type { Reply } from "./buyer";
import { CHAIN_ID, type OwnChain, ownChain, USDC } from "../chain/chain";
import { testFirestore, type TestFirestore } from "../firestore";
import { startRpcProxy, type RpcProxy } from "../chain/rpcProxy";
import type { TestServer } from "../http/server";
import { KeptLog, testService } from "../service";
import { signPayment } from "./signedPayment";

const STARTING_UNITS = 1_000_000_000n;
/** Replies that ask the client to send the same request again. */
const PASSES = ["tx_not_confirmed", "dependency_unavailable"];
const TRIES = 10;

interface StageOptions extends Partial<Parameters<typeof testService>[0]> {
  /** Whether the file deploys wallets, whose contracts take seconds to compile. */
  contracts?: boolean;
  /** Environment variables, known only once the chain runs. */
  settingsOn?: (stage: SettlingStage) => Record<string, string> | Promise<Record<string, string>>;
}

/** A service that settles payments, with its own chain, RPC proxy and database, for one test file. */
export class SettlingStage {
  readonly log = new KeptLog();
  readonly firestore: TestFirestore;
  chain!: OwnChain;
  /** Null if the file deploys no wallets. */
  private contracts: { wallets: WalletChain; factory: Contract } | null = null;
  node!: RpcProxy;
  service!: TestServer;
  private readonly services: TestServer[] = [];

  private constructor(private readonly options: StageOptions) {
    this.firestore = testFirestore();
  }

  /** Opened before the file's first test, closed after its last. */
  static forFile(options: StageOptions = {}): SettlingStage {
    const stage = new SettlingStage(options);
    beforeAll(() => stage.open());
    afterAll(() => stage.close());
    return stage;
  }

  get wallets(): WalletChain {
    if (!this.contracts) throw new Error("this file has no contracts");
    return this.contracts.wallets;
  }

  get factory(): Contract {
    if (!this.contracts) throw new Error("this file has no contracts");
    return this.contracts.factory;
  }

  get db() {
    return this.firestore.db;
  }

  /** An endpoint that sells. */
  get url(): string {
    return `${this.service.baseUrl}/demand-insights`;
  }

  /** The same endpoint of another instance, with other settings or parts. */
  async another(
    settings: Record<string, string> = {},
    parts: Partial<Parameters<typeof testService>[0]> = {},
  ): Promise<string> {
    const { settingsOn, contracts: _, ...options } = this.options;
    const factories = this.contracts ? (this.contracts.factory.target as string) : "none";
    const own = { RPC_URLS: this.node.url, SETTLEMENT_FACTORIES: factories, ...(await settingsOn?.(this)) };
    const service = await testService({
      db: this.db,
      log: this.log,
      ...options,
      ...parts,
      settings: { ...own, ...settings },
    });
    this.services.push(service);
    this.service ??= service;
    return `${service.baseUrl}/demand-insights`;
  }

  /** An instance whose waiting of fifteen seconds takes less than one. */
  hurried(settings: Record<string, string> = {}): Promise<string> {
    const start = Date.now();
    return this.another(settings, { nowMs: () => start + (Date.now() - start) * 40 });
  }

  /** The settling wallet as the job uses it, with its own clock. */
  wallet(aheadMs = 0, maxWei = 10n ** 17n): Settler {
    const nodes = new Nodes({ urls: [this.node.url], chainId: CHAIN_ID, timeoutMs: 2_000, log: this.log });
    return settlingWallet({
      nodes,
      chainId: CHAIN_ID,
      privateKey: devWallets().settler.privateKey as Hex,
      log: this.log,
      factories: [],
      store: (address) => firestoreWalletStore(this.db, "settlement", address),
      nowMs: () => Date.now() + aheadMs,
      budgetWei: 10n ** 18n,
      maxWei,
    });
  }

  get settlementStore(): WalletStore {
    return firestoreWalletStore(this.db, "settlement", devWallets().settler.address as Address);
  }

  /** From now on, broadcast transactions do not arrive. */
  dropBroadcasts(): void {
    this.node.fault = (calls) =>
      calls.some(({ method }) => method === "eth_sendRawTransaction") ? { kind: "drop", when: "before" } : undefined;
  }

  /** Gives an account USDC. */
  async fund(account: string): Promise<void> {
    await this.chain.send({
      to: USDC,
      data: this.chain.usdc.interface.encodeFunctionData("mint", [account, STARTING_UNITS]),
    });
  }

  /** A wallet that its factory has yet to deploy, with USDC, and a payment that its owner signed for it (ERC-6492). */
  async undeployed(factory: Contract, owner: Role): Promise<{ address: string; payment: unknown }> {
    const args = [this.chain.wallet(owner).address, hexlify(randomBytes(32))];
    const address = (await factory.getFunction("addressOf")(...args)) as string;
    await this.fund(address);
    const deployment = factory.interface.encodeFunctionData("deploy", args);
    const wrapped = (signature: string) => wrap(factory.target as string, deployment, signature);
    return {
      address,
      payment: await signPayment(this.chain, { from: owner, terms: { from: address }, wrap: wrapped }),
    };
  }

  /** Repeats a request until its answer is final. */
  async persist(send: () => Promise<Reply>): Promise<Reply> {
    let reply = await send();
    for (let at = 1; at < TRIES && PASSES.includes(String(reply.json["code"])); at++) reply = await send();
    return reply;
  }

  private async open(): Promise<void> {
    if (this.options.contracts) {
      const wallets = await walletChain();
      this.contracts = { wallets, factory: await wallets.deploy("WalletFactory") };
      this.chain = wallets.chain;
    } else {
      this.chain = await ownChain();
    }
    this.node = await startRpcProxy(this.chain.rpcUrl);
    await this.another();
  }

  private async close(): Promise<void> {
    await Promise.all(this.services.map((service) => service.close()));
    await this.node.close();
    await this.chain.close();
  }
}
