import { revokeSessions, sessionsOf, setProfile, type NewProfile } from "./account/profile";
import type { Budget } from "./journal/budget";
import { checkFileOf } from "./tasks/checkFile";
import type { Disputes } from "./tasks/disputes";
import type { Finished, Unfinished } from "./journal/finished";
import { pagesOf, type EventPage, type WatchOptions } from "./service/events";
import { waitingFor, type FeedOptions, type Todo, type Waiting, type WaitingPage } from "./service/feed";
import type { components } from "./generated/openapi";
import type { Ledger } from "./journal/ledger";
import type { FileVerdict, Fingerprint } from "./tasks/links";
import type { Mandates } from "./account/mandates";
import type { Messages } from "./tasks/messages";
import type { MktOptions } from "./options";
import { partsOf } from "./parts";
import type { Poster } from "./tasks/poster";
import type { JournalEntry } from "./journal/journal";
import type { PastPurchase } from "./buying/pastPurchases";
import type { AnswerOf, Bought, BuyOptions, PaidPath, Purchases, QuoteTexts } from "./buying/purchases";
import type { CheckedQuote } from "./buying/quote";
import { httpOf, Reader, type Service, type ServiceChange } from "./service/reader";
import type { Reputation } from "./account/reputation";
import { answerAgain } from "./buying/rereading";
import type { SessionTerms } from "./service/challenge";
import type { Requests } from "./service/requests";
import type { OpenedSession } from "./service/signIn";
import type { Confirmed, StepOptions, Steps, Withdrawn } from "./tasks/steps";
import {
  statementFiles,
  type Accounting,
  type AccountingQuery,
  type StatementFile,
  type StatementQuery,
} from "./account/statements";
import type { Judge } from "./tasks/judge";
import { keyOf, type Task, type TaskKey } from "./tasks/taskKey";
import { timeoutOf } from "./tasks/timeouts";
import type { ContractName } from "./signing/trust";
import type { AgentWallet } from "./signing/wallet";
import type { Webhooks } from "./account/webhooks";
import { takeWithdrawal } from "./tasks/withdrawal";
import type { Worker } from "./tasks/worker";

type Schemas = components["schemas"];

/** An agent's view of the service: buys answers and does work within a budget, and checks everything before it signs. */
export class Mkt extends Reader {
  readonly poster: Poster;
  readonly worker: Worker;
  /** Of tasks that name this wallet as their judge. */
  readonly judge: Judge;
  /** Between the parties of a task. */
  readonly messages: Messages;
  readonly disputes: Disputes;
  /** What an owner allows its agent's wallet. */
  readonly mandates: Mandates;
  /** Events that the service sends to this wallet's server. */
  readonly webhooks: Webhooks;
  /** Feedback on agents, on the chain. */
  readonly reputation: Reputation;
  readonly budget: Budget;
  private readonly ledger: Ledger;
  private readonly requests: Requests;
  private readonly purchases: Purchases;
  private readonly steps: Steps;
  private readonly wallet: () => AgentWallet;
  private readonly rereading: Parameters<typeof answerAgain>[0];

  constructor(options: MktOptions) {
    super(httpOf(options));
    const parts = partsOf(options, this.http, {
      task: (key) => this.task(key),
      status: (key) => this.status(key),
    });
    this.wallet = parts.wallet;
    this.budget = parts.budget;
    this.ledger = parts.ledger;
    this.requests = parts.requests;
    this.purchases = parts.purchases;
    this.steps = parts.steps;
    this.messages = parts.messages;
    this.disputes = parts.disputes;
    this.mandates = parts.mandates;
    this.webhooks = parts.webhooks;
    this.reputation = parts.reputation;
    this.rereading = parts.rereading;
    this.poster = parts.poster;
    this.worker = parts.worker;
    this.judge = parts.judge;
  }

  /** The wallet's address, EIP-55. */
  address(): Promise<string> {
    return this.wallet().address();
  }

