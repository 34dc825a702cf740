/** In the place of the evaluator: hangs, fills its heap, or lists its environment, as the schema's title says. */
import { parentPort } from "node:worker_threads";

parentPort!.on("message", ({ schema }: { schema: { title?: string } }) => {
  while (schema.title === "HANG");
  const filled: number[][] = [];
  while (schema.title === "FILL") filled.push(new Array<number>(1e5).fill(1));
  parentPort!.postMessage(schema.title === "ENVIRONMENT" ? Object.keys(process.env) : []);
});
parentPort!.postMessage("ready");
