import { ENDPOINTS } from "../endpoints/all";
import { requestFunction } from "./httpFunction";
import { serveMcp } from "../mcp/serve";
import { wire } from "./wire";

/**
 * Every endpoint as a tool: the MCP server as a deployable function. Files are held in memory, so its concurrency is as
 * low as that of the file functions.
 */
export default () => requestFunction("files", (settings) => serveMcp(ENDPOINTS, wire(settings)));
