import type { AnyComponent } from "preact";
import { lazyPart } from "./ui/lazyPart";
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
  { path: PATHS.board, component: lazyPart(() => import("./pages/board")) },
  { path: PATHS.post, component: lazyPart(() => import("./pages/post")) },
  { path: PATHS.desk, component: lazyPart(() => import("./pages/desk")) },
  { path: PATHS.services, component: lazyPart(() => import("./pages/services")) },
  { path: PATHS.ask, component: lazyPart(() => import("./pages/ask")) },
  { path: PATHS.market, component: lazyPart(() => import("./pages/market")) },
  { path: PATHS.service, component: lazyPart(() => import("./pages/service")) },
  { path: PATHS.statements, component: lazyPart(() => import("./pages/statements")) },
  { path: PATHS.settings, component: lazyPart(() => import("./pages/settings")) },
  { path: PATHS.task, component: lazyPart(() => import("./pages/task")) },
  { path: PATHS.wallet, component: lazyPart(() => import("./pages/wallet")) },
  { path: PATHS.arbiter, component: lazyPart(() => import("./pages/arbiter")) },
];
