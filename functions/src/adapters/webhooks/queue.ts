import { getApps, initializeApp } from "firebase-admin/app";
import { getFunctions } from "firebase-admin/functions";
import type { DeliveryQueue } from "../../ports/events";

/** The function that sends, and the name of its queue. */
export const QUEUE = "webhookDelivery";
/** How long the function may take, of which a receiver gets ten seconds. */
const DISPATCH_SECONDS = 30;

/** Cloud Tasks in us-central1, where the functions run and the SDK looks by default; or the emulator that CLOUD_TASKS_EMULATOR_HOST names. */
export function cloudTasksQueue(): DeliveryQueue {
  const app = getApps()[0] ?? initializeApp();
  const queue = getFunctions(app).taskQueue(QUEUE);
  return {
    async add(name, work) {
      try {
        await queue.enqueue(work, { id: name, dispatchDeadlineSeconds: DISPATCH_SECONDS });
      } catch (error) {
        if ((error as { code?: unknown }).code !== "functions/task-already-exists") throw error;
      }
    },
  };
}
