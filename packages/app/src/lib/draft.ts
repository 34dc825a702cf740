import type { NewTask } from "../../../client/src/browser";
import { VARIANTS } from "../../../../functions/src/domain/workflow/variants";
import type { ContractName, Service } from "../api";
import { linksOf } from "./links";
import { usdc } from "./text";
import { duration } from "./time";
import { amountOf } from "./units";

/** A task as it is typed: every field is text. */
export interface Draft {
  title: string;
  description: string;
  category: string;
  tags: string;
  contract: ContractName;
  mode: "instant" | "selection";
  rewardUsdc: string;
  stakeUsdc: string;
  workHours: string;
  privateDetails: string;
  /** Beside the private details, as a form holds them. */
  links: string;
  files: string;
  /** One a line. */
  criteria: string;
  /** A JSON Schema of the work, as text. */
  schema: string;
  /** What the schema is tried on; not sent. */
  sample: string;
  /** Who may approve besides the poster: an address, or `schema`; none if empty. */
  judge: string;
  /** The only wallet that may start; none for all. */
  worker: string;
  /** The service that the worker was hired from. */
  service: string;
}

export const EMPTY_DRAFT: Draft = {
  title: "",
  description: "",
  category: "other",
  tags: "",
  contract: "human",
  mode: "instant",
  rewardUsdc: "",
  stakeUsdc: "",
  workHours: "",
  privateDetails: "",
  links: "",
  files: "",
  criteria: "",
  schema: "",
  sample: "",
  judge: "",
  worker: "",
  service: "",
};

/** A draft as it was kept; an empty one for anything else. */
export function draftIn(text: string): Draft {
  try {
    return { ...EMPTY_DRAFT, ...(JSON.parse(text === "" ? "{}" : text) as Partial<Draft>) };
  } catch {
    return EMPTY_DRAFT;
  }
}

const TABLE = {
  type: "array",
  minItems: 3,
  items: {
    type: "object",
    required: ["name", "price", "source"],
    properties: {
      name: { type: "string" },
      price: { type: "number" },
      source: { type: "string", pattern: "^https://" },
    },
  },
};

/** What people post most, to begin from. */
export const TEMPLATES: readonly { name: string; draft: Partial<Draft> }[] = [
  {
    name: "Summary",
    draft: {
      title: "Write a summary",
      category: "writing",
      description: "Summarise the text, audio or video at (link) in 300 words, in plain English.",
      criteria: "Keeps every figure\nSays what it leaves out",
      schema: "",
    },
  },
  {
    name: "Translation",
    draft: {
      title: "Translate into (language)",
      category: "translation",
      description: "Translate the text, audio or video at (link) into (language).",
      criteria: "Leaves nothing out\nA native speaker does not notice that it is a translation",
      schema: "",
    },
  },
  {
    name: "Research",
    draft: {
      title: "Find (what) and compare",
      category: "research",
      description: "Find (how many) (what) and compare them: name, price, source.",
      criteria: "Each figure with its link",
      schema: JSON.stringify(TABLE, null, 2),
    },
  },
];

/** What a template leaves to be written, such as "(link)". */
const BLANKS = new Set(
  TEMPLATES.flatMap(({ draft }) => `${draft.title} ${draft.description}`.match(/\([a-z ]+\)/g) ?? []),
);

/** What of a template is still to be replaced in a text, each once, as it stands there. */
export function blanksIn(text: string): string[] {
  const all = text.match(/\([a-z ]+\)/gi) ?? [];
  return [...new Set(all.filter((one) => BLANKS.has(one.toLowerCase())))];
}

/** What is still to be replaced, by field: no template is posted as it is. */
function blankFaults(draft: Draft): Partial<Record<keyof Draft, string>> {
  const fields = ["title", "description", "criteria", "privateDetails"] as const;
  return Object.fromEntries(
    fields.flatMap((field) => {
      const left = blanksIn(draft[field]);
      return left.length === 0 ? [] : [[field, `Replace ${left.join(" and ")} with your own words.`]];
    }),
  );
}

/** A draft that hires the worker of a service. */
export function draftFor({ id, wallet, title, category, priceUsdc, turnaroundSeconds }: Service): Partial<Draft> {
  return {
    service: id,
    worker: wallet,
    mode: "selection",
    title: [...title].slice(0, MAX_TITLE).join(""),
    category,
    rewardUsdc: priceUsdc,
    stakeUsdc: "",
    workHours: turnaroundSeconds === null ? "" : String(Math.max(1, Math.ceil(turnaroundSeconds / HOUR))),
  };
}

const MAX_TITLE = 120;
const UNITS = 1_000_000;
const HOUR = 3_600;

/** An amount as it is typed, in millionths; null for what is none. */
function unitsOf(amount: string): number | null {
  if (!/^\d{1,9}(\.\d{1,6})?$/.test(amountOf(amount))) return null;
  return Math.round(Number(amountOf(amount)) * UNITS);
}

/** The stake where none is typed: a tenth of the reward, within the contract's bounds. */
export function suggestedStake({ contract, rewardUsdc }: Draft): string {
  const reward = unitsOf(rewardUsdc) ?? 0;
  const least = Number(VARIANTS[contract].minStakeUsdcUnits);
  return String(Math.max(least, Math.floor(reward / 10)) / UNITS);
}

