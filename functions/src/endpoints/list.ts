import type { Endpoint } from "../http/endpoint";

type Load = (() => Endpoint) & { readonly signed?: true };

/** Marks endpoints that take signed requests: /mkt/sign/prepare writes their text, and loads no others. */
const signed = (load: () => Endpoint): Load => Object.assign(load, { signed: true } as const);

const create = () => require("./agent/create") as typeof import("./agent/create");
const decide = () => require("./agent/decide") as typeof import("./agent/decide");
const agentWallet = () => require("./agent/wallet") as typeof import("./agent/wallet");
const work = () => require("./agent/work") as typeof import("./agent/work");
const feedback = () => require("./feedback") as typeof import("./feedback");
const about = () => require("./mkt/about") as typeof import("./mkt/about");
const accounting = () => require("./mkt/accounting") as typeof import("./mkt/accounting");
const changes = () => require("./mkt/changes") as typeof import("./mkt/changes");
const content = () => require("./mkt/content") as typeof import("./mkt/content");
const dispute = () => require("./mkt/dispute") as typeof import("./mkt/dispute");
const interest = () => require("./mkt/interest") as typeof import("./mkt/interest");
const mandate = () => require("./mkt/mandate") as typeof import("./mkt/mandate");
const market = () => require("./mkt/market") as typeof import("./mkt/market");
const messages = () => require("./mkt/messages") as typeof import("./mkt/messages");
const profiles = () => require("./mkt/profiles") as typeof import("./mkt/profiles");
const ratings = () => require("./mkt/ratings") as typeof import("./mkt/ratings");
const relay = () => require("./mkt/relay") as typeof import("./mkt/relay");
const services = () => require("./mkt/services") as typeof import("./mkt/services");
const sign = () => require("./mkt/sign") as typeof import("./mkt/sign");
const task = () => require("./mkt/task") as typeof import("./mkt/task");
const wallet = () => require("./mkt/wallet") as typeof import("./mkt/wallet");
const webhooks = () => require("./mkt/webhooks") as typeof import("./mkt/webhooks");
const analytics = () => require("./paid/analytics") as typeof import("./paid/analytics");
const answers = () => require("./paid/answers") as typeof import("./paid/answers");
const sessions = () => require("./sessions") as typeof import("./sessions");

/** Every function that serves endpoints, by its name: those of one path, each loaded when it is first needed. */
export const FUNCTIONS: Readonly<Record<string, readonly Load[]>> = {
  demandInsights: [() => answers().demandInsights],
  aiEarlyAdoptersGoals: [() => answers().aiEarlyAdoptersGoals],
  agentConversions: [() => analytics().agentConversions],
  analyticsFilters: [() => analytics().analyticsFilters],
  datasets: [() => answers().datasets],
  x402Feedback: [() => feedback().x402Feedback],
  mktAgentSessionChallenge: [() => sessions().mktAgentSessionChallenge],
  mktAgentSession: [() => sessions().mktAgentSession],
  mktAgentRevokeSession: [() => sessions().mktAgentRevokeSession],
  mktSessions: [signed(() => sessions().mktSessions)],
  mktSessionsRevoke: [signed(() => sessions().mktSessionsRevoke)],
  mktInterest: [signed(() => interest().mktInterest)],
  mktInterestResolve: [signed(() => interest().mktInterestResolve)],
  mktInterestStatus: [() => interest().mktInterestStatus],
  mktTasks: [() => market().mktTasks],
  mktCategories: [() => market().mktCategories],
  mktMarket: [() => market().mktMarket],
  mktService: [signed(() => services().mktService)],
  mktServiceRead: [() => services().mktServiceRead],
  mktServices: [() => services().mktServices],
  mktTask: [() => task().mktTaskPublic, signed(() => task().mktTaskPrivate)],
  mktPrivateDetails: [signed(() => task().mktPrivateDetails)],
  mktMetadata: [signed(() => content().mktMetadata)],
  mktSubmission: [signed(() => content().mktSubmission)],
  mktMessages: [signed(() => messages().mktMessages)],
  mktMessagesList: [signed(() => messages().mktMessagesList)],
  mktFeedback: [signed(() => feedback().mktFeedback)],
  agentSubmitFeedback: [() => feedback().agentSubmitFeedback],
  agentSubmitGeneralFeedback: [() => feedback().agentSubmitGeneralFeedback],
  mktSignPrepare: [() => sign().prepareEndpoint(signedEndpoints())],
  agentWalletInfo: [() => agentWallet().agentWalletInfo],
  agentApproveUSDC: [() => create().agentApproveUSDC],
  agentCreateTask: [() => create().agentCreateTask],
  agentCreateTaskSimple: [() => create().agentCreateTaskSimple],
  agentStakeAndConfirm: [() => work().agentStakeAndConfirm],
  agentGetPrivateDetails: [signed(() => task().agentGetPrivateDetails)],
  agentGetSubmissionDetails: [() => task().agentGetSubmissionDetails],
  agentSubmitWork: [() => work().agentSubmitWork],
  agentDecide: [() => decide().agentDecide],
  agentRule: [() => decide().agentRule],
  agentRateAndClaimStake: [() => decide().agentRateAndClaimStake],
  agentFundMore: [() => create().agentFundMore],
  agentCancelTask: [() => create().agentCancelTask],
  agentWithdraw: [() => agentWallet().agentWithdraw],
  mktJudge: [() => relay().mktJudge],
  mktRelay: [() => relay().mktRelay],
  mktRequestChanges: [signed(() => changes().mktRequestChanges)],
  mktResubmit: [signed(() => changes().mktResubmit)],
  mktDispute: [signed(() => dispute().mktDispute)],
  mktDisputeAnswer: [signed(() => dispute().mktDisputeAnswer)],
  mktRating: [signed(() => ratings().mktRating)],
  mktRatingPrepare: [() => ratings().mktRatingPrepare],
  mktRatings: [() => ratings().mktRatings],
  mktReputation: [() => ratings().mktReputation],
  mktProfile: [signed(() => profiles().mktProfile)],
  mktProfiles: [() => profiles().mktProfiles],
  mktDashboard: [() => wallet().mktDashboard],
  mktAccounting: [signed(() => accounting().mktAccounting)],
  mktAccountingExport: [signed(() => accounting().mktAccountingExport)],
  mktEvents: [() => wallet().mktEvents],
  mktWebhooks: [signed(() => webhooks().mktWebhooks)],
  mktWebhooksStatus: [signed(() => webhooks().mktWebhooksStatus)],
  mktMandate: [() => mandate().mktMandateRead, signed(() => mandate().mktMandateChange)],
  mktMandateGrant: [() => mandate().mktMandateGrant],
  mktAbout: [() => about().mktAbout],
  mktHealth: [() => about().mktHealth],
};

/**
 * Every endpoint that takes signed requests.
 *
 * @internal Tests go through all of them.
 */
export const signedEndpoints = (): Endpoint[] =>
  Object.values(FUNCTIONS)
    .flat()
    .flatMap((load) => (load.signed ? [load()] : []));
