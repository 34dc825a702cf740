import diagnostics from "node:diagnostics_channel";

/**
 * What a test file subscribes to ends with it. Node's own modules are the only ones that Jest does not load anew for
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
