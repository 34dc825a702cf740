import type { IncomingMessage } from "node:http";
import type { Call } from "./endpoint";
import { idempotencyKeyOf } from "./request";

/** What is known about a request besides its body; read before anything takes effect. */
export type Facts = Pick<
  Call<unknown>,
  "caller" | "client" | "onGone" | "sessionTokenHash" | "idempotencyKey" | "unit" | "prove" | "payment"
>;

/** The header with a signed payment of x402 v2, as Node spells it. */
const PAYMENT_HEADER = "payment-signature";

/** Where a job computes an answer. */
export const NO_REQUEST: Facts = {
  caller: null,
  client: () => "",
  onGone: () => () => undefined,
  sessionTokenHash: null,
  idempotencyKey: null,
  unit: null,
  prove: null,
  payment: null,
};

export function factsOf(request: IncomingMessage, clientOf: (request: IncomingMessage) => string): Facts {
  return {
    caller: null,
    client: () => clientOf(request),
    onGone: (act) => {
      const { socket } = request;
      socket.once("close", act);
      return () => void socket.off("close", act);
    },
    sessionTokenHash: null,
    idempotencyKey: idempotencyKeyOf(request),
    unit: null,
    prove: null,
    payment: request.headers[PAYMENT_HEADER]?.toString() ?? null,
  };
}
