import { browserSigner, nodeOf } from "../../../client/src/signing/browserSigner";
import type { Eip1193, Mkt } from "../../../client/src/browser";
import { NETWORKS } from "../../../client/src/generated/networks";
import { purchasesIn } from "../../../client/src/journal/journal";
import type { PastPurchase } from "../../../client/src/buying/pastPurchases";
import { Http } from "../../../client/src/service/http";
import type { VerifiedReceipt } from "../../../client/src/buying/receipts";
import { signIn } from "../../../client/src/service/signIn";
import { api, balancesOf, dataOf, type Health } from "../api";
import { grownBy } from "../lib/grown";
import { browserJournal } from "./journal";
import { endSession, ReadSession, sessionName } from "./session";

/** A visitor's wallet, ready to sign for this service. */
export interface Connected {
  address: string;
  /** The client that signs and sends; it is loaded for the first step. */
  mkt: () => Promise<Mkt>;
  chainId: number;
  /** By how much its balance is higher than at the visit before, in USDC, until that was read; null where it is not. */
  grownUsdc: string | null;
  /** The escrow contracts. */
  escrows: Awaited<ReturnType<typeof balancesOf>>["escrows"];
  /** What only this wallet may read. */
  session: ReadSession;
  /** Whether the service has a relay, which sends steps where it is well, so that no ETH is needed. */
  hasRelay: boolean;
  /** What was signed before a reload, once it is finished. */
  resumed: ReturnType<Mkt["resume"]>;
  /** Whether this wallet has signed a step in this window that is not finished. */
  hasOpenStep: () => Promise<boolean>;
  /** Checks who signed a receipt and, by the wallet's own node, that the payment is on the chain. */
  verifyReceipt: (receipt: string, paidTo: string | null) => Promise<VerifiedReceipt>;
  /** What this browser knows that the wallet has bought, also where the answer is not here yet; oldest first. */
  bought: () => Promise<PastPurchase[]>;
  /** Removes bought answers from this browser; the service keeps them. */
  forgetAnswers: () => Promise<void>;
  /** Ends every session that was opened here. */
  leave: () => void;
}

/** What is signed is confirmed by a person each time, so no budget ends it. */
const NO_LIMIT = "1000000000";
const SESSION_SECONDS = 86_400;

interface ConnectOptions {
  isQuiet: boolean;
  onSigning: (purpose: string) => void;
  /** Hears whether a step waits for the same one in another tab. */
  onWaiting?: (isWaiting: boolean) => void;
  /** Hears that something which was signed is over: money may have moved. */
  onOver?: () => void;
  /** What this wallet has opened before, by address: a second client would not know what the first is having signed. */
  opened: Map<string, Connected>;
}

/** Asks a wallet for its address, on the service's chain. `isQuiet` asks only for what it has shown before. */
export async function connect(
  provider: Eip1193,
  { isQuiet, onSigning, onWaiting, onOver, opened }: ConnectOptions,
): Promise<Connected | null> {
  const method = isQuiet ? "eth_accounts" : "eth_requestAccounts";
  const [first] = (await provider.request({ method })) as string[];
  if (!first) return null;
  const { network, checks } = await serviceHealth();
  await useChain(provider, network, isQuiet);
  const { wallet: address, escrows, usdc } = await balancesOf(first);
  const before = opened.get(address);
  if (before) return before;
  const signer = browserSigner(provider, address);
  const journal = browserJournal(address, onWaiting, onOver);
  let loaded: Promise<Mkt> | null = null;
  const mkt = () => {
    loaded ??= import("../../../client/src/client").then(
      ({ Mkt }) =>
        new Mkt({
          baseUrl: location.origin,
          signer,
          budget: { perCallUsdc: NO_LIMIT, totalUsdc: NO_LIMIT },
          trust: { chainId: network.chainId },
          journal,
          beforeSigning: ({ purpose }) => onSigning(purpose),
          // Decided at each step: a relay may fail, or recover, while a page is open.
          gasless: "prefer",
          // The page then says that the connection was lost, and continues when it is back.
          retry: { attempts: 4 },
        }),
      () => {
        loaded = null;
        throw new Error("Part of this page did not load. Reload it; nothing was signed.");
      },
    );
    return loaded;
  };
  const http = new Http({ baseUrl: location.origin, send: (input, init) => fetch(input, init), retry: {} });
  const signMessage = (message: string, purpose: string) => {
    onSigning(purpose);
    return signer.signMessage(message);
  };
  const parts = { http, origin: location.origin, chainId: network.chainId, wallet: address, signMessage };
  const session = new ReadSession({
    open: () => signIn({ ...parts, nowMs: Date.now }, { scope: "read", expiresIn: SESSION_SECONDS }),
    end: endSession,
    storage: localStorage,
    name: sessionName(address),
  });
  const verifyReceipt: Connected["verifyReceipt"] = async (receipt, recipient) => {
    const receipts = await import("../../../client/src/buying/receipts");
    const token = Object.values(NETWORKS).find(({ chainId }) => chainId === network.chainId)?.usdc ?? "";
    return receipts.verifyReceipt(await mkt(), receipt, { token, node: nodeOf(provider), recipient });
  };
  // What was signed before a reload is finished first; what cannot be is tried again with the step itself.
  const resumed = journal
    .entries()
    .then(async (all) => (all.some(({ state }) => state === "signed") ? (await mkt()).resume() : []))
    .catch(() => []);
  const hasOpenStep = async () =>
    (await journal.entries()).some(
      ({ kind, state, wallet }) => kind === "step" && state === "signed" && wallet === address,
    );
  const bought = async () => {
    // Without the network, what is loaded already says it.
    if (loaded) return (await loaded).bought({ withOpen: true });
    const entries = await purchasesIn(journal, address);
    if (entries.length === 0) return [];
    const { pastPurchase } = await import("../../../client/src/buying/pastPurchases");
    return entries.map(pastPurchase);
  };
  const leave = () => {
    void session.end().catch(() => {});
    void loaded?.then((own) => own.signOut()).catch(() => {});
  };
  const connected = {
    address,
    chainId: network.chainId,
    grownUsdc: grownBy(localStorage, address, usdc),
    escrows,
    mkt,
    hasRelay: checks.relay !== undefined,
    resumed,
    hasOpenStep,
    session,
    verifyReceipt,
    bought,
    forgetAnswers: journal.forgetAnswers,
    leave,
  };
  opened.set(address, connected);
  return connected;
}

/** A service that is not well answers with status 503, and still says how it is. */
async function serviceHealth(): Promise<Health> {
  const { data, error, response } = await api.GET("/mkt/health");
  const body = data ?? (error as Health | undefined);
  return body && "network" in body ? body : dataOf<Health>({ error, response });
}

/** Asks the wallet to use the service's chain, if it uses another; not where the visitor has pressed nothing. */
async function useChain(
  provider: Eip1193,
  { chainId, name }: Pick<Health["network"], "chainId" | "name">,
  isQuiet: boolean,
): Promise<void> {
  const isRight = async () => Number(await provider.request({ method: "eth_chainId" })) === chainId;
  if (await isRight()) return;
  const hex = `0x${chainId.toString(16)}`;
  if (!isQuiet)
    await provider.request({ method: "wallet_switchEthereumChain", params: [{ chainId: hex }] }).catch(() => {});
  if (!(await isRight())) throw new Error(`Switch your wallet to the network ${name}, then connect again.`);
}
