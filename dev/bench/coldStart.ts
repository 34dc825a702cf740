import { createRequire } from "node:module";
import type { Background } from "./background";
import { EMPTY, OURS, processorSeconds, startFunction, type FirstRequest, type Target } from "./programs";
import { PROJECT, QUESTION, settings } from "./settings";
import { publishStock } from "./stock";
import { median, type Figure, figure } from "./table";

interface Start {
  what: string;
  target: Target;
  first: FirstRequest;
  /** Times an empty function's start. */
  most: number;
}

type Asked = Pick<FirstRequest, "body" | "status"> & { does: string; most?: number };

const MAX_RATIO = 1.5;
/** For functions whose first answer opens Firestore. */
const MAX_RATIO_WITH_FIRESTORE = 1.8;
/** An empty function starts before every few others, so that both find the machine as busy. */
const EMPTY_EVERY = 4;

const quotes: Asked = { does: "quotes", body: QUESTION, status: 402, most: MAX_RATIO_WITH_FIRESTORE };
const refuses: Asked = { does: "refuses", body: "{}", status: 400 };
const answers: Asked = { does: "answers", body: "{}", status: "any" };
const looksUp: Asked = { does: "looks up", body: "{}", status: "any", most: MAX_RATIO_WITH_FIRESTORE };
/** Started by a write to the database: it answers no request. */
const TRIGGER = "webhookDispatch";
/** What a function is asked first; one that is not listed is sent an empty body, whatever it says to that. */
const FIRST: Record<string, Asked[]> = {
  demandInsights: [quotes],
  aiEarlyAdoptersGoals: [quotes],
  agentConversions: [{ ...quotes, body: JSON.stringify({ filters: { aggregate: "agent" } }) }],
  x402Feedback: [
    refuses,
    { does: "stores", body: JSON.stringify({ message: "bench" }), status: 200, most: MAX_RATIO_WITH_FIRESTORE },
  ],
  mktAgentRevokeSession: [looksUp],
  mktSessions: [looksUp],
  mktAccounting: [looksUp],
  mktWebhooksStatus: [looksUp],
  ledger: [looksUp],
  events: [looksUp],
  paymentFinality: [{ does: "runs", body: "{}", status: 200, most: MAX_RATIO_WITH_FIRESTORE }],
};

/**
 * The time of every function that answers requests from the start of its process to its first answer, as a multiple of
 * an empty one's.
 */
export async function benchColdStart({ firestoreHost, rpcUrl }: Background, rounds: number): Promise<Figure[]> {
  await publishStock(firestoreHost, PROJECT);
  const env = settings({ firestoreHost, rpcUrl });
  const starts = functionNames().flatMap((name): Start[] =>
    (FIRST[name] ?? [answers]).map(({ does, body, status, most = MAX_RATIO }) => ({
      what: `cold start, ${name} ${does}`,
      target: { source: OURS, name },
      first: { body, status, env },
      most,
    })),
  );

  const empties: Measured[] = [];
  const seen = new Map(
    starts.map(({ what }) => [what, { ms: [] as number[], ratios: [] as number[], processor: [] as number[] }]),
  );
  for (let round = 0; round < rounds; round++) {
    for (const [at, { what, target, first }] of (round % 2 ? starts.toReversed() : starts).entries()) {
      if (at % EMPTY_EVERY === 0) empties.push(await measured(EMPTY, { body: "{}", status: 200 }));
      const [one, empty] = [await measured(target, first), empties.at(-1)];
      seen.get(what)?.ms.push(one.ms);
      seen.get(what)?.ratios.push(one.ms / (empty?.ms ?? NaN));
      seen.get(what)?.processor.push(one.processorSeconds / (empty?.processorSeconds ?? NaN));
    }
  }
  return [
    figure("cold start, empty function", median(empties.map(({ ms }) => ms)), "ms"),
    ...starts.map(({ what, most }) => {
      const { ms, ratios, processor } = seen.get(what) ?? { ms: [], ratios: [], processor: [] };
      const beside = `${median(ms).toFixed(0)} ms, ${median(processor).toFixed(2)} × by processor time`;
      return figure(what, median(ratios), "×", { most }, beside);
    }),
  ];
}

interface Measured {
  ms: number;
  /** What it took of a processor, which varies less on a busy machine. */
  processorSeconds: number;
}

async function measured(target: Target, first: FirstRequest): Promise<Measured> {
  const program = await startFunction(target, first);
  const used = processorSeconds(program.pid);
  await program.stop();
  return { ms: program.firstAnswerMs, processorSeconds: used };
}

/** What there is to deploy, read from the built file as the Firebase CLI reads it. */
function functionNames(): string[] {
  return Object.keys(createRequire(OURS)(OURS) as object).filter((name) => name !== TRIGGER);
}
