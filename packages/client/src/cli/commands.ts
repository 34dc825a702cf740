import type { NextAction } from "../tasks/taskKey";

/** The command for each step that `_nextAction` can name; ID stands for the task. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  interest: ["task work interest ID"],
  start: ["task work stake ID"],
  submit: ["task work submit ID --text …"],
  resubmit: ["task work read ID", "task work resubmit ID --text …"],
  anchorResubmission: ["task work anchor ID"],
  contest: ["task work contest ID --text …", "task work concede ID"],
  concede: ["task work concede ID"],
  rateAndClaim: ["task work rate ID --rating 1-5 --comment …"],
  approveByJudge: ["task judge read ID", "task judge approve ID --submission HASH"],
  hire: ["task decide select ID WORKER"],
  select: ["task decide interests ID", "task decide select ID WORKER"],
  approve: judging(),
  approveDuringChanges: judging(),
  reject: judging(),
  requestChanges: judging(),
  fundMore: ["task fund-more ID --reward USDC"],
  cancel: ["task decide cancel ID"],
  withdraw: ["withdraw"],
  answer: ["dispute show ID", "dispute answer ID --text …"],
  rule: ["rule show ID", "rule give ID --share 0-10000 --reason …"],
  search: ["task list"],
};

function judging(): string[] {
  const work = "--submission HASH";
  const judgement = `${work} --rating 1-5 --comment …`;
  return [
    "task decide read ID",
    `task decide approve ID ${judgement}`,
    `task decide reject ID ${judgement}`,
    `task decide changes ID ${work} --reason …`,
  ];
}

/** The commands that take a step or show what it needs; none if there is nothing to do but wait. */
export function commandsFor({ actor, action, body }: NextAction): string[] {
  const { taskId = "ID", contract } = (body ?? {}) as { taskId?: string; contract?: string };
  const templates = COMMANDS[action] ?? (actor === "anyone" ? ["task end ID"] : []);
  const deployment = contract === undefined || contract === "human" ? "" : ` --contract ${contract}`;
  // A credit is of a deployment, not of a task.
  return templates.map((template) =>
    /\bID\b/.test(template)
      ? `mkt ${template.replace(/\bID\b/, () => `${taskId}${deployment}`)}`
      : `mkt ${template}${deployment}`,
  );
}

/** The option or argument behind each field of a request. */
const OPTIONS: Readonly<Record<string, string>> = {
  query: "the question",
  "filters/aggregate": "<aggregate>",
  "filters/country": "--country",
  "filters/category": "--category",
  "filters/industry": "--industry",
  rewardUsdc: "--reward",
  stakeUsdc: "--stake",
  openUntil: "--open-for",
  maxChangeRounds: "--rounds",
  judge: "--judge",
  "privateDetails/text": "--private",
  "privateDetails/links": "--private-link",
  links: "--link",
  message: "--text",
  etaSeconds: "--eta",
  samples: "--sample",
  priceUsdc: "--price",
  turnaroundSeconds: "--turnaround",
  maxPriceUsdc: "--max-price",
  minRating: "--min-rating",
  submissionHash: "--submission",
  worker: "the worker (--worker or <worker>)",
  taskId: "<id>",
  id: "<id>",
  addresses: "--wallet",
  minRewardUsdc: "--min-reward",
  maxRewardUsdc: "--max-reward",
  closesBefore: "--closes-before",
  decidedWithinHours: "--decided-within",
  minApprovedPercent: "--min-approved",
  workerShareBps: "--share",
  forfeitStake: "--forfeit",
  q: "the words",
  "filter/q": "--words",
  url: "<url>",
};
const SAME_NAME = [
  "title",
  "description",
  "category",
  "industry",
  "country",
  "tags",
  "text",
  "reason",
  "rating",
  "comment",
  "from",
  "to",
  "role",
  "type",
  "contract",
  "limit",
  "cursor",
  "format",
  "mode",
  "wallet",
  "tag",
  "poster",
  "status",
  "sort",
  "types",
  "scope",
];

/** The option behind the field that a JSON pointer names; null if the user did not set that field. */
export function optionAt(pointer: string): string | null {
  const parts = pointer.split("/").slice(1);
  const [field = ""] = parts;
  if (field === "output") return ["--output", ...parts.slice(1)].join("/").replace("/", " /");
  if (parts[1] === "outputSchema") return ["--output-schema", ...parts.slice(2)].join("/").replace("/", " /");
  if (parts[1] === "criteria") return "--criteria";
  if (field === "windows") return `--window ${parts[1] ?? ""}`.trim();
  const own = OPTIONS[parts.slice(0, 2).join("/")];
  if (own === undefined && field === "filter" && parts.length > 1) return optionAt(`/${parts.slice(1).join("/")}`);
  return own ?? OPTIONS[field] ?? (SAME_NAME.includes(field) ? `--${field}` : null);
}
