import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { BACK_OFF, MAX_ATTEMPTS } from "../../functions/src/domain/webhooks/delivery";
import type { QueuedWork } from "../../functions/src/ports/events";
import { freePort } from "./ports";

/** What this project uses of the Firebase CLI's emulator of Cloud Tasks, which exports no types for it. */
interface TasksEmulator {
  start(): Promise<void>;
  stop(): Promise<void>;
}
type TasksEmulatorClass = new (args: { host: string; port: number }) => TasksEmulator;

/** Cloud Tasks as the Firebase CLI emulates it, without the CLI around it. */
export interface LocalTaskQueue {
  /** What CLOUD_TASKS_EMULATOR_HOST must name. */
  host: string;
  close(): Promise<void>;
}

/** Starts the emulator with one queue, whose tasks `handle` gets; false has a task tried again after a pause. */
export async function startTaskQueue(
  {
    project,
    name,
    minBackoffSeconds = BACK_OFF.minSeconds,
  }: { project: string; name: string; minBackoffSeconds?: number },
  handle: (task: QueuedWork, retries: number) => Promise<boolean>,
): Promise<LocalTaskQueue> {
  // The package exports no types for this file.
  const file = "firebase-tools/lib/emulator/tasksEmulator";
  const { TasksEmulator } = (await import(file)) as { TasksEmulator: TasksEmulatorClass };
  const worker = createServer((request, response) => {
    void bodyOf(request)
      .then(({ data }) => handle(data, Number(request.headers["x-cloudtasks-taskretrycount"])))
      .catch(() => false)
      .then((isDone) => response.writeHead(isDone ? 204 : 503).end());
  });
  await new Promise<void>((done) => worker.listen(0, "127.0.0.1", done));
  const port = await freePort(9_600, new Set());
  const emulator = new TasksEmulator({ host: "127.0.0.1", port });
  await emulator.start();
  const host = `127.0.0.1:${port}`;
  const created = await fetch(`http://${host}/projects/${project}/locations/us-central1/queues/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      defaultUri: `http://127.0.0.1:${(worker.address() as AddressInfo).port}/`,
      // A task that waits for its next attempt keeps its place here, which it would not do in Cloud Tasks.
      rateLimits: { maxConcurrentDispatches: 5_000 },
      retryConfig: { maxAttempts: MAX_ATTEMPTS, minBackoffSeconds, maxDoublings: BACK_OFF.doublings },
    }),
  });
  if (!created.ok) throw new Error(`The task queue could not be created: ${await created.text()}`);
  return {
    host,
    close: async () => {
      await emulator.stop();
      worker.closeAllConnections();
      worker.close();
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<{ data: QueuedWork }> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString()) as { data: QueuedWork };
}
