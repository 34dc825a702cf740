import type { ComponentChildren } from "preact";
import { shortAddress } from "../lib/text";
import { useAbout } from "./useAbout";

/** A transaction at the block explorer; as text until it is known which one that is. */
export function TxLink({ hash, children }: { hash: string; children?: ComponentChildren }) {
  return <OnChain at={`tx/${hash}`}>{children ?? <span class="address">{shortAddress(hash)}</span>}</OnChain>;
}

/** A contract or an account at the block explorer. */
export function AddressLink({ address, children }: { address: string; children?: ComponentChildren }) {
  return (
    <OnChain at={`address/${address}`}>{children ?? <span class="address">{shortAddress(address)}</span>}</OnChain>
  );
}

function OnChain({ at, children }: { at: string; children: ComponentChildren }) {
  const explorer = useAbout()?.network.explorer;
  if (!explorer) return <>{children}</>;
  return (
    <a href={`${explorer}/${at}`} rel="noopener" target="_blank">
      {children}
    </a>
  );
}
