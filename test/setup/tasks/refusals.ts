import { Refusal } from "../../../functions/src/domain/errors";

function caught(act: () => unknown): Refusal | null {
  try {
    act();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  return null;
}

/** The refusal that a call throws; any other error, or none, fails the test. */
export function refusalOf(act: () => unknown): Refusal {
  const refusal = caught(act);
  if (!refusal) throw new Error("nothing was refused");
  return refusal;
}

/** The code of the refusal that a call throws, or `none`. */
export const codeOf = (act: () => unknown): string => caught(act)?.code ?? "none";
