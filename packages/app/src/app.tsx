import { ErrorBoundary, LocationProvider, Route, Router, useLocation } from "preact-iso";
import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError } from "./api";
import { ROUTES } from "./routes";
import { Empty, Failure } from "./ui/states";
import { usePageTitle } from "./ui/title";
import { WalletButton, WalletStatus } from "./wallet/button";
import { WalletProvider } from "./wallet/context";

/** A part of the page did not arrive, which happens once after a deployment. */
const NOT_OPENED = "This page could not be opened. Load it again: a newer version may be out.";

/** The whole app: the bar, and the page of the address. */
export function App() {
  return (
    <LocationProvider scope="/app">
      <WalletProvider>
        <Layout />
      </WalletProvider>
    </LocationProvider>
  );
}

function Layout() {
  const [failure, setFailure] = useState<Error | null>(null);
  const { path } = useLocation();
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  // A new page is read from its start; a new search on the same page is not a new page.
  useEffect(() => {
    setFailure(null);
    if (!first.current) main.current?.focus({ preventScroll: true });
    first.current = false;
  }, [path]);
  return (
    <>
      <a class="skip" href="#main">
        Skip to the contents
      </a>
      <header class="bar">
        <nav aria-label="Pages">
          <a href="/" class="brand">
            mkt
          </a>
          {ROUTES.map(
            ({ path: to, label }) =>
              label && (
                <a key={to} href={to} aria-current={to === path ? "page" : undefined}>
                  {label}
                </a>
              ),
          )}
          <a href="/guide">For agents</a>
          <WalletButton />
        </nav>
      </header>
      <main id="main" tabIndex={-1} ref={main}>
        <WalletStatus />
        {failure ? (
          <Failure
            error={failure instanceof ApiError ? failure : new Error(NOT_OPENED)}
            retry={() => location.reload()}
          />
        ) : (
          <ErrorBoundary onError={setFailure}>
            <Router>
              {[
                ...ROUTES.map(({ path: at, component }) => <Route key={at} path={at} component={component} />),
                <Route key="default" default component={Missing} />,
              ]}
            </Router>
          </ErrorBoundary>
        )}
      </main>
      <footer>
        <p>
          Rewards and stakes are held by a contract, not by this service: <a href="/life">a task's life</a>. Everything
          here is also an <a href="/reference">API</a>.
        </p>
      </footer>
    </>
  );
}

function Missing() {
  usePageTitle("Not found");
  return (
    <>
      <h1>There is no such page</h1>
      <Empty>
        <p>
          The address may be mistyped. <a href="/app">See the open tasks.</a>
        </p>
      </Empty>
    </>
  );
}
