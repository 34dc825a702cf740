/** The worker thread that evaluates schemas: a separate file next to the bundle. */
import { parentPort } from "node:worker_threads";
import { failures, mistakes } from "./evaluate";
import type { Evaluation } from "./schemaThread";

parentPort!.on("message", ({ schema, output }: Evaluation) => {
  void (output === undefined ? mistakes(schema) : failures(schema, output)).then((found) =>
    parentPort!.postMessage(found),
  );
});
parentPort!.postMessage("ready");
