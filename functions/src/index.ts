/**
 * Contents page: one line for each deployed function.
 *
 * The getters are enumerable, so that deploying sees every function, and lazy, so that a running
 * instance loads only its own.
 */
import type { Endpoint } from "./http/endpoint";

type Module = { default: Endpoint };

function deploy(name: string, load: () => unknown): void {
  Object.defineProperty(exports, name, { enumerable: true, get: load });
}

function http(name: string, ...load: (() => Module)[]): void {
  let built: unknown;
  deploy(name, () => {
    const { httpFunction } = require("./functions") as typeof import("./functions");
    return (built ??= httpFunction(load.map((module) => module().default)));
  });
}

http("demandInsights", () => require("./endpoints/paid/demandInsights") as Module);
http("aiEarlyAdoptersGoals", () => require("./endpoints/paid/aiEarlyAdoptersGoals") as Module);
http("x402Feedback", () => require("./endpoints/x402Feedback") as Module);
