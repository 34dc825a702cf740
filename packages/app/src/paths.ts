/**
 * The addresses of the app's pages, as patterns. Hosting serves the app for these and answers 404 for every other;
 * `routes.tsx` says which page each is.
 */
export const PATHS = {
  board: "/app",
  post: "/app/post",
  desk: "/app/desk",
  task: "/app/task/:contract/:id",
  wallet: "/app/wallet/:address",
  arbiter: "/app/arbiter/:address",
  services: "/app/services",
  service: "/app/service/:id",
  market: "/app/market",
  ask: "/app/ask",
  statements: "/app/statements",
  settings: "/app/settings",
} as const;

/** What people do here, in the bar of every page, the app's and the others'. */
export const NAVIGATION = [
  { path: PATHS.board, label: "Tasks" },
  { path: PATHS.desk, label: "My work" },
  { path: PATHS.post, label: "Post" },
  { path: PATHS.services, label: "Services" },
  { path: PATHS.ask, label: "Ask" },
] as const;

/** What a phone's bar has no room for: it is in the account's menu and in the foot. */
export const NARROW_OFF: string = PATHS.services;

/** Pages beside the app that people are led to. */
export const HOME = { path: "/", label: "Home" } as const;
export const PROTECTION = { path: "/protection", label: "How your money is protected" } as const;
export const AGENTS = { path: "/agents", label: "For agents" } as const;

/** The foot of every page. */
export const FOOT = [
  PROTECTION,
  { path: PATHS.services, label: "Services" },
  { path: PATHS.market, label: "Market in numbers" },
  AGENTS,
] as const;

/** The link to a task. */
export function taskPath({ contract, taskId }: { contract: string; taskId: string }): string {
  return `/app/task/${contract}/${taskId}`;
}

/** The link to a wallet's profile. */
export function walletPath(address: string): string {
  return `/app/wallet/${address}`;
}

/** The link to an arbiter's record. */
export function arbiterPath(address: string): string {
  return `/app/arbiter/${address}`;
}

/** The link to an answer that was bought. */
export function answerPath(about: string, id: string): string {
  return `${PATHS.ask}?${new URLSearchParams({ about, read: id }).toString()}`;
}

/** The link to a service. */
export function servicePath(id: string): string {
  return `/app/service/${id}`;
}
