import { createServer, request as send, type IncomingMessage, type ServerResponse } from "node:http";
import { addressOf, closeServer } from "../http/server";

/** What a transport between a client and the service does with the first request that brings a payment. */
export type Break =
  /** The service gets it; the client's connection ends at once. */
  | "cut"
  /** The service gets it; its answer is replaced by a gateway's 502. */
  | "badGateway"
  /** The service gets it; its answer is replaced by what it answers to the request without a payment. */
  | "askedAgain"
  /** The service does not get it: a gateway declares that it is safe to repeat. */
  | "declined";

/** An HTTP server between a client and the service. */
export interface BrokenTransport {
  url: string;
  /** Where requests go; set once the service runs. */
  target: string;
  /** Applies to the next request with a payment, once; null for a transport that works. */
  breaks: Break | null;
  /** The payments that came, as headers. */
  readonly payments: string[];
  /** Resolves when the service has answered everything that it got. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

const PAYMENT_HEADERS = ["payment-signature", "x-payment"];

export async function brokenTransport(): Promise<BrokenTransport> {
  const underWay = new Set<Promise<unknown>>();
  const transport: BrokenTransport = {
    url: "",
    target: "",
    breaks: null,
    payments: [],
    idle: async () => {
      while (underWay.size > 0) await Promise.allSettled([...underWay]);
    },
    close: () => closeServer(server),
  };
  const server = createServer((request, response) => {
    const work = pass(request, response).catch(() => response.destroy());
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  });
  transport.url = await addressOf(server);
  return transport;

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const headers = headersOf(request, body);
    const paid = PAYMENT_HEADERS.find((name) => request.headers[name] !== undefined);
    if (paid) transport.payments.push(String(request.headers[paid]));
    const breaks = paid ? transport.breaks : null;
    if (paid) transport.breaks = null;
    if (breaks === "declined")
      return reply(response, { status: 503, headers: { "retry-after": "1" }, body: Buffer.from("{}") });
    if (breaks === "cut") response.destroy();
    const answer = await forward(request, body, headers);
    if (breaks === "badGateway") return reply(response, { status: 502, headers: {}, body: Buffer.from("Bad Gateway") });
    if (breaks !== "askedAgain") return reply(response, answer);
    const unpaid = Object.entries(headers).filter(([name]) => !PAYMENT_HEADERS.includes(name));
    return reply(response, await forward(request, body, Object.fromEntries(unpaid)));
  }

  function forward(
    { method, url }: IncomingMessage,
    body: Buffer,
    headers: IncomingMessage["headers"],
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const going = send(new URL(url ?? "/", transport.target), { method, headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("end", () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
        );
        answer.on("error", reject);
      });
      going.on("error", reject);
      going.end(body);
    });
  }
}

/** As they came: the service's gateway, in the same process, takes those of the body from every request. */
function headersOf({ rawHeaders }: IncomingMessage, body: Buffer): Record<string, string> {
  const pairs = rawHeaders.flatMap((name, at) =>
    at % 2 === 0 ? [[name.toLowerCase(), rawHeaders[at + 1] ?? ""]] : [],
  );
  const kept = pairs.filter(([name]) => name !== "transfer-encoding" && name !== "connection");
  return { ...(Object.fromEntries(kept) as Record<string, string>), "content-length": String(body.length) };
}

interface Answer {
  status: number;
  headers: IncomingMessage["headers"];
  body: Buffer;
}

function reply(response: ServerResponse, { status, headers, body }: Answer): void {
  if (response.destroyed) return;
  response.writeHead(status, headers);
  response.end(body);
}
