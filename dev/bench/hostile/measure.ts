import { readFileSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { text } from "node:stream/consumers";
import type { Program } from "../programs";
import { median } from "../table";
import { question, times, type Case } from "./case";

const TRIES = 5;

export async function inOrder<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await act(item));
  return results;
}

interface Reply {
  status: number;
  ms: number;
}

/** Milliseconds from the first byte sent to the last one received. */
function send(
  url: string,
  { body = "", method = "POST", path = "/", headers = {}, chunked = false }: Case,
): Promise<Reply> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(new URL(url).origin, {
      method,
      path,
      agent: false,
      headers: {
        "content-type": "application/json",
        ...(method === "POST" && !chunked && { "content-length": String(Buffer.byteLength(body)) }),
        ...headers,
      },
    });
    sent.on(
      "response",
      (response) =>
        void text(response).then(() => resolve({ status: response.statusCode ?? 0, ms: performance.now() - started })),
    );
    sent.on("error", reject);
    if (method === "GET") sent.end();
    else if (headers["expect"]) sent.on("continue", () => sent.end(body)).flushHeaders();
    else sent.end(body);
  });
}

function residentMiB(pid: number, field: "VmRSS" | "VmHWM"): number {
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

/** What a case costs: the median time of five runs, and their highest memory. */
export async function measure(program: Program, one: Case): Promise<{ status: number; ms: number; mib: number }> {
  const plain: Case = { what: "", target: one.target, body: "{}" };
  // The first of its kind compiles what it runs.
  await send(program.url, one);
  let [status, mib] = [0, 0];
  const ms: number[] = [];
  for (let tried = 0; tried < TRIES; tried++) {
    await send(program.url, plain);
    // The kernel forgets the highest memory so far.
    writeFileSync(`/proc/${program.pid}/clear_refs`, "5");
    const before = residentMiB(program.pid, "VmRSS");
    const reply = await send(program.url, one);
    mib = Math.max(mib, residentMiB(program.pid, "VmHWM") - before);
    status = reply.status;
    ms.push(reply.ms);
  }
  return { status, ms: median(ms), mib };
}

/** What 200 clients that send one byte of a body and then nothing cost the others: a quote's time meanwhile, and memory. */
export async function beside(program: Program): Promise<{ status: number; ms: number; mib: number }> {
  const { hostname, port } = new URL(program.url);
  writeFileSync(`/proc/${program.pid}/clear_refs`, "5");
  const before = residentMiB(program.pid, "VmRSS");
  const slow = times(200, () => connect(Number(port), hostname).on("error", () => undefined));
  for (const socket of slow)
    socket.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{");
  await sleep(1_000);
  const { status, ms } = await send(program.url, { what: "", target: "", body: question });
  for (const socket of slow) socket.destroy();
  return { status, ms, mib: residentMiB(program.pid, "VmHWM") - before };
}

/** What 80 of the same at once cost: the time of the last, and the memory of all. */
export async function together(program: Program, one: Case): Promise<{ status: number; ms: number; mib: number }> {
  writeFileSync(`/proc/${program.pid}/clear_refs`, "5");
  const before = residentMiB(program.pid, "VmRSS");
  const replies = await Promise.all(times(80, () => send(program.url, one)));
  return {
    status: replies[0]?.status ?? 0,
    ms: Math.max(...replies.map(({ ms }) => ms)),
    mib: residentMiB(program.pid, "VmHWM") - before,
  };
}
