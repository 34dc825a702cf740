/**
 * Kills the process groups of a parent that died. The parent writes "+<group>" and "-<group>" lines to this
 * program's standard input; when that closes, for whatever reason (also kill -9), what is left is ended.
 */
import { createInterface } from "node:readline";

/** @type {Set<number>} */
const groups = new Set();
/** @param {NodeJS.Signals | 0} name */
const signal = (name) => {
  for (const group of groups) {
    try {
      process.kill(-group, name);
    } catch {
      groups.delete(group);
    }
  }
};

for await (const line of createInterface({ input: process.stdin })) {
  const group = Number(line.slice(1));
  if (line.startsWith("+")) groups.add(group);
  else groups.delete(group);
}
signal("SIGTERM");
for (let i = 0; i < 50 && groups.size > 0; i++) {
  await new Promise((resolve) => setTimeout(resolve, 100));
  signal(0);
}
signal("SIGKILL");
