import { MIN_COUNTERPARTIES } from "../domain/reputation/records";
import { integer, nullable, number, object, oneOf } from "./build";
import { Usdc } from "./common";

const Count = (description: string) => integer({ minimum: 0, description });
const Share = (description: string) => number({ minimum: 0, maximum: 1, description });
const Seconds = number({ minimum: 0 });

const Status = oneOf("known", "too_few");
const FROM = `From final tasks. Wallets that paid each other for tasks do not count for one another. too_few: fewer than ${MIN_COUNTERPARTIES} are left.`;

/** What to expect of a poster. */
export const PosterRecordShown = object(
  {
    status: Status,
    numbers: nullable(
      object({
        workers: Count("Wallets whose work it received."),
        works: Count("Submitted works that it or its silence decided on."),
        decisionSeconds: object(
          { p10: Seconds, median: Seconds, p90: Seconds },
          {
            description:
              "From submitted work to its answer (approval, rejection or change request), accurate to 1/64: of one tenth at most p10, of nine tenths at most p90. Silence counts as the review window.",
          },
        ),
        approvedShare: Share("Of works: approved by the poster."),
        rejectedShare: Share("Of works: rejected, whatever a dispute changed."),
        silentShare: Share("Of works: paid because the poster missed reviewBy."),
        disputedShare: Share("Of works: rejected, and contested by the worker."),
        workersEarnedUsdc: { ...Usdc, description: "Rewards that these workers received." },
      }),
    ),
  },
  { title: "PosterRecord", description: `How a poster decides. ${FROM}` },
);

/** What to expect of a worker. */
export const WorkerRecordShown = object(
  {
    status: Status,
    numbers: nullable(
      object({
        posters: Count("Wallets that it worked for."),
        started: Count("Tasks that it started."),
        submitted: Count("Of these, those with work submitted in time."),
        approved: Count("Those whose work was approved, by the poster or its silence."),
        abandoned: Count("Those that it let expire."),
      }),
    ),
  },
  { title: "WorkHistory", description: `What a worker made of its tasks. ${FROM}` },
);

export const Average = nullable(
  number({ minimum: 1, maximum: 5, description: "To two decimal places; null if there is none." }),
);

/** An average in which each rater counts once. */
export const ByRaters = nullable(
  number({
    minimum: 1,
    maximum: 5,
    description: "To two decimal places, each rater counted once, however often it rated; null if there is none.",
  }),
);

export const Raters = Count("How many wallets rated it in this role; at most 256 are told apart.");

/** A worker's record from final tasks, in short. */
export const WorkerRecord = object(
  {
    average: ByRaters,
    raters: Raters,
    completed: Count("Its tasks whose work was approved."),
  },
  { title: "WorkerRecord" },
);