  /** What an answer costs now, checked; free, and without a wallet. */
  quote(path: PaidPath, question: object): Promise<CheckedQuote & QuoteTexts> {
    return this.purchases.quote(path, question);
  }

  /**
   * Buys an answer within the budget. The same question, repeated after a fault or a crash, is not paid again. Throws
   * `NotAnswerableError` and pays nothing where the quote says that the data cannot answer it, unless `anyway` is set.
   */
  buy<P extends PaidPath>(path: P, question: object, options?: BuyOptions): Promise<Bought<AnswerOf<P>>> {
    return this.purchases.buy(path, question, options);
  }

  /** Finishes everything that the journal holds open, and returns each result, even if some cannot be finished. */
  async resume(options: StepOptions = {}): Promise<(Finished | Unfinished)[]> {
    const outcomes: (Finished | Unfinished)[] = [];
    for (const entry of await this.ledger.open(await this.address())) {
      const { key, path } = entry;
      outcomes.push(await this.finish(entry, options).catch((error: Error) => ({ key, path, error })));
    }
    return outcomes;
  }

  private finish(entry: JournalEntry, options: StepOptions): Promise<Finished> {
    if (entry.kind === "purchase") return this.purchases.finish(entry, options);
    if (entry.kind === "feedback") return this.reputation.finish(entry, options);
    return this.steps.finish<Confirmed | Withdrawn>(entry, options);
  }

  /** What this wallet has bought, as the journal has it, oldest first; `withOpen`, also what was paid and not answered yet. */
  bought({ withOpen = false }: { withOpen?: boolean } = {}): Promise<PastPurchase[]> {
    return this.purchases.bought(withOpen);
  }

  /** The answer of a purchase in the journal, free: collected, if it was paid and not answered yet. */
  readBought<P extends PaidPath>(id: string, options?: StepOptions): Promise<Bought<AnswerOf<P>>> {
    return this.purchases.read(id, options);
  }

  /**
   * An answer that this wallet bought, read again by a signature that moves no money; also where no journal knows of
   * it.
   */
  answerAgain<P extends PaidPath>(path: P, question: object, signal?: AbortSignal): Promise<AnswerOf<P>> {
    return answerAgain(this.rereading, path, question, signal);
  }

  /** Publishes, updates or withdraws a service of this wallet. */
  async service(change: ServiceChange): Promise<Service> {
    return (await this.requests.signed<{ service: Service }>("/mkt/service", change)).service;
  }

  /** The status of a task for a wallet, by default this one. */
  override async status(key: TaskKey, wallet?: string) {
    return super.status(key, wallet ?? (await this.address()));
  }

  /** What this wallet, or another, can do next, the most urgent first. */
  override async next(wallet?: string, options?: FeedOptions): Promise<Todo[]> {
    return super.next(wallet ?? (await this.address()), options);
  }

  /** A page of what waits for this wallet, or another, the earliest deadline first; `_nextAction` withdraws its credit. */
  override async waiting({ wallet, ...page }: WaitingPage = {}): Promise<Waiting> {
    const headers = page.unreadSince === undefined ? {} : await this.requests.sessionHeader();
    return waitingFor(this.api, { ...page, wallet: wallet ?? (await this.address()) }, headers);
  }

  /**
   * What happens, page by page, by long poll: `for await (const { events, cursor } of mkt.events({ of: "mine" }))`. Handle
   * the events, then store the cursor and give it to the next watch: nothing is skipped.
   */
  override events(options: WatchOptions): AsyncGenerator<EventPage> {
    const own = async () => ({ wallet: await this.address(), headers: await this.requests.sessionHeader() });
    return pagesOf({ api: this.api, own, forgetSession: () => this.requests.forgetSession() }, options);
  }

