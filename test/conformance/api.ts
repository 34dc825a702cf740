import { setTimeout as sleep } from "node:timers/promises";
import { holds } from "./holds";

/** What the service answers: its form is what is checked. */
export type Json = any;

export interface Reply {
  method: "GET" | "POST";
  path: string;
  status: number;
  headers: Headers;
  bytes: Buffer;
  /** The parsed body; undefined if it is not JSON. */
  json: Json;
}

/** The longest that a call is repeated for. */
const PATIENCE_MS = 120_000;

/** HTTP and nothing else. It keeps every reply, so that statements about all of them can be checked. */
export class Api {
  readonly replies: Reply[] = [];

  constructor(readonly baseUrl: string) {}

  get(path: string): Promise<Reply> {
    return this.send("GET", path, {});
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    const type = { "content-type": "application/json" };
    return this.send("POST", path, { body: JSON.stringify(body), headers: { ...type, ...headers } });
  }

  /** The answer of a call that has to succeed; one that is to be repeated later is. */
  async ok(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Json> {
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      const reply = await (body === undefined ? this.get(path) : this.post(path, body, headers));
      if (reply.status === 200) return reply.json;
      const seconds = Number(reply.headers.get("retry-after"));
      holds(seconds > 0 && Date.now() < end, `${reply.method} ${path}: ${reply.status} ${reply.bytes.toString()}`);
      await sleep(seconds * 1_000);
    }
  }

  private async send(method: Reply["method"], path: string, request: RequestInit): Promise<Reply> {
    for (;;) {
      const response = await fetch(this.baseUrl + path, { ...request, method, redirect: "manual" });
      const bytes = Buffer.from(await response.arrayBuffer());
      const seconds = Number(response.headers.get("retry-after"));
      if (response.status === 429 && seconds > 0) {
        process.stderr.write(`429 ${path} ${seconds}\n`);
        await sleep(seconds * 1_000);
        continue;
      }
      const reply = { method, path, status: response.status, headers: response.headers, bytes, json: parsed(bytes) };
      this.replies.push(reply);
      return reply;
    }
  }
}

function parsed(bytes: Buffer): Json {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}
