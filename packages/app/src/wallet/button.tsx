import type { EIP6963ProviderDetail } from "mipd";
import { lazy } from "preact-iso";
import { useEffect, useRef } from "preact/hooks";
import { balancesOf } from "../api";
import { shortAddress, usdc } from "../lib/text";
import { PATHS, walletPath } from "../paths";
import { Boundary } from "../ui/boundary";
import { Failure } from "../ui/states";
import { useData } from "../ui/useData";
import { MOVED } from "../ui/usePages";
import { useReturn } from "../ui/useReturn";
import { Avatar } from "../ui/wallet";
import type { Connected } from "./connect";
import { useWallet } from "./context";

const Explained = lazy(() => import("../ui/explained"));

/** The pages that are about the connected wallet alone. */
const OWN_PAGES = [
  [PATHS.desk, "My work"],
  [PATHS.statements, "Statements"],
  [PATHS.settings, "Settings"],
] as const;

/** The wallet in the bar: connect, or who is connected, with what it has and what is about it alone. */
export function Account() {
  const { connected } = useWallet();
  return connected ? <Menu key={connected.address} connected={connected} /> : <Connect />;
}

function Menu({ connected }: { connected: Connected }) {
  const { address } = connected;
  const { disconnect } = useWallet();
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
  return (
    <details class="account" ref={menu}>
      <summary>
        <span class="unseen">Your account</span>
        <Balance address={address} />
        <Avatar seed={address} size={28} />
      </summary>
      <div class="account-menu">
        <p>
          <a href={walletPath(address)} onClick={close}>
            <span class="address">{address}</span>
          </a>
        </p>
        <ul>
          {OWN_PAGES.map(([to, label]) => (
            <li key={to}>
              <a href={to} onClick={close}>
                {label}
              </a>
            </li>
          ))}
        </ul>
        <button type="button" class="plain" onClick={disconnect}>
          Disconnect
        </button>
        <p class="note">Disconnecting signs you out and removes your drafts from this browser.</p>
      </div>
    </details>
  );
}

/** What the wallet has, read again after each step. */
function Balance({ address }: { address: string }) {
  const info = useData(`balance ${address}`, () => balancesOf(address));
  const reload = () => info.state === "ready" && info.reload();
  useReturn(() => void reload());
  useEffect(() => {
    const moved = () => void reload();
    addEventListener(MOVED, moved);
    return () => removeEventListener(MOVED, moved);
  });
  return (
    <span class="balance">{info.state === "ready" ? `${usdc(info.value.usdc)} USDC` : shortAddress(address)}</span>
  );
}

/** A button for each wallet of this browser. */
function Connect() {
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
          Connect {wallet.info.name}
        </button>
      ))}
    </>
  );
}

/** Times in the purposes that the client names. */
const ISO_TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
const localTime = (time: string) => new Date(time).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });

/** What the wallet is being asked, in words, and why it could not be connected. */
export function WalletStatus() {
  const { signing, isWaiting, error, isConnecting } = useWallet();
  return (
    <div class="wallet-status" role="status">
      {isConnecting && <p class="panel">Connecting: choose an account in your wallet.</p>}
      {signing && (
        <p class="panel signing">
          <strong>Confirm in your wallet:</strong> {signing.replace(ISO_TIME, localTime)}{" "}
          <span class="quiet">If you refuse, everything stays as it is.</span>
        </p>
      )}
      {isWaiting && (
        <p class="panel signing">
          The same step is open in another tab of this browser. Answer your wallet there, or close that tab.
        </p>
      )}
      {error && <Failure error={error} />}
    </div>
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
          " This browser has no wallet. On a phone, open this page in the browser of your wallet app; on a computer, install a wallet extension. Put USDC into it, and load this page again."}
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
