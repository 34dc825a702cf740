import { hexlify, randomBytes } from "ethers";
import { devWallets } from "../../dev/local/wallets";
import { brokenTransport, type Break } from "../setup/database/brokenTransport";
import { PRICE_UNITS } from "../setup/paying/buyer";
import { forFile } from "../setup/forFile";
import { MAKERS_CLIENTS, type MakersClient, type Seen } from "../setup/paying/makersClients";
import { CountedAnswers } from "../setup/service";
import { SettlingStage } from "../setup/paying/settling";

const recipient = devWallets().recipient.address;
/** Answers wait while this is set. */
let gate: Promise<void> | null = null;
let begun: (() => void) | null = null;
const answers = new CountedAnswers(async (question) => {
  begun?.();
  await gate;
  return `You asked: ${question}`;
});
const stage = SettlingStage.forFile({ answers });
let url = "";

const transport = forFile(() => brokenTransport());
beforeAll(async () => {
  // Clients refuse a challenge of another host than the one that they called.
  const service = await stage.another({ BASE_URL: transport.url });
  transport.target = new URL(service).origin;
  url = `${transport.url}/demand-insights`;
});
afterEach(async () => {
  gate = begun = null;
  transport.breaks = null;
  stage.node.fault = undefined;
  await transport.idle();
});

const newQuestion = () => ({ query: `What is asked once? ${hexlify(randomBytes(8))}` });
const CLIENTS = Object.entries(MAKERS_CLIENTS);
/** More often than any patient caller asks. */
const CALLS = 6;

/** Asks with the same client until there is an answer, as an agent does that gives up on nothing. */
async function insist(client: MakersClient, body: unknown, calls = CALLS): Promise<(Seen | null)[]> {
  const seen: (Seen | null)[] = [];
  for (let at = 0; at < calls && seen.at(-1)?.status !== 200; at++)
    seen.push(await client(url, body).catch(() => null));
  return seen;
}

/** What is paid, and how many answers are computed, while something runs and until the service is at rest. */
async function counted<T>(run: () => Promise<T>): Promise<{ result: T; paid: bigint; computed: number }> {
  const [had, asked] = [await stage.chain.usdcUnitsOf(recipient), answers.asked];
  const result = await run();
  await transport.idle();
  return { result, paid: (await stage.chain.usdcUnitsOf(recipient)) - had, computed: answers.asked - asked };
}

/** The node tells of no receipts, so that no payment is seen in a block. */
const unseen = () => {
  stage.node.fault = { kind: "lie", method: "eth_getTransactionReceipt", result: () => null };
};

describe.each(CLIENTS)("%s pays once for an answer", (_name, client) => {
  it.each<[string, Break | null]>([
    ["clean", null],
    ["accepted, then timeout", "cut"],
    ["5xx after settlement", "badGateway"],
    ["two 402s", "askedAgain"],
    ["declared safe to repeat", "declined"],
  ])("Z7: %s", async (_mode, breaks) => {
    const question = newQuestion();
    transport.breaks = breaks;
    const { result, paid, computed } = await counted(() => insist(client, question));
    expect([result.at(-1)?.status, paid, computed]).toEqual([200, PRICE_UNITS, 1]);
    // Asked once more, it is the same answer.
    const again = await counted(() => client(url, question));
    expect([again.result.text, again.paid, again.computed]).toEqual([result.at(-1)?.text, 0n, 0]);
  });

  it("Z7: a slow answer, which the client does not wait for", async () => {
    const question = newQuestion();
    let open: () => void = () => undefined;
    gate = new Promise((resolve) => (open = resolve));
    const computing = new Promise<void>((resolve) => (begun = resolve));
    transport.breaks = "cut";
    const { result, paid, computed } = await counted(async () => {
      const first = await client(url, question).catch(() => null);
      await computing;
      const second = insist(client, question);
      open();
      return [first, ...(await second)];
    });
    expect([result.at(-1)?.status, paid, computed]).toEqual([200, PRICE_UNITS, 1]);
  });
});

describe("no reconciliation", () => {
  it.each(CLIENTS)("Z7: %s pays once while no node tells what became of its payment", async (_name, client) => {
    const start = Date.now();
    // Fifteen seconds of waiting pass in less than one.
    const hurried = await stage.another(
      { BASE_URL: transport.url },
      { nowMs: () => start + (Date.now() - start) * 40 },
    );
    const target = transport.target;
    transport.target = new URL(hurried).origin;
    const question = newQuestion();
    const { result, paid, computed } = await counted(async () => {
      unseen();
      const blind = await insist(client, question, 3);
      stage.node.fault = undefined;
      return [...blind, ...(await insist(client, question))];
    });
    for (const reply of result.slice(0, 3)) {
      expect(reply).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^[1-9]/) });
      expect(reply?.text).toContain('"code":"tx_not_confirmed"');
    }
    expect([result.at(-1)?.status, paid, computed]).toEqual([200, PRICE_UNITS, 1]);
    transport.target = target;
  });
});
