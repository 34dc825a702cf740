/**
 * Node's `domain` as the functions framework uses it, without its hooks: once a domain exists, they follow every promise
 * of the process, and cost the tests a fifth of their time. The errors that domains catch, which no code awaits, fail a
 * test anyway.
 */
export const create = () => ({
  on: () => undefined,
  enter: () => undefined,
  exit: () => undefined,
  run: (act: () => void) => act(),
});
