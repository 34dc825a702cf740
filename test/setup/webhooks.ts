import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { Address } from "../../functions/src/domain/address";
import type { MarketEvent, NewEvent } from "../../functions/src/domain/events/event";
import { HEALTHY, type Subscription } from "../../functions/src/domain/webhooks/subscription";
import { POSTER } from "./tasks/histories";
import { addressOf, closeServer } from "./http/server";

/** An event of the log; of a new task if nothing else is given. */
export function newEvent(changes: Partial<NewEvent> = {}): NewEvent {
  return {
    id: `evt_${"0".repeat(32)}`,
    type: "task.created",
    timeMs: 1_700_000_000_000,
    task: { contract: "human", taskId: 12n },
    actor: POSTER,
    recipients: [POSTER],
    data: { poster: POSTER, rewardUsdc: "25.5" },
    block: null,
    supersedes: null,
    ...changes,
  };
}

/** An event as the log has it, not final yet. */
export function marketEvent(changes: Partial<MarketEvent> = {}): MarketEvent {
  return { ...newEvent(changes), position: 1, writtenAtMs: 0, finality: "pending", ...changes };
}

let made = 0;

/** An active subscription with its own id; by default for the poster's own new tasks. */
export function newSubscription(changes: Partial<Subscription> = {}): Subscription {
  return {
    id: webhookId(++made),
    wallet: POSTER,
    url: "https://receiver.example/hook",
    types: ["task.created"],
    scope: "mine",
    task: null,
    filter: {},
    description: "",
    status: "active",
    disabledReason: null,
    seed: { keyId: "k", salt: "00" },
    formerSeed: null,
    health: HEALTHY,
    isKnown: false,
    createdAt: 1_000,
    ...changes,
  };
}

export const webhookId = (number: number) => `wh_${number.toString(16).padStart(32, "0")}`;
export const walletOf = (number: number) => `0x${String(number).padStart(40, "0")}` as Address;

/** What a receiver got: when, and which attempt it said to be. */
export interface Received {
  readonly id: string;
  readonly attempt: number;
  readonly at: number;
  readonly body: string;
  readonly headers: Record<string, string>;
}

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  close(): void;
}

export type Answering = (response: ServerResponse, request: IncomingMessage, received: Received) => void;

/** Receivers, from good to bad. */
export const ANSWERS = {
  ok: (response) => void response.writeHead(204).end(),
  hang: () => undefined,
  fail: (response) => void response.writeHead(500).end(),
  gone: (response) => void response.writeHead(410).end(),
  reset: (_response, request) => void request.socket.resetAndDestroy(),
} as const satisfies Record<string, Answering>;

/** A plain Node server that records each request before it answers. */
export async function startReceiver(answer: Answering): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const headers = request.headers as Record<string, string>;
      const [id = "", attempt] = [headers["webhook-id"], headers["webhook-attempt"]];
      const one = { id, attempt: Number(attempt), at: Date.now(), body, headers };
      received.push(one);
      answer(response, request, one);
    });
  });
  return { url: `${await addressOf(server)}/`, received, close: () => void closeServer(server) };
}
