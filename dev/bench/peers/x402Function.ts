import { onRequest } from "firebase-functions/v2/https";
import { x402App } from "./x402App";

/** @x402/express where our quote is: in a function. */
export const x402 = onRequest(x402App());
