/** Run by bundle.test.ts as a process of its own: checks one output, and does nothing to end the process. */
import { SchemaThread } from "../../../functions/src/adapters/outputSchema/schemaThread";

const thread = new SchemaThread({ log: { warn: (event) => process.stderr.write(event) } });
const started = performance.now();
void thread.failures({ items: { pattern: "^a+$" } }, ["b"], "a").then(async (first) => {
  const between = performance.now();
  const second = await thread.failures({ items: { pattern: "^a+$" } }, ["aa"], "a");
  const [startMs, ms] = [between - started, performance.now() - between];
  process.stdout.write(JSON.stringify({ first, second, startMs, ms }));
});
