export { browserSigner, nodeOf } from "./signing/browserSigner";
export type { Eip1193 } from "./signing/eip1193";
export { Mkt } from "./client";
export type { Finished, Unfinished } from "./journal/finished";
export { Budget, type Limits } from "./journal/budget";
export { canonicalHash } from "./canonical";
export { checkChallenge, type SessionTerms } from "./service/challenge";
export type { GivenRuling } from "./tasks/disputes";
export * from "./errors";
export type { EventPage, MarketEvent, WatchOptions } from "./service/events";
export type { Todo, Waiting, WaitingPage } from "./service/feed";
export type { GaslessMode } from "./tasks/gasless";
export type { components, paths } from "./generated/openapi";
export type { Api } from "./service/http";
export { fingerprintOf, isFileOf, MAX_FILE_BYTES, type FileVerdict, type Fingerprint, type Link } from "./tasks/links";
export {
  MemoryJournal,
  StorageJournal,
  type Journal,
  type JournalEntry,
  type SignedTransaction,
} from "./journal/journal";
export type { FollowOptions, Message, Messages, ThreadOptions } from "./tasks/messages";
export type { GivenMandate, Mandate, Mandates } from "./account/mandates";
export { usdcText, usdcUnits } from "./money";
export type { MktOptions } from "./options";
export type { Judgement } from "./tasks/decision";
export type { NewTask } from "./tasks/poster";
export type { PastPurchase } from "./buying/pastPurchases";
export type { AnswerOf, Bought, BuyOptions, PaidPath } from "./buying/purchases";
export { MktReader, type ReaderOptions, type TaskSearch } from "./service/reader";
export type { OpenedSession } from "./service/signIn";
export { addressOnly, type ChainNode, type WalletSigner } from "./signing/signer";
export { signedRequestText, type RequestToSign } from "./signing/signedRequest";
export type { Accounting, AccountingQuery, StatementFile, StatementQuery } from "./account/statements";
export type { FeedbackSubject, GivenFeedback, PreparedFeedback } from "./account/reputation";
export type { Confirmed, StepOptions, Withdrawn } from "./tasks/steps";
export type { NextAction, Task, TaskKey } from "./tasks/taskKey";
export { CHAIN_ID, NETWORKS, USDC, type ContractName, type NetworkName, type Trust } from "./signing/trust";
export { mandate, selection, resubmission, verdict, type StepKind, type TypedData } from "./signing/typedData";
export { waitUntil, type WaitOptions } from "./wait";
export type { BeforeSigning, ToSign } from "./signing/wallet";
export {
  isWebhookTest,
  verifyWebhook,
  type Webhook,
  type WebhookDelivery,
  type WebhookMessage,
  type WebhookSelection,
  type Webhooks,
} from "./account/webhooks";
