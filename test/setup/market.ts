import type { Firestore } from "@google-cloud/firestore";
import { firestoreProjections } from "../../functions/src/adapters/firestore/indexing/projections";
import { firestoreTasks } from "../../functions/src/adapters/firestore/tasks/tasks";
import type { TaskMetadata } from "../../functions/src/domain/task/metadata";
import { metadataHash } from "../../functions/src/domain/task/metadata";
import type { Terms } from "../../functions/src/domain/task/events";
import type { TaskKey } from "../../functions/src/domain/task/events";
import type { EdgeId } from "../../functions/src/domain/workflow/edges";
import type { ContractName } from "../../functions/src/domain/workflow/variants";
import { syncTask } from "../../functions/src/application/tasks/indexing/sync";
import type { ChainOptions } from "../../dev/local/chain";
import type { Role } from "../../dev/local/wallets";
import { postAll } from "./bookkeeping";
import { partsOver, runToEnd } from "./projected";
import { post, type Reply } from "./paying/buyer";
import { ownChain, type OwnChain } from "./chain/chain";
import { testFirestore } from "./firestore";
import { EscrowStage, type StepOptions } from "./chain/escrow";
import type { TestServer } from "./http/server";
import type { Overrides } from "../../functions/src/entry/wire";
import { KeptLog, testService } from "./service";
import { envelopeOf, signedBy, type Envelope } from "./chain/signing";

/** Blocks after which one is final, on a test's own chain. */
const FINALITY = 2;

export const METADATA: TaskMetadata = {
  title: "Translate a page",
  description: "From Portuguese into English.",
  category: "translation",
  country: "PT",
  tags: ["text"],
};

type Replaced = Pick<
  Overrides,
  "answers" | "deliveryQueue" | "webhookSender" | "outputChecker" | "sleep" | "ratesDeadline"
>;

/** The whole marketplace for a test: its own chain, both escrows, the service, and wallets that sign. */
export class Market {
  chain!: OwnChain;
  stage!: EscrowStage;
  readonly log = new KeptLog();
  /** How far the chain and the service are ahead of the machine's clock, in seconds. */
  ahead = 0;
  private opened: TestServer | null = null;

  private constructor(
    readonly db: Firestore,
    private readonly options: ChainOptions & Replaced,
  ) {}

  static open(
    db: Firestore,
    settings: Record<string, string> = {},
    options: ChainOptions & Replaced = {},
  ): Promise<Market> {
    return new Market(db, options).open(settings);
  }

  /** Opened before the file's first test, closed after its last; on a database of its own where none is given. */
  static forFile(
    db = testFirestore().db,
    settings: Record<string, string> = {},
    options: ChainOptions & Replaced = {},
  ): Market {
    const market = new Market(db, options);
    beforeAll(() => market.open(settings));
    afterAll(() => market.close());
    return market;
  }

  private async open(settings: Record<string, string>): Promise<this> {
    this.chain = await ownChain(this.options);
    this.stage = await EscrowStage.open(this.chain);
    this.opened = await this.anotherService(this.db, settings);
    return this;
  }

  /** One more instance of the service, on the same chain and clock. */
  anotherService(db: Firestore, settings: Record<string, string> = {}): Promise<TestServer> {
    const { answers, deliveryQueue, webhookSender, outputChecker, sleep, ratesDeadline } = this.options;
    const overrides = {
      ...(answers && { answers }),
      ...(deliveryQueue && { deliveryQueue }),
      ...(webhookSender && { webhookSender }),
      ...(outputChecker && { outputChecker }),
      ...(sleep && { sleep }),
      ...(ratesDeadline && { ratesDeadline }),
    };
    return testService({
      db,
      log: this.log,
      ...overrides,
      nowMs: () => this.nowMs(),
      settings: {
        CHAIN_ID: String(this.chain.facts.id),
        RPC_URLS: this.chain.rpcUrl,
        ESCROW_HUMAN: this.stage.addresses.human,
        ESCROW_AGENT_FAST: this.stage.addresses["agent-fast"],
        ...settings,
      },
    });
  }

