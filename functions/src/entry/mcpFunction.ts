import { ENDPOINTS } from "../endpoints/all";
import { requestFunction } from "./httpFunction";
import { serveMcp } from "../mcp/serve";
import { wire } from "../wire";

/** Every endpoint as a tool: the MCP server as a deployable function. A tool's file is whole in memory, so it serves as few at a time as the files' own function. */
export default () => requestFunction("files", (settings) => serveMcp(ENDPOINTS, wire(settings)));
