import type { AnyComponent } from "preact";
import { lazy } from "preact-iso";
import { PATHS } from "./paths";

export interface AppRoute {
  path: string;
  component: AnyComponent;
}

/**
 * Every page of the app. To add one: its path in `paths.ts`, a file in `pages/` with a default export that sets its
 * title with `usePageTitle`, and a line here. Each page is a file of its own in the bundle.
 */
export const ROUTES: readonly AppRoute[] = [
  { path: PATHS.board, component: lazy(() => import("./pages/board")) },
  { path: PATHS.post, component: lazy(() => import("./pages/post")) },
  { path: PATHS.desk, component: lazy(() => import("./pages/desk")) },
  { path: PATHS.services, component: lazy(() => import("./pages/services")) },
  { path: PATHS.ask, component: lazy(() => import("./pages/ask")) },
  { path: PATHS.market, component: lazy(() => import("./pages/market")) },
  { path: PATHS.service, component: lazy(() => import("./pages/service")) },
  { path: PATHS.statements, component: lazy(() => import("./pages/statements")) },
  { path: PATHS.settings, component: lazy(() => import("./pages/settings")) },
  { path: PATHS.task, component: lazy(() => import("./pages/task")) },
  { path: PATHS.wallet, component: lazy(() => import("./pages/wallet")) },
  { path: PATHS.arbiter, component: lazy(() => import("./pages/arbiter")) },
];
