/**
 * Contents page: one line for each deployed function.
 *
 * The getters are enumerable, so that deploying sees every function, and lazy, so that a running
 * instance loads only its own.
 */
import { guardBodies } from "./http/body";
import type { Endpoint } from "./http/endpoint";
import type { Job } from "./jobs/job";

// Before anything else: the emulator loads a function while its first request is already under way.
guardBodies();

interface Module<T> {
  default: T;
}

function deploy(name: string, load: () => unknown): void {
  Object.defineProperty(exports, name, { enumerable: true, get: load });
}

function http(name: string, ...load: (() => Module<Endpoint>)[]): void {
  let built: unknown;
  deploy(name, () => {
    const { httpFunction } = require("./httpFunction") as typeof import("./httpFunction");
    return (built ??= httpFunction(load.map((module) => module().default)));
  });
}

function job(name: string, load: () => Module<Job>): void {
  let built: unknown;
  deploy(name, () => {
    const { scheduledFunction } = require("./scheduledFunction") as typeof import("./scheduledFunction");
    return (built ??= scheduledFunction(load().default));
  });
}

http("demandInsights", () => require("./endpoints/paid/demandInsights") as Module<Endpoint>);
http("aiEarlyAdoptersGoals", () => require("./endpoints/paid/aiEarlyAdoptersGoals") as Module<Endpoint>);
http("x402Feedback", () => require("./endpoints/x402Feedback") as Module<Endpoint>);
http("mktAgentSessionChallenge", () => require("./endpoints/session/challenge") as Module<Endpoint>);
http("mktAgentSession", () => require("./endpoints/session/open") as Module<Endpoint>);
http("mktAgentRevokeSession", () => require("./endpoints/session/revoke") as Module<Endpoint>);
http("mktInterest", () => require("./endpoints/mkt/interest/register") as Module<Endpoint>);
http("mktInterestResolve", () => require("./endpoints/mkt/interest/resolve") as Module<Endpoint>);
http("mktInterestStatus", () => require("./endpoints/mkt/interest/status") as Module<Endpoint>);

job("indexer", () => require("./jobs/indexer") as Module<Job>);
job("keeper", () => require("./jobs/keeper") as Module<Job>);
job("paymentFinality", () => require("./jobs/paymentFinality") as Module<Job>);
