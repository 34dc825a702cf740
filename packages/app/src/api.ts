import createClient from "openapi-fetch";
import type { components, paths } from "../../client/src/generated/openapi";
import { Clock } from "./lib/clock";
import { notReached } from "./lib/cutOff";

type Schemas = components["schemas"];
export type Task = Schemas["Task"];
export type ParticipantTask = Schemas["ParticipantTask"];
export type Problem = Schemas["Problem"];
export type Profile = Schemas["ProfileSummary"];
export type Rating = Schemas["Rating"];
export type Ratings = Schemas["RatingSide"];
export type Service = Schemas["Service"];
export type Market = ReplyOf<"/mkt/market">;
export type Categories = ReplyOf<"/mkt/categories">;
export type Health = ReplyOf<"/mkt/health">;
export type About = Schemas["About"];
export type TaskSearch = NonNullable<paths["/mkt/tasks"]["get"]["parameters"]["query"]>;
export type ServiceSearch = NonNullable<paths["/mkt/services"]["get"]["parameters"]["query"]>;
export type ContractName = Task["contract"];

type ReplyOf<P extends "/mkt/market" | "/mkt/categories" | "/mkt/health"> =
  paths[P]["get"]["responses"][200]["content"]["application/json"];

/** The service refused, or did not answer; `message` is what a visitor reads. */
export class ApiError extends Error {
  constructor(
    message: string,
    readonly status: number | null,
    readonly problem: Problem | null = null,
  ) {
    super(message);
  }
}

const ANSWER_MS = 30_000;

/** What time it is at the service. */
export const clock = new Clock();

/** Every call of the API at this page's own origin, typed. */
export const api = createClient<paths>({
  fetch: async (request) => {
    try {
      const signal = AbortSignal.any([request.signal, AbortSignal.timeout(ANSWER_MS)]);
      const reply = await fetch(request, { signal });
      clock.hear(reply.headers.get("date"), Date.now());
      return reply;
    } catch {
      throw new ApiError(notReached(), null);
    }
  },
});

/** The reply's data; throws `ApiError` with the service's own words where it refused. */
export function dataOf<T>({ data, error, response }: { data?: T; error?: unknown; response: Response }): T {
  if (response.ok && data !== undefined) return data;
  const problem = isProblem(error) ? error : null;
  const message = problem?.detail ?? `The service answered with status ${response.status}. Try again in a minute.`;
  throw new ApiError(message, response.status, problem);
}

function isProblem(body: unknown): body is Problem {
  return typeof body === "object" && body !== null && "code" in body && "detail" in body;
}

/** A wallet's balances. */
export async function balancesOf(wallet: string) {
  return dataOf(await api.POST("/agentWalletInfo", { body: { wallet } }));
}

/** The public record of each wallet, by its address. */
export async function profilesOf(addresses: readonly string[]): Promise<ReadonlyMap<string, Profile>> {
  const distinct = [...new Set(addresses)].slice(0, 50);
  if (distinct.length === 0) return new Map();
  const query = { addresses: distinct.join(",") };
  const { items } = dataOf(await api.GET("/mkt/profiles", { params: { query } }));
  return new Map(items.map((profile) => [profile.address, profile]));
}
