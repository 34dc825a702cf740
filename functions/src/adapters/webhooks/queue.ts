import { getApps, initializeApp } from "firebase-admin/app";
import { getFunctions } from "firebase-admin/functions";
import type { DeliveryQueue } from "../../ports/webhooks";

/** The function that sends, and the name of its queue. */
export const QUEUE = "webhookDelivery";
/** How long the function may take, of which a receiver gets ten seconds. */
const DISPATCH_SECONDS = 30;

/** Cloud Tasks, or the emulator that CLOUD_TASKS_EMULATOR_HOST names. */
export function cloudTasksQueue(region: string): DeliveryQueue {
  const app = getApps()[0] ?? initializeApp();
  const queue = getFunctions(app).taskQueue(`locations/${region}/functions/${QUEUE}`);
  return {
    async add(name, delivery) {
      try {
        await queue.enqueue(delivery, { id: name, dispatchDeadlineSeconds: DISPATCH_SECONDS });
      } catch (error) {
        if ((error as { code?: unknown }).code !== "functions/task-already-exists") throw error;
      }
    },
  };
}
