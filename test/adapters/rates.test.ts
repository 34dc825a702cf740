import type { IncomingMessage, ServerResponse } from "node:http";
import { rateSource } from "../../functions/src/adapters/rates";
import { served } from "../setup/forFile";
import { KeptLog } from "../setup/service";

let url: string;
let answer: (response: ServerResponse, request: IncomingMessage) => void;
const asked: string[] = [];
const log = new KeptLog();

beforeAll(async () => {
  const base = await served((request, response) => {
    asked.push(request.url ?? "");
    answer(response, request);
  });
  url = `${base}/v1`;
});
beforeEach(() => void asked.splice(0));

const never = () => new AbortController().signal;
const source = (deadline: () => AbortSignal = never) => rateSource({ url, currency: "EUR", fetch, log, deadline });
const dayOf = (request: IncomingMessage) => /\/v1\/([\d-]+)\?/.exec(request.url ?? "")?.[1] ?? "";
const told = (response: ServerResponse, body: unknown) =>
  response.setHeader("content-type", "application/json").end(typeof body === "string" ? body : JSON.stringify(body));
const well = (response: ServerResponse, request: IncomingMessage) =>
  void told(response, { amount: 1, base: "USD", date: dayOf(request), rates: { EUR: 0.9 } });

const DAYS = Array.from({ length: 10 }, (_, at) => `2026-01-${String(at + 10)}`);

it("asks once a day, and tells each day's rate", async () => {
  answer = well;
  const rates = await source().ask(DAYS);
  expect([...rates.keys()]).toEqual(DAYS);
  expect(rates.get("2026-01-10")).toEqual({ nanosPerUsd: 900_000_000n, day: "2026-01-10" });
  expect(asked.toSorted()).toEqual(DAYS.map((day) => `/v1/${day}?base=USD&symbols=EUR`));
});

it.each<[string, typeof answer]>([
  ["fails", (response) => void response.writeHead(500).end("{}")],
  [
    "refuses with a rate",
    (response, request) => {
      response.statusCode = 429;
      well(response, request);
    },
  ],
  ["answers with text", (response) => void told(response, "not today")],
  ["says a negative rate", (response, request) => void told(response, lie(request, -1))],
  ["says an absurd rate", (response, request) => void told(response, lie(request, 1e300))],
  ["says a rate as text", (response, request) => void told(response, lie(request, "0.9"))],
  ["leads elsewhere", (response) => void response.writeHead(302, { location: "/elsewhere" }).end()],
  ["closes the connection", (response) => void response.destroy()],
  ["answers without an end", (response) => void pour(response)],
])("has no rate where the source %s, asks no more, and says so in the log alone", async (_name, bad) => {
  answer = bad;
  log.lines.splice(0);
  expect((await source().ask(DAYS)).size).toBe(0);
  expect(asked.length).toBeLessThanOrEqual(4);
  expect(log.lines.map(({ event }) => event)).toContain("rates.fault");
});

it("keeps what was told before the source failed", async () => {
  answer = (response, request) =>
    dayOf(request) > "2026-01-15" ? void response.writeHead(503).end() : well(response, request);
  expect([...(await source().ask(DAYS)).keys()]).toEqual(DAYS.slice(0, 6));
  expect(asked).toHaveLength(8);
});

it("gives up on a source that never answers, when its time is over", async () => {
  const over = new AbortController();
  answer = () => over.abort();
  expect((await source(() => over.signal).ask(DAYS)).size).toBe(0);
});

const lie = (request: IncomingMessage, rate: unknown) => ({ base: "USD", date: dayOf(request), rates: { EUR: rate } });

function pour(response: ServerResponse): void {
  const chunk = " ".repeat(4_096);
  const more = () => {
    while (!response.destroyed && response.write(chunk));
    if (!response.destroyed) response.once("drain", more);
  };
  more();
}
