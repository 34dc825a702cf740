import { onDocumentCreated } from "./firestoreTrigger";
import { HttpsError } from "firebase-functions/v2/https";
import { onTaskDispatched } from "firebase-functions/v2/tasks";
import { BACK_OFF, MAX_ATTEMPTS } from "../domain/webhooks/delivery";
import type { QueuedWork } from "../ports/events";
import { readSettings } from "../settings/read";
import { MEMORY, REGION, SCALE, secrets } from "./deploy";
import { lazy } from "./lazy";
import { Deliverer, dispatchEvent } from "./webhooks";
import { wire } from "./wire";

const parts = lazy(() => wire(readSettings(process.env)));
const options = { region: REGION, secrets, memory: MEMORY.small, timeoutSeconds: 60, ...SCALE };

/** The emulator's queue never rests while a task waits for its next attempt: it gives up after a minute. */
const attempts = process.env["FUNCTIONS_EMULATOR"] === "true" ? 4 : MAX_ATTEMPTS;

/** Starts for each event that is written to the log, at least once, and again for a day while it fails. */
export const dispatchFunction = () =>
  onDocumentCreated({ ...options, document: "events/{id}", retry: true }, ({ params: { id } }) =>
    dispatchEvent(id, parts()),
  );

/** Starts for each task of its queue, which deploying it creates. */
export const deliveryFunction = () => {
  const deliverer = lazy(() => new Deliverer(parts()));
  return onTaskDispatched<QueuedWork>(
    {
      ...options,
      retryConfig: {
        maxAttempts: attempts,
        minBackoffSeconds: BACK_OFF.minSeconds,
        maxBackoffSeconds: BACK_OFF.maxSeconds,
        maxDoublings: BACK_OFF.doublings,
      },
      rateLimits: { maxConcurrentDispatches: 1_000, maxDispatchesPerSecond: 500 },
    },
    async ({ data, retryCount = 0 }) => {
      // An HttpsError is not logged as a fault; its status makes the queue try again.
      if ((await deliverer().work(data, retryCount)) === "retry") throw new HttpsError("unavailable", "Try again.");
    },
  );
};
