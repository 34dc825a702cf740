import type { Endpoint } from "../http/endpoint";
import { FUNCTIONS } from "./list";

/** Every endpoint by the name of the function that serves it; the documents are generated from this. */
export const ENDPOINTS: Record<string, readonly Endpoint[]> = Object.fromEntries(
  Object.entries(FUNCTIONS).map(([name, modules]) => [name, modules.map((load) => load())]),
);
