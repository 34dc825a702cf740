import type { components } from "../generated/openapi";
import { timeOf } from "./timeOf";

type Schemas = components["schemas"];

const percent = (share: number) => `${Math.round(share * 100)} %`;

/** What to expect of a poster, in one line. */
export function posterRecordText(
  { numbers }: Schemas["PosterRecord"],
  usually: Schemas["Task"]["posterUsually"],
): string {
  if (!numbers || !usually) return "The poster: fewer than 5 workers so far, too few to say how it decides";
  const { rejectedShare, silentShare, works } = numbers;
  return `The poster: usually decides within ${timeOf(usually.decisionSeconds)}; of ${works} works ${usually.approvedPercent} % approved, ${percent(rejectedShare)} rejected, ${percent(silentShare)} paid by its silence`;
}

/** What to expect of a worker, in one line. */
export function workerRecordText({ numbers }: Schemas["WorkHistory"]): string {
  if (!numbers) return "fewer than 5 posters so far";
  const { started, submitted, approved, abandoned } = numbers;
  return `started ${started}: ${submitted} submitted in time, ${approved} approved, ${abandoned} abandoned`;
}
