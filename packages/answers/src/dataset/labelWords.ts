import { stemOf } from "./words";

/** Words that say what a text is about too broadly to name more than what nothing else names. */
export const BROAD: ReadonlySet<string> = new Set(
  "life goal tweet girl guy boy man woman person body world change hate meet finish talk work focus mind date follow care people"
    .split(" ")
    .map(stemOf),
);
/** Words that name nothing alone. */
export const NOISE: ReadonlySet<string> = new Set([
  ...BROAD,
  ..."january february march april may june july august september october november december birthday christmas weekend back least eve luck item way bit kind sort part case number amount type reason idea problem question issue information tomorrow today tonight week month hour minute morning evening boss word quick show help see become resolve give call say tell hope try look feel believe need want ask use add come happen mean put turn seem leave let bring hold send set excuse welcome hand wish name mine other self place face list step one option process info detail dozen percent couple mistake moment side end pair set full ones everyone nothing cause place worth heres self take keep think continue decide wonder"
    .split(" ")
    .map(stemOf)
    .concat(["quick question", "no excus"]),
]);
/** Nouns that say too little to name a theme alone, however many records hold them. */
export const LIGHT: ReadonlySet<string> = new Set(
  [...NOISE, ..."day time year thing past human".split(" ").map(stemOf)].filter(
    (stem) => !["tweet", "follow"].includes(stem),
  ),
);
/** What people do that needs no object, and is a noun by itself: a person would name a theme so. */
export const ACTIVITIES: ReadonlySet<string> = new Set(
  `eating drinking reading writing running walking travelling traveling smoking sleeping dating exercising complaining smiling talking worrying dying fighting winning cooking baking swimming dancing singing speaking shopping cycling biking hiking climbing camping fishing gaming painting drawing knitting sewing gardening cleaning meditating volunteering networking partying swearing cursing gossiping procrastinating texting tweeting blogging studying teaching training driving flying budgeting banking praying crying laughing kissing hugging flirting napping showering bathing jogging exercising snacking overeating dieting fasting
  lying cheating arguing joking cussing aging ageing snoring bowling skating skiing surfing boxing sailing rowing parenting mentoring tutoring coaching
  coding programming commuting invoicing bookkeeping accounting translating booking marketing recruiting investing trading pricing parking shipping advertising`.split(
    /\s+/,
  ),
);
/** Whom a text is about: in the plural, such a noun says enough. */
export const PERSONS: Readonly<Record<string, string>> = {
  girl: "girls",
  guy: "guys",
  boy: "boys",
  man: "men",
  woman: "women",
  person: "people",
  human: "humans",
};
/** In a name, what stands for all that something is done with, and for all with whom: its records need not hold it. */
export const ANYTHING = ["something", "someone"] as const;
/** A name as a question may ask for it: "losing" for "losing something". */
export const askedFor = (label: string): string =>
  standsForAny(label)
    ? (label.split(" ").find((word) => word.endsWith("ing") && word !== ANYTHING[0]) ?? label)
    : label;
/** True for a name with such a word. */
export const standsForAny = (label: string): boolean => ANYTHING.some((word) => label.split(" ").includes(word));
