export { browserSigner, nodeOf } from "./browserSigner";
export type { Eip1193 } from "./eip1193";
export { Mkt } from "./client";
export type { Finished, Unfinished } from "./finished";
export { Budget, type Limits } from "./budget";
export { canonicalHash } from "./canonical";
export { checkChallenge, type SessionTerms } from "./challenge";
export type { GivenRuling } from "./disputes";
export * from "./errors";
export type { EventPage, MarketEvent, WatchOptions } from "./events";
export type { Todo, Waiting, WaitingPage } from "./feed";
export type { GaslessMode } from "./gasless";
export type { components, paths } from "./generated/openapi";
export type { Api } from "./http";
export { fingerprintOf, isFileOf, MAX_FILE_BYTES, type FileVerdict, type Fingerprint, type Link } from "./links";
export { MemoryJournal, StorageJournal, type Journal, type JournalEntry, type SignedTransaction } from "./journal";
export type { FollowOptions, Message, Messages, ThreadOptions } from "./messages";
export type { GivenMandate, Mandate, Mandates } from "./mandates";
export { usdcText, usdcUnits } from "./money";
export type { MktOptions } from "./options";
export type { Judgement } from "./decision";
export type { NewTask } from "./poster";
export type { PastPurchase } from "./pastPurchases";
export type { AnswerOf, Bought, BuyOptions, PaidPath } from "./purchases";
export { MktReader, type ReaderOptions, type TaskSearch } from "./reader";
export type { OpenedSession } from "./signIn";
export { addressOnly, type ChainNode, type WalletSigner } from "./signer";
export { signedRequestText, type RequestToSign } from "./signedRequest";
export type { Accounting, AccountingQuery, StatementFile, StatementQuery } from "./statements";
export type { FeedbackSubject, GivenFeedback, PreparedFeedback } from "./reputation";
export type { Confirmed, StepOptions, Withdrawn } from "./steps";
export type { NextAction, Task, TaskKey } from "./taskKey";
export { CHAIN_ID, NETWORKS, USDC, type ContractName, type NetworkName, type Trust } from "./trust";
export { mandate, selection, resubmission, verdict, type StepKind, type TypedData } from "./typedData";
export { waitUntil, type WaitOptions } from "./wait";
export type { BeforeSigning, ToSign } from "./wallet";
export {
  isWebhookTest,
  verifyWebhook,
  type Webhook,
  type WebhookDelivery,
  type WebhookMessage,
  type WebhookSelection,
  type Webhooks,
} from "./webhooks";
