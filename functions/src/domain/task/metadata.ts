import { brokenAcceptanceRules, tidyAcceptance, type Acceptance } from "../acceptance";
import { canonicalKeccak256 } from "../canonical";
import type { FieldError } from "../errors";
import type { Hex } from "../keccak";
import { brokenPublicRule, tidy } from "../text";

/** Maximum characters of public texts, and the maximum number of tags. */
export const MAX_TITLE = 120;
export const MAX_DESCRIPTION = 10_000;
/** For a category or an industry. */
export const MAX_LABEL = 40;
export const MAX_TAG = 32;
export const MAX_TAGS = 10;

/** A task's public metadata, in addition to its terms. Members that were not given are absent: the object is hashed as is. */
export interface TaskMetadata {
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly industry?: string;
  readonly country?: string;
  readonly tags?: readonly string[];
  /** The only worker that the poster means to select: an address. */
  readonly reservedFor?: string;
  /** What finished work must be, if the poster says so. */
  readonly acceptance?: Acceptance;
  /** keccak256 of the private details, if any. */
  readonly privateDetailsHash?: Hex;
}

/** The texts, of which each has its own field in requests and answers. */
export type TextName = Exclude<keyof TaskMetadata, "acceptance" | "privateDetailsHash">;

/** How each public text is written, in the order in which answers list them; null where the schema says it all. */
const RULES: Readonly<Record<TextName, { layout: "line" | "lines"; max: number } | null>> = {
  title: { layout: "line", max: MAX_TITLE },
  description: { layout: "lines", max: MAX_DESCRIPTION },
  category: { layout: "line", max: MAX_LABEL },
  industry: { layout: "line", max: MAX_LABEL },
  country: null,
  tags: { layout: "line", max: MAX_TAG },
  reservedFor: null,
};
const TEXT_NAMES = Object.keys(RULES) as TextName[];

/** The on-chain hash of a task's public metadata: keccak256 of its RFC 8785 form. */
export function metadataHash(metadata: TaskMetadata): Hex {
  return canonicalKeccak256(metadata);
}

/** The metadata as it is stored and hashed: one spelling for what reads the same, and no empty or unknown members. */
export function tidyMetadata(given: TaskMetadata): TaskMetadata {
  const { acceptance, privateDetailsHash } = given;
  const texts = TEXT_NAMES.flatMap((name) => {
    const [value, rule] = [given[name], RULES[name]];
    if (value === undefined) return [];
    const tidied = (text: string) => (rule ? tidy(text, rule.layout) : text);
    return [[name, typeof value === "string" ? tidied(value) : [...new Set(value.map(tidied))]]];
  });
  return {
    ...Object.fromEntries(texts),
    ...(acceptance && { acceptance: tidyAcceptance(acceptance) }),
    ...(privateDetailsHash !== undefined && { privateDetailsHash }),
  } as TaskMetadata;
}

/** What is wrong with the metadata; `at` is the JSON Pointer to it in the request. */
export function brokenMetadataRules(given: TaskMetadata, at: string): FieldError[] {
  const texts = TEXT_NAMES.flatMap((name) => {
    const [value, rule] = [given[name], RULES[name]];
    if (value === undefined || rule === null) return [];
    const texts: [string, string][] =
      typeof value === "string"
        ? [[`${at}/${name}`, value]]
        : value.map((text, index) => [`${at}/${name}/${index}`, text]);
    return texts.flatMap(([pointer, text]) => {
      const message = brokenPublicRule(text, rule.layout, rule.max);
      return message === null ? [] : [{ pointer, message }];
    });
  });
  return [...texts, ...(given.acceptance ? brokenAcceptanceRules(given.acceptance, `${at}/acceptance`) : [])];
}

/** The public texts as answers show them: null where one is missing. */
export function metadataTexts(metadata: TaskMetadata | null) {
  const texts = TEXT_NAMES.map((name) => [
    name,
    name === "tags" ? [...(metadata?.tags ?? [])] : (metadata?.[name] ?? null),
  ]);
  return Object.fromEntries(texts) as { [Name in TextName]: Name extends "tags" ? string[] : string | null };
}
