/**
 * What the service uses of the MCP SDK. The build makes a file of its own of this module: the SDK is
 * larger than everything else that a function loads at its start, and only one function needs it.
 */
export { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