  /** Calls the timeout of a missed deadline, as anyone may: the step that `_nextAction` names. */
  async callTimeout(task: Task, options?: StepOptions): Promise<Confirmed> {
    return this.steps.ofTask(task, timeoutOf(task), options);
  }

  /** The wallet's balances. */
  override async walletInfo(wallet?: string): Promise<Schemas["WalletInfo"]> {
    return super.walletInfo(wallet ?? (await this.address()));
  }

  /** Pays out this wallet's credit on a deployment: payments that USDC refused to deliver. */
  async withdraw(
    { contract = "human", to }: { contract?: ContractName; to?: string } = {},
    options?: StepOptions,
  ): Promise<Withdrawn> {
    const wallet = await this.address();
    return takeWithdrawal(
      { requests: this.requests, steps: this.steps },
      { wallet, contract, to: to ?? wallet },
      options,
    );
  }

  /** A task with everything that this wallet may read of it; `page` is of its interests. */
  participantView(
    key: TaskKey,
    page: { sort?: "newest" | "rating" | "completed" | "eta"; limit?: number; cursor?: string } = {},
  ): Promise<Schemas["ParticipantTask"]> {
    return this.requests.signed("/mkt/task", { ...keyOf(key), ...page });
  }

  /** The private details, for the poster and for the worker who staked. */
  async privateDetails(key: TaskKey): Promise<Schemas["PrivateText"] | null> {
    type Details = { privateDetails: Schemas["PrivateText"] | null };
    return (await this.requests.signed<Details>("/mkt/private-details", keyOf(key))).privateDetails;
  }

  /** The work that was handed in, the newest last, and the change requests; signs in for it. */
  async submissions(key: TaskKey): Promise<Schemas["SubmissionDetails"]> {
    return this.http.post("/agentGetSubmissionDetails", keyOf(key), { headers: await this.requests.sessionHeader() });
  }

  /**
   * Whether a file is the one behind a link of the task's newest work, or behind its link `url`; for the task's parties,
   * and the arbiter of its dispute. A link without a hash proves nothing, and `verdict` says so.
   */
  async checkFile(key: TaskKey, file: Blob | Fingerprint, url?: string): Promise<FileVerdict> {
    return checkFileOf(await this.participantView(key, { limit: 1 }), file, url);
  }

  /** Publishes a rating with its comment, where the chain holds the same one. */
  publishRating(key: TaskKey, given: { rating: number; comment: string }): Promise<{ rating: Schemas["Rating"] }> {
    return this.requests.signed("/mkt/rating", { ...keyOf(key), rating: given.rating, comment: given.comment });
  }

  /** A page of the wallet's ledger, and its totals. */
  accounting(query: AccountingQuery = {}): Promise<Accounting> {
    return this.requests.signed("/mkt/accounting", query);
  }

  /** The wallet's statement as files, part after part. */
  statements(query: StatementQuery): AsyncGenerator<StatementFile> {
    return statementFiles(this.requests, query);
  }

  /** Sets this wallet's public name, and the seed of its avatar. */
  setProfile(profile: NewProfile): Promise<Schemas["Profile"]> {
    return setProfile(this.requests, profile);
  }

  /** Signs any request and sends it. */
  signed<T>(path: string, body: object): Promise<T> {
    return this.requests.signed<T>(path, body);
  }

  /** Opens a session for another program of this wallet; its token is shown only now. */
  openSession(terms: SessionTerms): Promise<OpenedSession> {
    return this.requests.signIn(terms);
  }

  /** The wallet's live sessions, newest first. */
  sessions(): Promise<Schemas["Session"][]> {
    return sessionsOf(this.requests);
  }

  /** Ends one of the wallet's sessions by its public id, or with `all` every one; returns how many were live. */
  revokeSessions(id: string): Promise<number> {
    return revokeSessions(this.requests, id);
  }

  /** Ends the session that reading submissions opened. */
  signOut(): Promise<void> {
    return this.requests.signOut();
  }
}
