import type { HttpFunction } from "@google-cloud/functions-framework";
import { framed } from "./framework";

/** What a function saw of a request. */
export interface Echo {
  path: string;
  query: Record<string, unknown>;
  body?: unknown;
  raw?: string;
  pid: number;
  setting?: string;
}

const echo: HttpFunction = (request, response) => {
  const { path, query } = request;
  const { rawBody } = request as { rawBody?: Buffer };
  const body = request.body as unknown;
  response.json({
    path,
    query,
    body,
    raw: rawBody?.toString(),
    pid: process.pid,
    setting: process.env["ECHO_SETTING"],
  });
};
const hang: HttpFunction = () => {};

/** What the tests of the test server serve. */
export default framed({ demandInsights: echo, x402Feedback: hang });
