/**
 * The parts of the MCP SDK that the service uses. The build bundles this module separately: the SDK is larger than
 * everything else that a function loads at start, and only one function needs it.
 */
export { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
