import { isStopWord, stemOf, words } from "../dataset/words";

/** Words that frame a question about the data and name no topic. */
const FRAME = new Set(
  (
    "about ask asks asked asking talk talks talking talked say says said saying tell tells think thinks thought thoughts opinion opinions feel feeling feels mention mentions mentioned contain contains containing word words phrase term " +
    "raise raised write wrote written express expressed complain complains people person persons everyone everybody anyone someone somebody users user visitors visitor customers customer clients " +
    "subscribers subscriber adopters respondents folks those these them they many much most often common commonest commonly frequent frequently popular main biggest largest key major " +
    "trending usual usually typical typically overall overview theme themes topic topics summary summarise summarize number count total share percentage percent proportion fraction " +
    "difference differences different differ differs differently compare compares compared comparing comparison versus vs opposed between among amongst across example examples quote quotes give show list find " +
    "question questions query queries chat chats conversation conversations message messages record records data dataset goal goals resolution resolutions aim aims hope hopes hoping wish wishes plan plans planning intend want wants wanted wanting need needs like " +
    "kind kinds sort sorts type types thing things way ways both rank ranking bigger larger something anything everything other others year years please more why how what which who where when whose interested interest care cares live living lives " +
    "regarding concerning related relation respect terms group groups each per said around here there reason reasons concern concerns get getting got"
  ).split(" "),
);
/** Of these, those that belong to a topic where a question says what it is about: "about the free plan". */
const NOT_AFTER_ABOUT = new Set("interest list message messages plan plans".split(" "));
/** What people have in general: no topic in "the main complaints", but one in "how many have problems?" */
const MATTERS =
  "challenges?|complaints?|concerns?|desires?|dreams?|goals?|issues?|needs?|pain|points?|problems?|questions?|reasons?|requests?|resolutions?|themes?|things?|topics?";
const MATTER = new RegExp(`^(?:${MATTERS})$`, "i");
const SPLIT = /\b(?:break|broken|breaking) (?:\w+ ){0,2}down\b|\bbreakdown\b|\bsplit by\b/gi;
const TOPIC_AFTER =
  /\b(?:about|regarding|concerning|related to|with respect to|mention(?:ed|ing|s)?|contain(?:ing|s)?|the (?:words?|phrase|term)|on the (?:topic|subject) of)\s+(.+)/i;

/** "top 5", "top complaints". */
export const TOP = new RegExp(`\\btop\\s+(?:\\d+|three|five|ten|few|(?=(?:${MATTERS})\\b))`, "i");
/** Asks for the words themselves rather than for what is meant. */
export const LITERAL =
  /\b(?:mention(?:s|ed|ing)?|contain(?:s|ed|ing)?|us(?:e|es|ed|ing) the (?:words?|phrase|term)|the (?:words?|phrase|term)\b)/i;

/** The words of a question that carry its topic, or "" where it has none; `asksMost` for one after what is largest. */
export function topicIn(said: string, columns: readonly string[], asksMost: boolean): string {
  const ofColumns = new Set(columns.flatMap((column) => words(column).map(stemOf)));
  const topical = (text: string, frames: (word: string) => boolean): string =>
    text
      .split(/[^\p{L}\p{N}'’]+/u)
      .filter((word) => {
        const plain = word.toLowerCase().replace(/['’]s$/, "");
        return (
          plain.length > 1 &&
          !frames(plain) &&
          !isStopWord(plain.replace(/['’]/g, "")) &&
          !ofColumns.has(stemOf(plain)) &&
          !(asksMost && MATTER.test(plain))
        );
      })
      .join(" ");
  const text = said.replace(TOP, " ").replace(SPLIT, " ");
  const after = TOPIC_AFTER.exec(text)?.[1] ?? "";
  const named =
    topical(after, (word) => FRAME.has(word) && !NOT_AFTER_ABOUT.has(word)) || topical(text, (word) => FRAME.has(word));
  return named === "" && LITERAL.test(said) ? after.replace(/^.*\b(?:words?|phrase|term)\s+/i, "") : named;
}
