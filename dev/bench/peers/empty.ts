import { onRequest } from "firebase-functions/v2/https";

/** The least that a deployed function can be. */
export const empty = onRequest((_request, response) => {
  response.send("ok");
});
