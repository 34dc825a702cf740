import { createRequire } from "node:module";
import type { Background } from "./background";
import { EMPTY, OURS, startFunction, type FirstRequest, type Target } from "./programs";
import { QUESTION, settings } from "./settings";
import { median, type Figure } from "./table";

interface Start {
  what: string;
  target: Target;
  first: FirstRequest;
  /** Times an empty function's start. */
  most: number;
}

type Asked = Pick<FirstRequest, "body" | "status"> & { does: string; most?: number };

const MOST = 1.5;
const EMPTY_START = "cold start, empty function";

const quotes: Asked = { does: "quotes", body: QUESTION, status: 402, most: 1.25 };
const refuses: Asked = { does: "refuses", body: "{}", status: 400 };
const answers: Asked = { does: "answers", body: "{}", status: "any" };
/** What a function is asked first; one that is not listed is sent an empty body, whatever it says to that. */
const FIRST: Record<string, Asked[]> = {
  demandInsights: [quotes],
  aiEarlyAdoptersGoals: [quotes],
  agentConversions: [{ ...quotes, body: JSON.stringify({ filters: { aggregate: "agent" } }) }],
  x402Feedback: [refuses, { does: "stores", body: JSON.stringify({ message: "bench" }), status: 200 }],
  paymentFinality: [{ does: "runs", body: "{}", status: 200 }],
};

/** Every deployed function's time from the start of its process to its first answer, as a multiple of an empty one's. */
export async function benchColdStart({ firestoreHost, rpcUrl }: Background, rounds: number): Promise<Figure[]> {
  const env = settings({ firestoreHost, rpcUrl });
  const starts = functionNames().flatMap((name): Start[] =>
    (FIRST[name] ?? [answers]).map(({ does, body, status, most = MOST }) => ({
      what: `cold start, ${name} ${does}`,
      target: { source: OURS, name },
      first: { body, status, env },
      most,
    })),
  );
  const empty: Start = { what: EMPTY_START, target: EMPTY, first: { body: "{}", status: 200 }, most: 1 };

  const times = new Map<string, number[]>();
  for (let round = 0; round < rounds; round++) {
    const order = [empty, ...starts];
    for (const { what, target, first } of round % 2 ? order.reverse() : order) {
      const program = await startFunction(target, first);
      await program.stop();
      times.set(what, [...(times.get(what) ?? []), program.firstAnswerMs]);
    }
  }
  const emptyTimes = times.get(EMPTY_START) ?? [];
  return [
    { what: EMPTY_START, value: median(emptyTimes), unit: "ms" },
    ...starts.map(({ what, most }) => {
      const own = times.get(what) ?? [];
      const ratios = own.map((ms, round) => ms / (emptyTimes[round] ?? NaN));
      return { what, value: median(ratios), unit: "×", beside: `${median(own).toFixed(0)} ms`, goal: { most } };
    }),
  ];
}

/** What there is to deploy, read from the built file as the Firebase CLI reads it. */
function functionNames(): string[] {
  return Object.keys(createRequire(OURS)(OURS) as object);
}
