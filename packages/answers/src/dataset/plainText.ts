/** Good wishes, whose words are no topics. */
const WISH =
  /\b(?:happy|merry|blessed)[\s#]*(?:new[\s'’]*years?(?:['’]?s)?(?:\s*eve)?|nye|birthday|b-?day|anniversary|christmas|xmas|holidays?|easter|thanksgiving|halloween|weekend|(?:mon|tues|wednes|thurs|fri|satur|sun)day)/gi;
/** Exercise, which must not count as work. */
const WORK_OUT = /\bwork(?:s|ed|ing)?[- ]?out\b/gi;

/** A text without wishes, and with words that belong together as one: it says what the text is about by its words alone. */
export const plainText = (text: string): string => text.replace(WISH, " ; ").replace(WORK_OUT, "workout");
