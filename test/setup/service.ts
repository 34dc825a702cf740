import type { Firestore } from "@google-cloud/firestore";
import { SchemaThread } from "../../functions/src/adapters/outputSchema/schemaThread";
import { serveDiscovery } from "../../functions/src/discovery/serve";
import { ENDPOINTS } from "../../functions/src/endpoints/all";
import { openGateway } from "../../functions/src/http/gateway";
import { serveMcp } from "../../functions/src/mcp/serve";
import type { Answered } from "../../packages/answers/src/answering";
import type { LocalAnswers } from "../../packages/answers/src/local";
import type { Answers } from "../../functions/src/ports/answers";
import type { Log, LogFields } from "../../functions/src/ports/log";
import type { Settings } from "../../functions/src/settings";
import { readSettings } from "../../functions/src/settings/read";
import { handlerOf, wire, type Overrides } from "../../functions/src/entry/wire";
import { CHAIN_URL, SCHEMA_THREAD } from "./jest/addresses";
import { devWallets } from "../../dev/local/wallets";
import { serve, type Handlers, type TestServer } from "./http/server";

export const DATA_HASH = `sha256:${"ab".repeat(32)}`;

/** anvil's gas costs a thousand times Base's. */
const LOCAL_GAS = { SETTLEMENT_MAX_GWEI: "10000000", SETTLEMENT_BUDGET_GWEI: "900000000" };

/** The settings of a test's service; `changes` are environment variables. */
export function testSettings(changes: Record<string, string> = {}): Settings {
  return readSettings({
    BASE_URL: "http://127.0.0.1:5000",
    RPC_URLS: process.env[CHAIN_URL],
    QUOTE_KEYS: `k1:${"11".repeat(32)}`,
    PAYMENT_RECIPIENT: devWallets().recipient.address,
    SETTLEMENT_KEY: devWallets().settler.privateKey,
    ...LOCAL_GAS,
    WEBHOOK_KEYS: `w1:${"33".repeat(32)}`,
    // The settings refuse it unless the service is local.
    WEBHOOK_LOOPBACK: String(changes["BASE_URL"] === undefined),
    // Most test chains mine a block only on demand.
    PAYMENT_CONFIRM_SECONDS: "0",
    ...changes,
  });
}

/** An answers port that counts how often it is asked. */
export class CountedAnswers implements LocalAnswers {
  asked = 0;

  constructor(
    private readonly reply: (question: string) => string | Promise<string> = (question) => `You asked: ${question}`,
  ) {}

  async answer(_kind: unknown, messages: readonly { content: string }[]): ReturnType<Answers["answer"]> {
    this.asked += 1;
    const reply = await this.reply(messages.at(-1)?.content ?? "");
    return { reply, dataHash: DATA_HASH, datasetCount: 10 };
  }

  foresee(): Promise<null> {
    return Promise.resolve(null);
  }

  guide(): ReturnType<LocalAnswers["guide"]> {
    return Promise.resolve({ records: "chats", size: 10, columns: {}, numbers: {}, themes: {} });
  }

  step(): Promise<never> {
    return Promise.reject(new Error("no steps"));
  }

  async count(kind: unknown, messages: readonly { content: string }[]): Promise<Answered> {
    return { answer: await this.answer(kind, messages), mayBeModelled: true };
  }
}

/** A log that keeps its lines, so that a test can check what they do not contain. */
export class KeptLog implements Log {
  readonly lines: { event: string; fields: LogFields }[] = [];
  info = (event: string, fields: LogFields = {}) => void this.lines.push({ event, fields });
  warn = this.info;
  error = (event: string, fields: LogFields = {}) => {
    this.info(event, fields);
    // No test expects a defect: show where it is.
    if (event === "request.internal") process.stderr.write(`${JSON.stringify(fields)}\n`);
  };
}

/** No busy machine ends an evaluation for its time; the count of steps does. Only a test of schemas starts the thread. */
const outputChecker = () =>
  new SchemaThread({ log: new KeptLog(), file: process.env[SCHEMA_THREAD], timeoutMs: 3_600_000 });

interface ServiceOptions extends Overrides {
  db: Firestore;
  /** Environment variables. */
  settings?: Record<string, string>;
}

/** Every function of the service with a test's settings; strict, so that undeclared errors and invalid outputs fail the test. */
export function testHandlers(options: ServiceOptions): Handlers {
  const { settings, ...overrides } = options;
  openGateway(() => testSettings(settings).baseUrl);
  const wired = {
    strict: true,
    caches: false,
    isStocked: true,
    answers: new CountedAnswers(),
    outputChecker: outputChecker(),
    log: new KeptLog(),
    ...overrides,
  };
  const read = testSettings(settings);
  return {
    ...Object.fromEntries(
      Object.entries(ENDPOINTS).map(([name, endpoints]) => [name, handlerOf(endpoints, read, wired)]),
    ),
    mcp: serveMcp(ENDPOINTS, wire(read, wired)),
    discovery: serveDiscovery(ENDPOINTS, wire(read, wired)),
  };
}

/** The whole service, served. */
export function testService(options: ServiceOptions): Promise<TestServer> {
  return serve(testHandlers(options));
}
