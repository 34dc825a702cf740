import createClient, { type Client } from "openapi-fetch";
import { problemOf, retryingFetch, type RetryPolicy } from "./transport";
import type { paths } from "../generated/openapi";

/** Every call of the service, typed by its OpenAPI document. */
export type Api = Client<paths>;

interface HttpParts {
  baseUrl: string;
  send: typeof fetch;
  retry: RetryPolicy;
}

/** The longest total of the pauses of a request that has an alternative to waiting. */
const SOON_MS = 10_000;

/** An answer and its headers. */
export interface Answered<T> {
  answer: T;
  headers: Headers;
}

interface PostOptions {
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** Gives up soon instead of waiting until the service can answer. */
  soon?: boolean;
}

/** The HTTP client: typed calls, and plain ones for bodies that are built at run time. */
export class Http {
  readonly api: Api;
  readonly baseUrl: string;
  private readonly fetch: (request: Request) => Promise<Response>;
  private readonly fetchSoon: (request: Request) => Promise<Response>;

  constructor({ baseUrl, send, retry }: HttpParts) {
    this.baseUrl = baseUrl.replace(/\/+$/, "");
    this.fetch = retryingFetch(send, retry);
    this.fetchSoon = retryingFetch(send, { ...retry, patienceMs: Math.min(SOON_MS, retry.patienceMs ?? SOON_MS) });
    this.api = createClient<paths>({ baseUrl: this.baseUrl, fetch: this.fetch });
  }

  /** POSTs JSON and returns the response, regardless of its status. */
  async send(path: string, body: unknown, { headers = {}, signal, soon = false }: PostOptions = {}): Promise<Response> {
    const request = new Request(this.baseUrl + path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    });
    return soon ? this.fetchSoon(request) : this.fetch(request);
  }

  /** POSTs JSON and gives the answer's; throws `ProblemError` where the service refuses, `UnavailableError` where something else answers. */
  async post<T>(path: string, body: unknown, options: PostOptions = {}): Promise<T> {
    return (await this.answer<T>(path, body, options)).answer;
  }

  /** The same, with the answer's headers. */
  async answer<T>(path: string, body: unknown, options: PostOptions = {}): Promise<Answered<T>> {
    const response = await this.send(path, body, options);
    return { answer: await answerOf<T>(response), headers: response.headers };
  }

  /** A document of the service by its path, as JSON. */
  async document<T>(path: string): Promise<T> {
    return answerOf<T>(await this.fetch(new Request(this.baseUrl + path)));
  }
}

/**
 * A response that is not JSON is not an answer, regardless of its status: a page from an intermediary must not end a
 * purchase.
 */
async function answerOf<T>(response: Response): Promise<T> {
  const answer = await jsonOf(response);
  if (!response.ok || answer === null) throw problemOf(response, answer);
  return answer as T;
}

/** The body as JSON; null for anything else. */
export async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return null;
  }
}
