import type { EIP6963ProviderDetail } from "mipd";
import { useEffect, useRef, useState } from "preact/hooks";
import { balancesOf } from "../api";
import { isCutOff } from "../lib/cutOff";
import { keepBalance } from "../lib/grown";
import { shortAddress, usdc, usdcDown, usdcShort } from "../lib/text";
import { NARROW_OFF, PATHS, walletPath } from "../paths";
import { Boundary } from "../ui/boundary";
import { lazyPart } from "../ui/lazyPart";
import { Failure } from "../ui/states";
import { useData } from "../ui/useData";
import { useEvery } from "../ui/useEvery";
import { useOnline } from "../ui/useOnline";
import { forgetLists, useMoved } from "../ui/usePages";
import { useReturn } from "../ui/useReturn";
import { WalletAvatar, WalletName } from "../ui/wallet";
import type { Connected } from "./connect";
import { useWallet } from "./context";
import { Signing } from "./signing";

const Explained = lazyPart(() => import("../ui/explained"));

/** The pages that are about the connected wallet alone, and what a phone's bar has no room for. */
const MENU = [
  [PATHS.desk, "My work"],
  [PATHS.statements, "Statements"],
  [PATHS.settings, "Settings"],
  [NARROW_OFF, "Services"],
] as const;

/** The wallet in the bar: connect, or who is connected, with what it has and what is about it alone. */
export function Account() {
  const { connected, found } = useWallet();
  if (connected) return <Menu key={connected.address} connected={connected} />;
  return found.length > 1 ? <ConnectMenu /> : <Connect isNamed={false} />;
}

/** Several wallets, in a menu: the bar has room for one button. */
function ConnectMenu() {
  const { menu } = useMenu();
  return (
    <details class="account" ref={menu}>
      <summary>Connect a wallet</summary>
      <div class="account-menu">
        <p class="actions">
          <Connect />
        </p>
      </div>
    </details>
  );
}

/** A menu that closes by Escape, and by a press elsewhere. */
function useMenu() {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => menu.current?.removeAttribute("open");
  useEffect(() => {
    const elsewhere = ({ target }: Event) => {
      if (!menu.current?.contains(target as Node)) close();
    };
    const escape = ({ key }: KeyboardEvent) => {
      if (key !== "Escape" || !menu.current?.open) return;
      close();
      menu.current.querySelector("summary")?.focus();
    };
    document.addEventListener("click", elsewhere);
    document.addEventListener("keydown", escape);
    return () => {
      document.removeEventListener("click", elsewhere);
      document.removeEventListener("keydown", escape);
    };
  }, []);
  return { menu, close };
}

function Menu({ connected }: { connected: Connected }) {
  const { address } = connected;
  const { disconnect } = useWallet();
  const { menu, close } = useMenu();
  const [balance, setBalance] = useState<string | null>(null);
  return (
    <details class="account" ref={menu}>
      <summary>
        <span class="unseen">Your account</span>
        <Balance address={address} known={setBalance} />
        <WalletAvatar address={address} size={28} />
        <MenuMark />
      </summary>
      <div class="account-menu">
        <p>
          <a href={walletPath(address)} class="wallet" onClick={close}>
            <WalletName address={address} isWhole />
          </a>
        </p>
        {balance !== null && (
          <p>
            <strong>{usdc(balance)} USDC</strong> <span class="quiet">in this wallet</span>
          </p>
        )}
        <ul>
          {MENU.map(([to, label]) => (
            <li key={to} class={to === NARROW_OFF ? "narrow-only" : undefined}>
              <a href={to} onClick={close}>
                {label}
              </a>
            </li>
          ))}
        </ul>
        <button type="button" class="plain" onClick={disconnect}>
          Disconnect
        </button>
        <p class="note">This signs you out and deletes your drafts from this browser.</p>
      </div>
    </details>
  );
}

function MenuMark() {
  return (
    <svg class="menu-mark" viewBox="0 0 12 12" aria-hidden="true">
      <path d="M2.5 4.5 6 8l3.5-3.5" />
    </svg>
  );
}

/** How often the balance is looked at while the page is: others pay this wallet, too. */
const LOOK_MS = 15_000;