  async close(): Promise<void> {
    await this.service.close();
    await this.chain.close();
  }

  get service(): TestServer {
    if (!this.opened) throw new Error("the market is not open");
    return this.opened;
  }

  nowMs(): number {
    return Date.now() + this.ahead * 1000;
  }

  /** Advances to a time at which a rate limit's window lies within one ten-minute document, so that the number of reads does not depend on the time of day. */
  async passSpanEdge(): Promise<void> {
    const into = Math.floor(this.nowMs() / 1_000) % 600;
    if (into < 60 || into > 500) await this.pass(200);
  }

  /** Advances the chain's and the service's clocks. */
  async pass(seconds: number): Promise<void> {
    await this.chain.warp(seconds);
    this.ahead += seconds;
  }

  /** Sets the service's clock to the newest block's, which runs ahead when many blocks are mined in a second. */
  async followChain(): Promise<void> {
    this.ahead = (await this.stage.now()) - Math.floor(Date.now() / 1000);
  }

  address(role: Role): string {
    return this.stage.address(role);
  }

  /** A task on the chain and in the projection; its metadata is stored unless it is null. */
  async task(
    contract: ContractName = "human",
    terms: Partial<Terms> = {},
    { metadata = METADATA, steps = [] }: { metadata?: TaskMetadata | null; steps?: readonly EdgeId[] } = {},
  ): Promise<TaskKey> {
    const key = await this.stage.create(contract, { metadataHash: metadataHash(metadata ?? METADATA), ...terms });
    await this.stage.walk(key, ...steps);
    await this.sync(key);
    if (metadata) await firestoreTasks(this.db).setMetadata(key, metadata);
    return key;
  }

  /** Takes one step on the chain and brings the projection up to it. */
  async take(step: EdgeId, key: TaskKey, options: StepOptions = {}): Promise<string> {
    const hash = await this.stage.take(step, key, options);
    await this.sync(key);
    return hash;
  }

  async sync(key: TaskKey): Promise<void> {
    await syncTask({ projections: firestoreProjections(this.db), escrow: this.stage.escrow }, key);
  }

  /** Makes everything final and posts it to the ledger. */
  async settle(): Promise<void> {
    await this.chain.mine(FINALITY);
    await runToEnd(partsOver(this.db, this.stage.escrow));
    await postAll(this.db);
  }

  async get(
    path: string,
    query: Record<string, string | number> = {},
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const search = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const response = await fetch(`${this.service.baseUrl}${path}?${search.toString()}`, { headers });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: JSON.parse(text) as Record<string, unknown>,
    };
  }

  /** The header of a fresh session. */
  async session(role: Role): Promise<{ authorization: string }> {
    const challenge = await this.post("/mktAgentSessionChallenge", { wallet: this.address(role) });
    const message = challenge.json["message"] as string;
    const signature = await this.chain.wallet(role).signMessage(message);
    const opened = await this.post("/mktAgentSession", { message, signature });
    return { authorization: `Bearer ${opened.json["agentSessionToken"] as string}` };
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    return post(`${this.service.baseUrl}${path}`, body, headers);
  }

  /** The body of a signed request, its envelope changed as the test wants it before it is signed. */
  sign(
    path: string,
    role: Role,
    body: Record<string, unknown>,
    changes: Partial<Envelope> = {},
  ): Promise<Record<string, unknown>> {
    const honest = envelopeOf(path, body, {
      wallet: this.address(role),
      escrows: this.stage.addresses,
      nowMs: this.nowMs(),
    });
    return signedBy(this.chain.wallet(role), body, { ...honest, ...changes });
  }

  /** Signs a request and sends it. */
  async call(path: string, role: Role, body: Record<string, unknown>): Promise<Reply> {
    return this.post(path, await this.sign(path, role, body));
  }
}

/** A task as requests name it. */
export function named({ contract, taskId }: TaskKey): { contract: ContractName; taskId: string } {
  return { contract, taskId: String(taskId) };
}
