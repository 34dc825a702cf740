/**
 * Node's `domain` as the functions framework uses it, without its hooks: once one domain was made, they follow every promise
 * of the process, and cost the tests a fifth of their time. What a domain is there for, an error that nobody awaits, fails a
 * test anyway.
 */
export const create = () => ({
  on: () => undefined,
  enter: () => undefined,
  exit: () => undefined,
  run: (act: () => void) => act(),
});
