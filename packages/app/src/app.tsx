import { ErrorBoundary, LocationProvider, Route, Router, useLocation } from "preact-iso";
import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError } from "./api";
import { AGENTS, FOOT, HOME, NARROW_OFF, NAVIGATION, PATHS } from "./paths";
import { ROUTES } from "./routes";
import { Brand } from "./ui/mark";
import { OperatorLine } from "./ui/operator";
import { Failure, Missing } from "./ui/states";
import { Account, WalletStatus } from "./wallet/button";
import { WalletProvider } from "./wallet/context";
import { Waits } from "./wallet/waits";

/** A part of the page did not arrive, which happens once after a deployment. */
const NOT_OPENED = "This page did not load. Reload it: there may be a newer version.";

const NoPage = () => <Missing what="page" />;

/** The whole app: the bar, the page of the address, and the foot. */
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
        Skip to content
      </a>
      <header class="bar">
        <div class="bar-row">
          <a href={HOME.path} class="brand">
            <Brand />
            <span>mkt</span>
          </a>
          <nav aria-label="Pages">
            {NAVIGATION.map(({ path: to, label }) => (
              <a
                key={to}
                href={to}
                class={to === NARROW_OFF ? "narrow-off" : undefined}
                aria-current={to === path ? "page" : undefined}
              >
                {label}
                {to === PATHS.desk && <Waits />}
              </a>
            ))}
          </nav>
          <div class="aside">
            <a href={AGENTS.path} class="wide-only">
              {AGENTS.label}
            </a>
            <Account />
          </div>
        </div>
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
                <Route key="default" default component={NoPage} />,
              ]}
            </Router>
          </ErrorBoundary>
        )}
      </main>
      <footer>
        <div class="footer-row">
          <OperatorLine />
          <ul>
            {FOOT.map(({ path: to, label }) => (
              <li key={to}>
                <a href={to}>{label}</a>
              </li>
            ))}
          </ul>
        </div>
      </footer>
    </>
  );
}
