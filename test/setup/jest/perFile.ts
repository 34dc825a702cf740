import fc from "fast-check";
import diagnostics from "node:diagnostics_channel";

/**
 * Properties draw the same cases in every run, so that a failure is caused by the change under test. `MKT_SEED` draws
 * others; the deep run (`npm run test:deep`) draws new ones each time.
 */
fc.configureGlobal({ seed: Number(process.env["MKT_SEED"] ?? 20_261_120) });

/**
 * Ends a test file's subscriptions with it. Node's own modules are the only ones that Jest does not reload for
 * each file, so a subscriber would otherwise act on the requests of every later file of the same worker.
 */
const { subscribe, unsubscribe } = diagnostics;
const subscriptions: Parameters<typeof subscribe>[] = [];

diagnostics.subscribe = (name, listener) => {
  subscriptions.push([name, listener]);
  subscribe(name, listener);
};

afterAll(() => {
  for (const [name, listener] of subscriptions) unsubscribe(name, listener);
  diagnostics.subscribe = subscribe;
});
