import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError } from "../api";
import { NeedsWallet } from "../wallet/button";
import type { Connected } from "../wallet/connect";
import { useWallet } from "../wallet/context";
import type { SessionHeaders } from "../wallet/session";
import { Failure } from "./states";
import { errorOf } from "./useData";

/** The visitor, signed in. */
export interface Me {
  connected: Connected;
  wallet: string;
  /** Reads what only this wallet may; a session that has ended brings back the sign-in. */
  read: <T>(call: (headers: SessionHeaders) => Promise<T>) => Promise<T>;
  /** The session was ended: back to the sign-in. */
  forget: () => void;
}

interface SignedInProps {
  /** What this page shows, as a sentence. */
  why: string;
  children: (me: Me) => ComponentChildren;
}

/** What only a wallet may read: first connect, then sign in, each with words of what that does. */
export function SignedIn({ why, children }: SignedInProps) {
  const { connected, isConnecting } = useWallet();
  if (!connected) return isConnecting ? null : <NeedsWallet why={why} />;
  return (
    <Gate key={connected.address} connected={connected} why={why}>
      {children}
    </Gate>
  );
}

function Gate({ connected, why, children }: SignedInProps & { connected: Connected }) {
  const { session, address } = connected;
  const [isOpen, setIsOpen] = useState(session.current !== null);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const wasOpen = useRef(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const signIn = async () => {
    setIsBusy(true);
    setError(null);
    try {
      await session.open();
      setIsOpen(true);
    } catch (problem) {
      setError(errorOf(problem));
    } finally {
      setIsBusy(false);
    }
  };
  const read: Me["read"] = async (call) => {
    try {
      // No signature is asked for without the words below.
      return await session.readingIfOpen(call);
    } catch (problem) {
      if (problem instanceof ApiError && problem.status === 401) {
        setIsOpen(false);
        setError(new Error("You have been signed out. Sign in again to go on."));
      }
      throw problem;
    }
  };
  useEffect(() => {
    if (isOpen) wasOpen.current = true;
    else if (wasOpen.current) heading.current?.focus();
  }, [isOpen]);
  const forget = () => {
    session.forget();
    setIsOpen(false);
  };
  if (isOpen) return <>{children({ connected, wallet: address, read, forget })}</>;
  return (
    <section class="card sign-in" aria-labelledby="sign-in">
      <h2 id="sign-in" ref={heading} tabIndex={-1}>
        Sign in with your wallet
      </h2>
      <p id="sign-in-means">
        {why} One signature proves that the wallet is yours. It lasts 24 hours on every page, lets you read only, costs
        nothing and cannot move money.
      </p>
      <button type="button" disabled={isBusy} aria-describedby="sign-in-means" onClick={() => void signIn()}>
        Sign in
      </button>
      {error && <Failure error={error} />}
    </section>
  );
}