export interface Summary {
  rewardUsdc: string;
  stakeUsdc: string;
  openSeconds: number;
  openFor: string;
  workFor: string;
  reviewFor: string;
}

/** What a draft costs and how long each step has; null while there is no reward. */
export function summaryOf(draft: Draft): Summary | null {
  if (unitsOf(draft.rewardUsdc) === null) return null;
  const { defaultWindows } = VARIANTS[draft.contract];
  return {
    rewardUsdc: amountOf(draft.rewardUsdc),
    stakeUsdc: amountOf(draft.stakeUsdc) || suggestedStake(draft),
    openSeconds: defaultWindows.open,
    openFor: duration(defaultWindows.open),
    workFor: duration(workSeconds(draft) ?? defaultWindows.work),
    reviewFor: duration(defaultWindows.review),
  };
}

function workSeconds({ workHours }: Draft): number | null {
  const hours = Number(workHours);
  return workHours.trim() !== "" && hours > 0 ? Math.round(hours * HOUR) : null;
}

/** What is wrong with a draft, by field, before anything is sent; the service checks it all again. */
export function faultsOf(draft: Draft): Partial<Record<keyof Draft, string>> {
  const { cancelFeeUsdcUnits, minStakeUsdcUnits, minStakeBps, maxStakeBps, minWindows, maxWindows } =
    VARIANTS[draft.contract];
  const faults: Partial<Record<keyof Draft, string>> = {};
  if (draft.title.trim() === "") faults.title = "Say in one line what you need.";
  if (draft.description.trim() === "") faults.description = "Tell the worker what to do.";
  Object.assign(faults, blankFaults(draft));
  const reward = unitsOf(draft.rewardUsdc);
  if (reward === null) faults.rewardUsdc = "Enter an amount, such as 20 or 12.50.";
  else if (reward <= Number(cancelFeeUsdcUnits))
    faults.rewardUsdc = `It must be more than ${usdc(String(Number(cancelFeeUsdcUnits) / UNITS))} USDC, the cancel fee.`;
  const stake = unitsOf(draft.stakeUsdc.trim() || suggestedStake(draft));
  if (reward !== null && faults.rewardUsdc === undefined) {
    const least = Math.max(Number(minStakeUsdcUnits), (reward * minStakeBps) / 10_000);
    const most = Math.max(Number(minStakeUsdcUnits), (reward * maxStakeBps) / 10_000);
    const isFree = stake === 0 && (draft.mode === "selection" || draft.worker !== "");
    if (!isFree && (stake === null || stake < least || stake > most))
      faults.stakeUsdc = `It must be between ${usdc(String(least / UNITS))} and ${usdc(String(most / UNITS))} USDC, or 0 where you select the worker.`;
  }
  const work = workSeconds(draft);
  if (draft.workHours.trim() !== "" && (work === null || work < minWindows.work || work > maxWindows.work))
    faults.workHours = `It must be between ${duration(minWindows.work)} and ${duration(maxWindows.work)}.`;
  if (draft.privateDetails.trim() === "" && draft.links.trim() !== "")
    faults.privateDetails = "Say what the links are for.";
  const needsSchema = draft.judge.trim() === "schema" && draft.schema.trim() === "";
  if (!/^(|schema|0x[0-9a-fA-F]{40})$/.test(draft.judge.trim())) faults.judge = "Enter a wallet's address, or schema.";
  else if (needsSchema) faults.judge = "It needs a JSON Schema of the work.";
  if (draft.schema.trim() !== "" && schemaOf(draft) === null) faults.schema = "It is not a JSON object.";
  return faults;
}

/** The schema as it is sent; null for what is none. */
function schemaOf({ schema }: Draft): Record<string, unknown> | null {
  try {
    const read: unknown = JSON.parse(schema);
    return typeof read === "object" && read !== null && !Array.isArray(read) ? (read as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

const listOf = (text: string, separator: string) =>
  text
    .split(separator)
    .map((one) => one.trim())
    .filter((one) => one !== "");

export const tagsOf = ({ tags }: Draft) => listOf(tags, ",");
export const criteriaOf = ({ criteria }: Draft) => listOf(criteria, "\n");

/** The draft as the service takes it. */
export function taskOf(draft: Draft): NewTask {
  const [tags, criteria, outputSchema] = [tagsOf(draft), criteriaOf(draft), schemaOf(draft)];
  const acceptance = { ...(criteria.length > 0 && { criteria }), ...(outputSchema && { outputSchema }) };
  const work = workSeconds(draft);
  const details = draft.privateDetails.trim();
  const links = linksOf(draft);
  return {
    title: draft.title.trim(),
    description: draft.description.trim(),
    category: draft.category,
    contract: draft.contract,
    mode: draft.worker === "" ? draft.mode : "selection",
    ...(draft.worker !== "" && { worker: draft.worker }),
    rewardUsdc: amountOf(draft.rewardUsdc),
    stakeUsdc: amountOf(draft.stakeUsdc) || suggestedStake(draft),
    ...(tags.length > 0 && { tags }),
    ...(Object.keys(acceptance).length > 0 && { acceptance }),
    ...(draft.judge.trim() !== "" && { judge: draft.judge.trim() }),
    ...(work !== null && { windows: { work } }),
    ...(details !== "" && { privateDetails: { text: details, ...(links.length > 0 && { links }) } }),
  };
}
