import { createContext, type ComponentChildren } from "preact";
import { useContext, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { createStore, type EIP6963ProviderDetail } from "mipd";
import type { Eip1193 } from "../../../client/src/browser";
import { isCutOff } from "../lib/cutOff";
import { adopt } from "../lib/own";
import { dataShown } from "../lib/walletShows";
import { useAgain } from "../ui/useAgain";
import { errorOf } from "../ui/useData";
import { forgetLists } from "../ui/usePages";
import { Clients, isStill } from "./clients";
import type { Connected } from "./connect";

export interface WalletState {
  connected: Connected | null;
  /** The account that is connected, or was before this page was loaded and is asked for now. */
  account: string | null;
  /** The wallets of this browser (EIP-6963). */
  found: readonly EIP6963ProviderDetail[];
  isConnecting: boolean;
  error: Error | null;
  /** What the wallet is asked to sign at this moment, in the words of the step, if it has any. */
  signing: string | null;
  /** How often the wallet has signed here: more than before a request proves that it signed that. */
  signatures: number;
  /** Says in the visitor's words what is about to be asked of the wallet; null once that is over. */
  say: (words: string | null) => void;
  /** Whether it is told beside the button that asked, where it covers nothing. */
  isToldHere: boolean;
  tellHere: (isHere: boolean) => void;
  /** Whether a step waits for the same one in another tab. */
  isWaiting: boolean;
  connect: (wallet: EIP6963ProviderDetail) => void;
  disconnect: () => void;
}

const NONE: WalletState = {
  connected: null,
  account: null,
  found: [],
  isConnecting: false,
  error: null,
  signing: null,
  signatures: 0,
  say: () => {},
  isToldHere: false,
  tellHere: () => {},
  isWaiting: false,
  connect: () => {},
  disconnect: () => {},
};
const Context = createContext<WalletState>(NONE);

/** The visitor's wallet, if one is connected. */
export function useWallet(): WalletState {
  return useContext(Context);
}

/** The wallet that is connected, so that a reload and another tab keep it. */
const REMEMBERED = "mkt-wallet";
const ACCOUNT = "mkt-account";

interface Events {
  on?: (name: string, listener: () => void) => void;
  removeListener?: (name: string, listener: () => void) => void;
}

export function WalletProvider({ children }: { children: ComponentChildren }) {
  const store = useMemo(() => createStore(), []);
  const [found, setFound] = useState(store.getProviders());
  const [connected, setConnected] = useState<Connected | null>(null);
  const [used, setUsed] = useState<EIP6963ProviderDetail | null>(null);
  const [isConnecting, setIsConnecting] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const [signing, setSigning] = useState<string | null>(null);
  const [words, say] = useState<string | null>(null);
  const [data, setData] = useState<string | null>(null);
  const [signatures, setSignatures] = useState(0);
  const [isToldHere, tellHere] = useState(false);
  const [isWaiting, setIsWaiting] = useState(false);
  const [former, setFormer] = useState(() => localStorage.getItem(ACCOUNT));
  const tried = useRef(false);
  const clients = useMemo(() => new Clients(), []);
  useEffect(() => store.subscribe((providers) => setFound([...providers])), [store]);

  const open = async (wallet: EIP6963ProviderDetail, { isQuiet = false, tellsWhy = true } = {}) => {
    const isLatest = clients.begin();
    setIsConnecting(true);
    setError(null);
    try {
      const { connect } = await import("./connect");
      const provider = tracked(wallet.provider as Eip1193, {
        begins: setData,
        signs: () => setSignatures((count) => count + 1),
        ends: () => setSigning(null),
      });
      const own = clients.of(wallet.provider);
      const opened = await connect(provider, {
        isQuiet,
        onSigning: setSigning,
        onWaiting: setIsWaiting,
        onOver: forgetLists,
        opened: own,
      });
      if (!isLatest()) return;
      if (opened) {
        for (const storage of [sessionStorage, localStorage]) adopt(storage, opened.address);
        localStorage.setItem(REMEMBERED, wallet.info.rdns);
        localStorage.setItem(ACCOUNT, opened.address);
      }
      setFormer(null);
      setConnected(opened);
      setUsed(opened && wallet);
    } catch (problem) {
      if (isLatest() && (tellsWhy || isCutOff(problem))) setError(refusalOf(problem));
    } finally {
      if (isLatest()) setIsConnecting(false);
    }
  };
  const disconnect = () => {
    for (const name of [REMEMBERED, ACCOUNT]) localStorage.removeItem(name);
    clients.leave(sessionStorage, localStorage);
    setIsConnecting(false);
    setFormer(null);
    setConnected(null);
    setSigning(null);
    setUsed(null);
  };

  useEffect(() => {
    const known = found.find(({ info }) => info.rdns === localStorage.getItem(REMEMBERED));
    if (!known || tried.current) return;
    tried.current = true;
    void open(known, { isQuiet: true, tellsWhy: false });
  }, [found]);
  useAgain(!connected && isCutOff(error), () => {
    const known = found.find(({ info }) => info.rdns === localStorage.getItem(REMEMBERED));
    if (!known) setError(null);
    else if (!isConnecting) void open(known, { isQuiet: true, tellsWhy: false });
  });

  // Another account or chain is another visitor: nothing of the former one stays.
  useEffect(() => {
    if (!used) return;
    const events = used.provider as Events;
    const changed = async () => {
      if (connected && (await isStill(used.provider as Eip1193, connected).catch(() => false))) return;
      localStorage.removeItem(ACCOUNT);
      setConnected(null);
      setSigning(null);
      await open(used, { isQuiet: true });
    };
    const listener = () => void changed();
    for (const name of ["accountsChanged", "chainChanged"]) events.on?.(name, listener);
    return () => {
      for (const name of ["accountsChanged", "chainChanged"]) events.removeListener?.(name, listener);
    };
  }, [used, connected]);

  const state = {
    connected,
    account: connected?.address ?? former,
    found,
    isConnecting,
    error,
    signing: signing === null ? null : (words ?? signing) + dataText(data),
    signatures,
    say,
    isToldHere,
    tellHere,
    isWaiting,
    connect: (one: EIP6963ProviderDetail) => void open(one),
    disconnect,
  };
  return <Context.Provider value={state}>{children}</Context.Provider>;
}

const SIGNS = ["personal_sign", "eth_signTypedData_v4", "eth_sendTransaction", "wallet_sendCalls"];

/** What can be compared with the wallet's own window. */
const dataText = (data: string | null) =>
  data === null ? "" : ` In its window, “data” begins with ${data}: this step, in the contract's code.`;

interface Watcher {
  /** A request to sign begins, whose call data begins so. */
  begins: (data: string | null) => void;
  signs: () => void;
  /** The wallet has answered, whether it signed or not. */
  ends: () => void;
}

/** Tells of the requests to sign that a wallet gets. */
function tracked(provider: Eip1193, { begins, signs, ends }: Watcher): Eip1193 {
  return {
    request: async (call) => {
      if (!SIGNS.includes(call.method)) return provider.request(call);
      begins(dataShown(call));
      try {
        const answer = await provider.request(call);
        signs();
        return answer;
      } finally {
        ends();
      }
    },
  };
}

/** A wallet's refusal in plain words; its own text differs from wallet to wallet. */
function refusalOf(problem: unknown): Error {
  return (problem as { code?: unknown } | null)?.code === 4001
    ? new Error("Your wallet was not connected. Nothing has changed.")
    : errorOf(problem);
}
