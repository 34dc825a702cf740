import { confirmedView } from "../../application/views/task";
import { relayStep } from "../../application/tasks/relay/relay";
import { RELAYED_ERRORS } from "../../application/tasks/sent";
import { RELAY_PATH } from "../../domain/task/gasless";
import { endpoint, open, requests } from "../../http/endpoint";
import { RelayAnswer, RelayInput } from "../../schema/call";

/** Takes a step that its wallet signed, on the service's gas. */
export default endpoint({
  method: "POST",
  path: RELAY_PATH,
  summary: "Take a prepared step by signature, without ETH",
  description:
    "Sign gasless.typedData; send kind, request and signature. The service sends it from its own wallet and answers as the step's confirm does. " +
    "Repeat the same request while the answer is tx_not_confirmed: it is one transaction. " +
    "After relay_refused or relay_unavailable, send the transactions instead.",
  auth: open,
  input: RelayInput,
  output: RelayAnswer,
  advises: true,
  errors: [...RELAYED_ERRORS, "mandate_exceeded", "mandate_refused"],
  rateLimit: requests(60),
  example: {
    contract: "agent-fast",
    kind: "forward",
    request: {
      from: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
      gas: "120000",
      nonce: "0",
      deadline: "1767225600",
      data: `0x6f1cf76c${"00".repeat(31)}0c`,
    },
    signature: `0x${"5a".repeat(64)}1b`,
  },

  handle: async ({ input, nowMs, randomBytes, client }, services) =>
    confirmedView(await relayStep({ input, nowMs, randomBytes, client, services }), input.view),
});
