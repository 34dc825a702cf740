import type { Report } from "./ask";

type Totals = Report["stats"]["totals"];

/** A step of the funnel: how many tasks reached it, of all and of those that reached the step before. */
export interface FunnelStep {
  name: string;
  count: number;
  ofAll: number;
  ofBefore: number | null;
}

const STEPS = ["posted", "interested", "started", "submitted", "approved"] as const;

export function funnelOf(totals: Totals): FunnelStep[] {
  return STEPS.map((name, at) => {
    const count = totals[name];
    const before = STEPS[at - 1];
    return {
      name,
      count,
      ofAll: totals.posted === 0 ? 0 : count / totals.posted,
      ofBefore: before === undefined || totals[before] === 0 ? null : count / totals[before],
    };
  });
}

/** A rate as people read it: "81 %", and "–" where there is none. */
export function rate(share: number | null): string {
  if (share === null) return "–";
  const percent = share * 100;
  return `${percent > 0 && percent < 1 ? percent.toFixed(1) : Math.round(percent)} %`;
}
