import { pagesOf, type EventPage, type WatchOptions } from "./events";
import { todosOf, waitingFor, type FeedOptions, type Todo, type Waiting, type WaitingPage } from "./feed";
import type { components, paths } from "../generated/openapi";
import { Http, type Api } from "./http";
import type { Task, TaskKey } from "../tasks/taskKey";
import { dataOf, type RetryPolicy } from "./transport";
import { waitUntil, type WaitOptions } from "../wait";

/** What a search for tasks may ask for. */
export type TaskSearch = NonNullable<paths["/mkt/tasks"]["get"]["parameters"]["query"]>;

export type Service = components["schemas"]["Service"];
/** What a search for services may ask for. */
export type ServiceSearch = NonNullable<paths["/mkt/services"]["get"]["parameters"]["query"]>;

export type Dataset = components["schemas"]["Dataset"];

/** What a worker does to its services: `publish` needs texts and price, `update` and `withdraw` an id. */
export interface ServiceChange {
  action: "publish" | "update" | "withdraw";
  id?: string;
  title?: string;
  description?: string;
  category?: Service["category"];
  industry?: string;
  country?: string;
  tags?: readonly string[];
  priceUsdc?: string;
  turnaroundSeconds?: number;
  samples?: readonly string[];
}

/** What anyone may read of the service, without a wallet. */
export class Reader {
  /** Every call of the service, typed. */
  readonly api: Api;

  constructor(protected readonly http: Http) {
    this.api = http.api;
  }

  /** A page of the tasks that a search finds: by default the open ones of both deployments, newest first. */
  async tasks(query: TaskSearch = {}): Promise<{ items: Task[]; nextCursor: string | null; total?: number }> {
    const page = dataOf(await this.api.GET("/mkt/tasks", { params: { query: { view: "full", ...query } } }));
    return { ...page, items: page.items as Task[] };
  }

  /** The categories and industries of tasks, with the numbers of open and settled tasks. */
  async categories() {
    return dataOf(await this.api.GET("/mkt/categories"));
  }

  /** The market's public numbers. */
  async market() {
    return dataOf(await this.api.GET("/mkt/market"));
  }

  /** What answers are bought about: each dataset with its columns, its quality, and questions with real replies. */
  async datasets() {
    return dataOf(await this.api.GET("/datasets"));
  }

  /** A page of the services that a search finds, newest first by default. */
  async services(query: ServiceSearch = {}): Promise<{ items: Service[]; nextCursor: string | null }> {
    return dataOf(await this.api.GET("/mkt/services", { params: { query } }));
  }

  /** The public view of a task; with a wallet, its next action is for that wallet. */
  async task({ contract, taskId }: TaskKey, wallet?: string): Promise<Task> {
    return dataOf(
      await this.api.GET("/mkt/task", {
        params: { query: { contract, id: taskId, ...(wallet !== undefined && { wallet }) } },
      }),
    );
  }

  /** One service by its id. */
  async serviceById(id: string): Promise<Service> {
    return dataOf(await this.api.GET("/mkt/service/read", { params: { query: { id } } }));
  }

  /** A task once it is in one of these states, or as the caller says. */
  async waitFor(
    key: TaskKey,
    until: readonly Task["state"][] | ((task: Task) => boolean),
    options?: WaitOptions,
  ): Promise<Task> {
    const isGood = typeof until === "function" ? until : ({ state }: Task) => until.includes(state);
    const what = typeof until === "function" ? `task ${key.taskId}` : `task ${key.taskId} to be ${until.join(" or ")}`;
    return waitUntil(what, () => this.task(key), isGood, options);
  }

  /** The status of a task for a wallet. */
  async status({ contract, taskId }: TaskKey, wallet: string) {
    return dataOf(await this.api.GET("/mkt/interest/status", { params: { query: { contract, taskId, wallet } } }));
  }

  /** What a wallet can do next, the most urgent first. */
  async next(wallet: string, options?: FeedOptions): Promise<Todo[]> {
    return todosOf(this.api, wallet, options);
  }

  /** A page of what waits for a wallet, the earliest deadline first; `_nextAction` withdraws its credit. */
  async waiting({ wallet, ...page }: WaitingPage & { wallet: string }): Promise<Waiting> {
    return waitingFor(this.api, { ...page, wallet }, {});
  }

  /** A wallet's balances. */
  async walletInfo(wallet: string): Promise<components["schemas"]["WalletInfo"]> {
    return dataOf(await this.api.POST("/agentWalletInfo", { body: { wallet } }));
  }

  /** What happens in the market or in one task, page by page, by long poll. Handle the events, then store the cursor. */
  events(options: WatchOptions & { of: "market" | TaskKey }): AsyncGenerator<EventPage> {
    const own = () => Promise.reject(new TypeError("a wallet's own events need its signer"));
    return pagesOf({ api: this.api, own, forgetSession: () => undefined }, options);
  }

  /** One of the service's documents, such as `/.well-known/mkt-earn.json`. */
  document<T>(path: string): Promise<T> {
    return this.http.document<T>(path);
  }
}

export interface ReaderOptions {
  /** Where the service answers, such as `https://mkt.example`. */
  baseUrl: string;
  retry?: RetryPolicy;
  fetch?: typeof fetch;
}

/** The service as anyone may read it: nothing of it signs, pays or needs a key. */
export class MktReader extends Reader {
  constructor(options: ReaderOptions) {
    super(httpOf(options));
  }
}

export function httpOf({ baseUrl, retry = {}, ...options }: ReaderOptions): Http {
  const send: typeof fetch = options.fetch ?? ((input, init) => fetch(input, init));
  return new Http({ baseUrl, send, retry });
}
