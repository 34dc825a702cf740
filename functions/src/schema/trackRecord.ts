import { integer, nullable, number, object } from "./build";

export const Average = nullable(
  number({ minimum: 1, maximum: 5, description: "To two decimal places; null if there is none." }),
);

const Count = (description: string) => integer({ minimum: 0, description });

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
