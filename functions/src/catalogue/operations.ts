import type { Endpoint } from "../http/endpoint";

/** Endpoints by the name of the function that serves them. */
export type Endpoints = Readonly<Record<string, readonly Endpoint[]>>;

/** One endpoint as an OpenAPI operation and as a tool. */
export interface Operation {
  /** Unique: the function's name, followed by the method if the function has several. */
  id: string;
  functionName: string;
  group: string;
  endpoint: Endpoint;
}

export interface Group {
  name: string;
  about: string;
}

interface GroupRow extends Group {
  holds: (endpoint: Endpoint) => boolean;
}

export const SESSIONS = "Sessions";
export const FREE = "Free calls";

/** An endpoint belongs to the first group that matches; the last one matches all. */
const GROUPS: readonly GroupRow[] = [
  {
    name: "Paid answers",
    about: "One question, one on-chain payment in USDC, one answer. No account is needed: payment grants access.",
    holds: ({ auth }) => auth.kind === "paid",
  },
  {
    name: SESSIONS,
    about:
      "A wallet signs a challenge once and uses the resulting token until it expires or is revoked. Its scope says whether it may only read.",
    holds: ({ path }) => path.startsWith("/mktAgent") || path.startsWith("/mkt/sessions"),
  },
  {
    name: "Agent calls",
    about:
      "Steps on the chain, which are prepared here, sent by your own wallet and confirmed here; and what a worker or a poster reads meanwhile.",
    holds: ({ path }) => path.startsWith("/agent"),
  },
  {
    name: "Marketplace",
    about: "Reading the marketplace, and signed requests without a transaction.",
    holds: ({ path }) => path.startsWith("/mkt/"),
  },
  { name: FREE, about: "No payment and no account.", holds: () => true },
];

/** Every endpoint as an operation, in the order of its definition. */
export function operationsOf(endpoints: Endpoints): Operation[] {
  return Object.entries(endpoints).flatMap(([functionName, served]) =>
    served.map((endpoint) => ({
      id: served.length === 1 ? functionName : `${functionName}${endpoint.method === "GET" ? "Get" : "Post"}`,
      functionName,
      group: groupOf(endpoint),
      endpoint,
    })),
  );
}

/** The non-empty groups, in reading order. */
export function groupsOf(operations: readonly Operation[]): Group[] {
  return GROUPS.filter(({ name }) => operations.some(({ group }) => group === name)).map(({ name, about }) => ({
    name,
    about,
  }));
}

function groupOf(endpoint: Endpoint): string {
  const group = GROUPS.find(({ holds }) => holds(endpoint));
  if (!group) throw new TypeError(`${endpoint.path} belongs to no group`);
  return group.name;
}
