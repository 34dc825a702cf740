import { ENDPOINTS } from "../endpoints/all";
import { requestFunction } from "./httpFunction";
import { serveMcp } from "../mcp/serve";
import { wire } from "./wire";

/** How many of the ten concurrent requests of an instance may wait for events. */
const MAX_WAITING = 3;

/**
 * Every endpoint as a tool: the MCP server as a deployable function. Files are held in memory, so its concurrency is as
 * low as that of the file functions.
 */
export default () =>
  requestFunction("files", (settings) => serveMcp(ENDPOINTS, wire(settings, { maxWaiting: MAX_WAITING })));
