import { integer, nullable, number, object } from "./build";

export const Average = nullable(
  number({ minimum: 1, maximum: 5, description: "To two decimal places; null if there is none." }),
);

const Count = (description: string) => integer({ minimum: 0, description });

/** A worker's record from final tasks, in short. */
export const WorkerRecord = object(
  {
    average: Average,
    ratings: Count("How many ratings it received as worker."),
    completed: Count("Its tasks whose work was approved."),
  },
  { title: "WorkerRecord" },
);
