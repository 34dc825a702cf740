import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a stub of an OpenAI-compatible API was asked. */
export interface Asked {
  path: string;
  authorization: string | undefined;
  body: {
    model: string;
    input?: string[];
    messages?: { role: string; content: string | null }[];
    tool_choice?: string;
  };
}

export interface OpenAiStub {
  /** The base address, as a user would configure it. */
  url: string;
  asked: Asked[];
  close(): Promise<void>;
}

/** Starts a server on 127.0.0.1 that speaks the protocol; `answer` gives the JSON of each answer, or handles the response itself. */
export async function openAiStub(answer: (asked: Asked, response: ServerResponse) => unknown): Promise<OpenAiStub> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then((text) => {
      const one: Asked = {
        path: request.url!,
        authorization: request.headers.authorization,
        body: JSON.parse(text) as Asked["body"],
      };
      asked.push(one);
      const json = answer(one, response);
      if (json !== undefined) response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(json));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}

/** A chat completion that says `content`. */
export const saying = (content: unknown) => ({
  choices: [{ finish_reason: "stop", message: { role: "assistant", content } }],
});

/** A chat completion that calls tools, by name and arguments. */
export const calling = (...calls: [name: string, args: unknown][]) => ({
  choices: [
    {
      finish_reason: "tool_calls",
      message: {
        role: "assistant",
        content: null,
        tool_calls: calls.map(([name, args], i) => ({
          id: `call_${i}`,
          type: "function",
          function: { name, arguments: typeof args === "string" ? args : JSON.stringify(args) },
        })),
      },
    },
  ],
});
