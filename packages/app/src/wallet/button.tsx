import { lazy, useLocation } from "preact-iso";
import { shortAddress } from "../lib/text";
import { PATHS, walletPath } from "../paths";
import { Boundary } from "../ui/boundary";
import { Failure } from "../ui/states";
import { Avatar } from "../ui/wallet";
import { useWallet } from "./context";

const Explained = lazy(() => import("../ui/explained"));

/** The pages that are about the connected wallet alone. */
const OWN_PAGES = [
  [PATHS.statements, "Statements"],
  [PATHS.settings, "Settings"],
] as const;

/** The wallet in the bar: connect, or who is connected. */
export function WalletButton() {
  const { connected, found, isConnecting, connect, disconnect } = useWallet();
  const { path } = useLocation();
  if (connected) {
    return (
      <span class="wallet-bar">
        <a class="wallet" href={walletPath(connected.address)} title={connected.address}>
          <Avatar seed={connected.address} /> <span class="address">{shortAddress(connected.address)}</span>
        </a>
        {OWN_PAGES.map(([to, label]) => (
          <a key={to} href={to} aria-current={to === path ? "page" : undefined}>
            {label}
          </a>
        ))}
        <button type="button" class="plain small" onClick={disconnect}>
          Disconnect
        </button>
      </span>
    );
  }
  return (
    <span class="wallet-bar">
      {found.map((wallet) => (
        <button
          key={wallet.info.uuid}
          type="button"
          class="small"
          disabled={isConnecting}
          onClick={() => connect(wallet)}
        >
          Connect {wallet.info.name}
        </button>
      ))}
    </span>
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
      {isConnecting && <p class="panel">Your wallet is asked for its address.</p>}
      {signing && (
        <p class="panel signing">
          <strong>Your wallet asks you to sign:</strong> {signing.replace(ISO_TIME, localTime)}. If you refuse,
          everything stays as it is.
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

/** What to do without a wallet. */
export function NeedsWallet({ why }: { why: string }) {
  const { found } = useWallet();
  return (
    <div class="panel empty">
      <p>
        {why}{" "}
        {found.length > 0
          ? "Connect your wallet with the button at the top."
          : "This browser has no wallet. Install one as an extension, put USDC into it, and load this page again."}
      </p>
      <Boundary>
        <Explained terms={["Wallet", "USDC", "Signature"]} />
      </Boundary>
    </div>
  );
}
