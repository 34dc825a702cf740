import { integer, nullable, number, object } from "./build";
import { Time, Usdc } from "./common";

export const Count = integer({ minimum: 0 });
const Median = nullable(number({ minimum: 0, description: "Accurate to 1/64; null if there is none." }));
/** The published numbers of a group of tasks. */
export const MarketNumbers = {
  open: { ...Count, description: "Open tasks now, expired ones included until they are closed." },
  posted: Count,
  started: Count,
  approved: Count,
  settled: Count,
  paidUsdc: { ...Usdc, description: "Rewards of approved tasks." },
  decided: { ...Count, description: "Submitted works that were paid, refunded or ruled on." },
  decidedByDeadlineShare: nullable(
    number({
      minimum: 0,
      maximum: 1,
      description:
        "Of decided: those where each step came by its deadline, or after a missed one as the terms state for it. Null without one.",
    }),
  ),
  bySilenceUsdc: {
    ...Usdc,
    description: "What went to a poster, worker or arbiter because it missed its own deadline, its own stake left out.",
  },
  medianToStartSeconds: { ...Median, description: "From posted to started." },
  medianToApproveSeconds: { ...Median, description: "From posted to approved." },
  medianRewardUsdc: nullable(Usdc),
};

/** The conversion of all tasks in one report. */
export const MarketMonth = object(
  {
    from: Time,
    to: { ...Time, description: "Exclusive. A month with too few wallets is merged with the next one." },
    posted: { ...Count, description: "Tasks whose outcome became known in these months." },
    started: Count,
    submitted: Count,
    approved: Count,
    postToApprove: nullable(number({ minimum: 0, maximum: 1, description: "approved / posted" })),
  },
  { title: "MarketMonth" },
);
