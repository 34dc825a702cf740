import { connect } from "node:net";

export interface RawReply {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/**
 * Sends bytes to a server exactly as they are given, including what no HTTP client would send, and returns the answer that
 * came before the server closed. The pieces are sent `pauseMs` apart; `end` closes our side after them.
 */
export function sendRaw(
  baseUrl: string,
  pieces: readonly (string | Uint8Array)[],
  { pauseMs = 0, end = false, withinMs = 5_000 }: { pauseMs?: number; end?: boolean; withinMs?: number } = {},
): Promise<RawReply> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    const received: Buffer[] = [];
    const settle = () => {
      clearTimeout(timer);
      socket.destroy();
      const text = Buffer.concat(received).toString();
      if (text === "") reject(new Error("the server closed without an answer"));
      else resolve(parse(text));
    };
    const timer = setTimeout(() => {
      socket.destroy();
      reject(
        new Error(`no end of the answer within ${withinMs} ms: ${Buffer.concat(received).toString().slice(0, 200)}`),
      );
    }, withinMs);
    socket.on("data", (chunk) => {
      received.push(chunk);
      if (isWhole(Buffer.concat(received).toString())) settle();
    });
    socket.on("close", settle);
    // A server that has answered may reset what we still send.
    socket.on("error", () => undefined);
    void (async () => {
      for (const piece of pieces) {
        if (socket.destroyed) return;
        await new Promise<void>((done) => socket.write(piece, () => done()));
        if (pauseMs > 0) await new Promise((done) => setTimeout(done, pauseMs));
      }
      if (end) socket.end();
    })();
  });
}

/** A request's head, its lines as they are given. */
export function head(start: string, headers: readonly string[]): string {
  return `${[start, "Host: mkt.example", ...headers].join("\r\n")}\r\n\r\n`;
}

function isWhole(text: string): boolean {
  const { headers, text: body } = parse(text);
  return (
    text.includes("\r\n\r\n") &&
    headers["content-length"] !== undefined &&
    Buffer.byteLength(body) >= Number(headers["content-length"])
  );
}

function parse(text: string): RawReply {
  const [top = "", ...rest] = text.split("\r\n\r\n");
  const [start = "", ...lines] = top.split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
  );
  return { status: Number(start.split(" ")[1]), headers, text: rest.join("\r\n\r\n") };
}
