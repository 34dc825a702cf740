import { base64 } from "./base64";
import { Budget } from "./journal/budget";
import { Disputes } from "./tasks/disputes";
import { MktError } from "./errors";
import type { Http } from "./service/http";
import { Judge } from "./tasks/judge";
import { MemoryJournal } from "./journal/journal";
import { Ledger } from "./journal/ledger";
import { Mandates } from "./account/mandates";
import { Messages } from "./tasks/messages";
import type { MktOptions } from "./options";
import { Poster } from "./tasks/poster";
import { Purchases } from "./buying/purchases";
import { Relay } from "./tasks/relay";
import { Reputation } from "./account/reputation";
import { Requests } from "./service/requests";
import { Settlement } from "./buying/settlement";
import { Steps } from "./tasks/steps";
import type { Task, TaskKey } from "./tasks/taskKey";
import { Addresses } from "./signing/trust";
import { AgentWallet } from "./signing/wallet";
import { Ways } from "./tasks/ways";
import { Webhooks } from "./account/webhooks";
import { Worker } from "./tasks/worker";

const MAX_GAS_WEI = 2n * 10n ** 15n;

interface Reading {
  task: (key: TaskKey) => Promise<Task>;
  status: (key: TaskKey) => Promise<{ resubmit: { round: number; deadline: string } | null }>;
}

/** Everything that a client consists of, put together from its options. */
export function partsOf(options: MktOptions, http: Http, read: Reading) {
  const {
    origin = new URL(options.baseUrl).origin,
    signer,
    budget = { perCallUsdc: "0", totalUsdc: "0" },
    trust,
    journal = new MemoryJournal(),
    beforeSigning = () => undefined,
    maxGasWei = MAX_GAS_WEI,
    permits = true,
    gasless = "auto",
    nowMs = Date.now,
  } = options;
  const addresses = new Addresses(trust);
  const { chainId } = addresses;
  const own = signer && new AgentWallet({ signer, chainId, maxGasWei, beforeSigning });
  const wallet = () => own ?? failWithoutSigner();
  const counted = new Budget(budget);
  const ledger: Ledger = new Ledger(journal, counted, {
    isBound: (agent) => mandates.isBound(agent),
    allowance: (agent) => mandates.allowance(agent),
  });
  const shared = {
    http,
    wallet,
    addresses,
    nowMs,
    ledger,
    newId,
  };
  const requests = new Requests({ ...shared, origin, permits, newNonce: newId });
  const purchases = new Purchases({ ...shared, gasless, settlement: new Settlement({ ...shared, newSalt }) });
  const ways = new Ways({ ...shared, requests });
  const relay = new Relay({ ...shared, requests, canPayGas: () => ways.canPayGas() });
  const steps = new Steps({ ...shared, requests, ways, relay, gasless, newSalt });
  const parts = {
    steps,
    requests,
    wallet,
    chainId,
    newSalt,
  };
  const api = { api: http.api };
  const mandates = new Mandates({ ...parts, ...api, origin, nowMs });
  return {
    wallet,
    budget: counted,
    ledger,
    requests,
    purchases,
    steps,
    mandates,
    messages: new Messages({ requests, http, address: () => wallet().address() }),
    disputes: new Disputes({ ...parts, ...api }),
    webhooks: new Webhooks(requests),
    reputation: new Reputation({ ...shared, requests }),
    rereading: { ...shared, origin },
    poster: new Poster({ ...parts, readTask: read.task }),
    judge: new Judge({ ...shared, ...parts, readTask: read.task }),
    worker: new Worker({ ...parts, readTask: read.task, readStatus: read.status }),
  };
}

/** 128 random bits as 22 letters, digits, `-` and `_`. */
function newId(): string {
  return base64(randomBytes(16)).replace(/[+/=]/g, (sign) => ({ "+": "-", "/": "_" })[sign] ?? "");
}

/** 32 random bytes, 0x hex. */
function newSalt(): string {
  return `0x${[...randomBytes(32)].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

function randomBytes(count: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(count));
}

function failWithoutSigner(): never {
  throw new MktError("no_signer", "This needs a signer: pass `signer` to the client.");
}
