import {
  keptText,
  pastText,
  percentOf,
  posterText,
  usualText,
  workerText,
} from "../../../packages/app/src/lib/records";

const numbers = {
  workers: 5,
  works: 8,
  decisionSeconds: { p10: 60, median: 3_600, p90: 7_200 },
  approvedShare: 0.75,
  rejectedShare: 0.125,
  silentShare: 0.125,
  disputedShare: 0,
  workersEarnedUsdc: "70",
};

it("tells what to expect of a poster, and says so where too few have worked for it", () => {
  expect(posterText({ status: "known", numbers })).toBe(
    "Usually decides in about 1 hour; approved 75 % of 8 works, rejected 13 %, let the deadline pay 13 %.",
  );
  const prompt = { ...numbers, approvedShare: 1, rejectedShare: 0, silentShare: 0 };
  expect(posterText({ status: "known", numbers: prompt })).toBe(
    "Usually decides in about 1 hour; approved 100 % of 8 works.",
  );
  const quick = { ...prompt, decisionSeconds: { p10: 0, median: 2, p90: 3 } };
  expect(posterText({ status: "known", numbers: quick })).toMatch(/^Usually decides within a minute;/);
  expect(posterText({ status: "too_few", numbers: null })).toMatch(/shown after work by 5 workers/);
  expect([usualText({ decisionSeconds: 3_600, approvedPercent: 75 }), usualText(null)]).toEqual([
    "Usually decides in about 1 hour",
    null,
  ]);
  const past = { posted: 9, cancelled: 1, rejectionsOverturned: 0, medianReviewHours: 2 };
  expect([
    pastText({ ...past, completed: 6, rejected: 2 }),
    pastText({ ...past, completed: 1, rejected: 0 }),
    pastText({ ...past, completed: 0, rejected: 0 }),
  ]).toEqual(["6 approved, 2 rejected", "1 approved, 0 rejected", "No work decided yet"]);
});

it("tells a poster what to expect of a worker, abandoned tasks among it", () => {
  expect(
    workerText({ status: "known", numbers: { posters: 5, started: 7, submitted: 6, approved: 5, abandoned: 1 } }),
  ).toBe("Started 7 tasks: 6 submitted in time, 5 approved, 1 abandoned.");
  expect(workerText({ status: "too_few", numbers: null })).toBe(
    "What to expect of this worker is shown after work for 5 posters.",
  );
});

it("says how the market kept its promise, also where it did not", () => {
  const kept = (decided: number, decidedByDeadlineShare: number | null) =>
    keptText({ decided, decidedByDeadlineShare });
  expect([kept(15, 1), kept(1, 1), kept(15, 0.9333), kept(0, null)]).toEqual([
    "All 15 tasks with delivered work ended as agreed.",
    "The one task with delivered work ended as agreed.",
    "93.3 % of 15 tasks with delivered work ended as agreed.",
    null,
  ]);
});

it("calls no share all of it that is not", () => {
  expect([percentOf(0.99999), percentOf(1), percentOf(0)]).toEqual(["99.9 %", "100 %", "0 %"]);
});
