import { connect, type Connected } from "../../../packages/app/src/wallet/connect";
import { api } from "../../../packages/app/src/api";

declare global {
  /** A page's own. */
  var location: { origin: string };
}

const [FIRST, SECOND] = ["0x00000000000000000000000000000000000000A1", "0x00000000000000000000000000000000000000b2"];

/** A wallet that shows one account, on the service's chain. */
const wallet = (account: string) => ({
  request: ({ method }: { method: string }) => Promise.resolve(method === "eth_chainId" ? "0x2105" : [account]),
});

beforeEach(() => {
  const kept = new Map<string, string>();
  const sessionStorage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
  };
  Object.assign(globalThis, { location: { origin: "https://mkt.example" }, sessionStorage });
  const data = { network: { chainId: 8453, name: "Base" }, checks: {} };
  jest.spyOn(api, "GET").mockResolvedValue({ data, response: { ok: true } } as never);
  jest
    .spyOn(api, "POST")
    .mockImplementation(((_path: string, { body }: { body: object }) =>
      Promise.resolve({ data: body, response: { ok: true } })) as never);
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, "location");
  Reflect.deleteProperty(globalThis, "sessionStorage");
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
