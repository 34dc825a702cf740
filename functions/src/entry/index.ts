/**
 * Contents page: every deployed function. Those that serve endpoints are listed in endpoints/list.ts.
 *
 * The getters are enumerable, so that a deploy sees every function, and lazy, so that a running instance loads only its
 * own.
 */
import { JOB_MINUTES, type JobName } from "../domain/jobs";
import { FUNCTIONS } from "../endpoints/list";
import { openGateway } from "../http/gateway";
import type { HttpsFunction } from "firebase-functions/v2/https";
import type { Endpoint } from "../http/endpoint";

// Runs first and without settings: the emulator loads a function while its first request is already in progress.
// The queue and the trigger call private functions, whose bodies the framework has to read.
const PRIVATE = ["webhookDelivery", "webhookDispatch"];
if (!PRIVATE.includes(process.env["FUNCTION_TARGET"] ?? "")) openGateway(() => process.env["BASE_URL"] ?? "");

interface Module<T> {
  default: T;
}

function deploy(name: string, load: () => unknown): void {
  Object.defineProperty(exports, name, { enumerable: true, get: load });
}

function http(name: string, endpoints: readonly (() => Endpoint)[]): void {
  let built: unknown;
  deploy(name, () => {
    const { httpFunction } = require("./httpFunction") as typeof import("./httpFunction");
    return (built ??= httpFunction(endpoints.map((load) => load())));
  });
}

function job(name: JobName): void {
  let built: unknown;
  deploy(name, () => {
    const { scheduledFunction } = require("./scheduledFunction") as typeof import("./scheduledFunction");
    return (built ??= scheduledFunction(name));
  });
}

/** An entry point that is not an endpoint itself but leads to all of them. */
function entry(name: string, load: () => Module<() => HttpsFunction>): void {
  let built: unknown;
  deploy(name, () => (built ??= load().default()));
}

/** A function that something else than a request or a schedule starts. */
function background(name: string, load: () => unknown): void {
  let built: unknown;
  deploy(name, () => (built ??= load()));
}

for (const [name, endpoints] of Object.entries(FUNCTIONS)) http(name, endpoints);

entry("mcp", () => require("./mcpFunction") as Module<() => HttpsFunction>);
entry("discovery", () => require("./discoveryFunction") as Module<() => HttpsFunction>);

const webhooks = () => require("./webhookFunctions") as typeof import("./webhookFunctions");
background("webhookDispatch", () => webhooks().dispatchFunction());
background("webhookDelivery", () => webhooks().deliveryFunction());

for (const name of Object.keys(JOB_MINUTES) as JobName[]) job(name);
