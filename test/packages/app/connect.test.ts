import { connect, type Connected } from "../../../packages/app/src/wallet/connect";
import { browserJournal } from "../../../packages/app/src/wallet/journal";
import { api } from "../../../packages/app/src/api";
import type { JournalEntry } from "../../../packages/client/src/browser";

declare global {
  /** A page's own. */
  var location: { origin: string };
}

const [FIRST, SECOND] = ["0x00000000000000000000000000000000000000A1", "0x00000000000000000000000000000000000000b2"];

/** A wallet that shows one account, on the service's chain. */
const wallet = (account: string) => ({
  request: ({ method }: { method: string }) => Promise.resolve(method === "eth_chainId" ? "0x2105" : [account]),
});

const storage = () => {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
  };
};

let stores: Record<"localStorage" | "sessionStorage", ReturnType<typeof storage>>;

beforeEach(() => {
  stores = { localStorage: storage(), sessionStorage: storage() };
  Object.assign(globalThis, { location: { origin: "https://mkt.example" }, ...stores });
  const data = { network: { chainId: 8453, name: "Base" }, checks: {} };
  jest.spyOn(api, "GET").mockResolvedValue({ data, response: { ok: true } } as never);
  jest
    .spyOn(api, "POST")
    .mockImplementation(((_path: string, { body }: { body: object }) =>
      Promise.resolve({ data: body, response: { ok: true } })) as never);
});
afterEach(() => {
  for (const name of ["location", "localStorage", "sessionStorage"]) Reflect.deleteProperty(globalThis, name);
  jest.restoreAllMocks();
});

it("BW2: has one client for each address of a wallet, also when it changes twice at once", async () => {
  const options = { isQuiet: true, onSigning: () => {}, opened: new Map<string, Connected>() };
  const open = (account: string) => connect(wallet(account), options);
  const [one, same] = await Promise.all([open(FIRST), open(FIRST)]);
  const other = await open(SECOND);
  expect([one?.address, other?.address]).toEqual([FIRST, SECOND]);
  expect([same?.mkt === one?.mkt, (await open(FIRST))?.mkt === one?.mkt, other?.mkt === one?.mkt]).toEqual([
    true,
    true,
    false,
  ]);
});

it("UI6: keeps purchases in the browser and steps, with their private texts, in the window", async () => {
  const journal = browserJournal(FIRST);
  const [purchase, step] = [{ id: "a", kind: "purchase" } as JournalEntry, { id: "b", kind: "step" } as JournalEntry];
  await journal.put(step);
  await journal.put(purchase);
  expect(await journal.entries()).toEqual([purchase, step]);
  expect(await browserJournal(SECOND).entries()).toEqual([]);
  const keptIn = ({ kept }: { kept: Map<string, string> }): unknown[] =>
    [...kept].map(([name, text]) => [name, JSON.parse(text) as unknown]);
  expect([keptIn(stores.localStorage), keptIn(stores.sessionStorage)]).toEqual([
    [[`mkt-journal-${FIRST}`, [purchase]]],
    [[`mkt-journal-${FIRST}`, [step]]],
  ]);
});

it("UI52: a step that waits for the same one in another tab says so; answers that are here can be removed", async () => {
  const held: { name: string }[] = [{ name: `mkt-journal-${FIRST} a` }];
  const locks = { query: async () => ({ held }), request: (_name: string, work: () => unknown) => work() };
  Object.defineProperty(globalThis, "navigator", { value: { locks }, configurable: true });
  const heard: boolean[] = [];
  const journal = browserJournal(FIRST, (isWaiting) => heard.push(isWaiting));
  await journal.alone?.("a", async () => heard.push(false));
  await journal.alone?.("b", async () => 0);
  expect(heard).toEqual([true, false, false, false, false]);
  for (const [id, state] of [
    ["a", "done"],
    ["b", "signed"],
  ] as const)
    await journal.put({ id, kind: "purchase", state } as JournalEntry);
  await journal.forgetAnswers();
  expect((await journal.entries()).map(({ id }) => id)).toEqual(["b"]);
  Reflect.deleteProperty(globalThis, "navigator");
});

it("tells when something that was signed is over, as money may have moved", async () => {
  const over = jest.fn();
  const journal = browserJournal(FIRST, undefined, over);
  const counts: number[] = [];
  for (const kind of ["purchase", "step"] as const)
    for (const state of ["signed", "done", "void"] as const) {
      await journal.put({ id: kind, kind, state } as JournalEntry);
      counts.push(over.mock.calls.length);
    }
  expect(counts).toEqual([0, 1, 2, 2, 3, 4]);
});

it("UI44: decides at each step whether the service sends it, not once when the wallet is connected", async () => {
  const options = { isQuiet: true, onSigning: () => {}, opened: new Map<string, Connected>() };
  const connected = await connect(wallet(FIRST), options);
  const mkt = (await connected?.mkt()) as unknown as { steps: { parts: { gasless: string } } };
  expect(mkt.steps.parts.gasless).toBe("prefer");
});
