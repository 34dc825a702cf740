import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { x402App } from "./x402App";

// @x402/express as its own documentation shows it: in a server of its own, without the functions framework.
const server = createServer(x402App()).listen(0, "127.0.0.1", () => {
  process.stdout.write(`serving http://127.0.0.1:${(server.address() as AddressInfo).port}/\n`);
});
