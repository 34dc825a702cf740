import { ENDPOINTS } from "./endpoints/all";
import { requestFunction } from "./httpFunction";
import { serveMcp } from "./mcp/serve";
import { wire } from "./wire";

/** Every endpoint as a tool: the MCP server as a deployable function. */
export default () => requestFunction("answers", (settings) => serveMcp(ENDPOINTS, wire(settings)));