/** What the wallet has. Where it changes, everything that shows this wallet's money is read again. */
function Balance({ address, known }: { address: string; known: (usdc: string) => void }) {
  const info = useData(`balance ${address}`, () => balancesOf(address));
  const reload = () => info.state === "ready" && info.reload();
  useReturn(() => void reload());
  useEvery(LOOK_MS, async () => void reload());
  useMoved(() => void reload());
  const now = info.state === "ready" ? info.value.usdc : null;
  const before = useRef(now);
  useEffect(() => {
    if (now !== null && before.current !== null && now !== before.current) forgetLists();
    before.current = now;
    if (now === null) return;
    known(now);
    keepBalance(localStorage, address, now);
  }, [now]);
  return (
    <span class="balance">
      {info.state === "ready" ? (
        <>
          <span class="narrow-off">{usdcDown(info.value.usdc)}</span>
          <span class="narrow-only">{usdcShort(info.value.usdc)}</span> <span class="narrow-unseen">USDC</span>
        </>
      ) : (
        shortAddress(address)
      )}
    </span>
  );
}

/** A button for each wallet of this browser; the bar's has the words of the pages that know no wallet. */
function Connect({ isNamed = true }) {
  const { found, isConnecting, connect } = useWallet();
  const isPressed = useRef(false);
  // The button that had the focus is gone: what it led to begins with the page.
  useEffect(
    () => () => void (isPressed.current && document.getElementById("main")?.focus({ preventScroll: true })),
    [],
  );
  const press = (wallet: EIP6963ProviderDetail) => {
    isPressed.current = true;
    connect(wallet);
  };
  return (
    <>
      {found.map((wallet: EIP6963ProviderDetail) => (
        <button key={wallet.info.uuid} type="button" disabled={isConnecting} onClick={() => press(wallet)}>
          <span>
            Connect<span class="narrow-unseen"> {isNamed ? wallet.info.name : "a wallet"}</span>
          </span>
        </button>
      ))}
    </>
  );
}

/** What the wallet is being asked, in words, and why it could not be connected. */
export function WalletStatus() {
  const { connected, account, signing, isToldHere, isWaiting, error, isConnecting } = useWallet();
  const isOnline = useOnline();
  return (
    <div class="wallet-status" role="status">
      <div class="passing">
        {!isOnline && <p class="panel">You are offline. Your text is kept; the page goes on when you are back.</p>}
        {isConnecting && account === null && <p class="panel">Choose an account in your wallet.</p>}
        {signing && !isToldHere && <Signing words={signing} />}
        {isWaiting && (
          <p class="panel signing">
            This step is already open in another tab. Answer your wallet there, or close that tab.
          </p>
        )}
      </div>
      {connected && <Grown key={connected.address} connected={connected} />}
      {error && (isOnline || !isCutOff(error)) && <Failure error={error} />}
    </div>
  );
}

/** Says once that money came in since the last visit. */
function Grown({ connected }: { connected: Connected }) {
  const [more, setMore] = useState(connected.grownUsdc);
  if (more === null) return null;
  const close = () => {
    connected.grownUsdc = null;
    setMore(null);
    document.getElementById("main")?.focus({ preventScroll: true });
  };
  return (
    <p class="panel grown">
      <span>
        Your wallet has <strong>{usdc(more)} USDC</strong> more than on your last visit.
      </span>
      <a href={PATHS.statements}>See why</a>
      <button type="button" class="plain" onClick={close}>
        Close
      </button>
    </p>
  );
}

/** What to do without a wallet, with the button that connects one. */
export function NeedsWallet({ why }: { why: string }) {
  const { found } = useWallet();
  return (
    <div class="panel needs-wallet">
      <p>
        {why}
        {found.length === 0 &&
          " We found no wallet in this browser. On a phone, open this page in your wallet app. On a computer, install a wallet extension, add USDC, then reload this page."}
      </p>
      {found.length > 0 && (
        <p class="go">
          <Connect />
        </p>
      )}
      <Boundary>
        <Explained terms={["Wallet", "USDC", "Signature"]} />
      </Boundary>
    </div>
  );
}
