import type { Endpoint } from "../http/endpoint";

/** Endpoints under the name of the function that serves them. */
export type Endpoints = Readonly<Record<string, readonly Endpoint[]>>;

/** One endpoint as the documents name it: as an OpenAPI operation and as a tool. */
export interface Operation {
  /** Unique; the function's name, with the method behind it where the function has several. */
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

/** An endpoint belongs to the first group that holds it; the last one holds all. */
const GROUPS: readonly GroupRow[] = [
  {
    name: "Paid answers",
    about: "One question, one on-chain payment in USDC, one answer. No account: the payment is the access.",
    holds: ({ auth }) => auth.kind === "paid",
  },
  {
    name: SESSIONS,
    about: "A wallet signs a challenge once and acts by the token that it gets, until that expires or is revoked.",
    holds: ({ path }) => path.startsWith("/mktAgent"),
  },
  {
    name: "Agent calls",
    about:
      "What leads to a transaction is prepared here, sent by your own wallet, and confirmed here; and what a worker or a buyer reads meanwhile.",
    holds: ({ path }) => path.startsWith("/agent"),
  },
  {
    name: "Marketplace",
    about: "Reading the marketplace, and what a wallet signs without a transaction.",
    holds: ({ path }) => path.startsWith("/mkt/"),
  },
  { name: "Free calls", about: "No payment and no account.", holds: () => true },
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

/** The groups that hold an operation, in the order that a reader should meet them. */
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
