import { stemOf } from "../dataset/words";
import type { GuideColumn } from "../guide";
import { nameWords } from "./names";

const set = (text: string): ReadonlySet<string> => new Set(text.split(" ").map(stemOf));

/** What columns hold by their names, and the words by which questions mean them without naming them. */
const CONCEPTS: readonly (readonly [names: ReadonlySet<string>, words: ReadonlySet<string>])[] = [
  [
    set(
      "price cost amount fee salary wage income revenue funding fund goal pledged budget fare spend value loan pay rent usd eur gbp dollar",
    ),
    set(
      "price priced pricey cost costs costly expensive cheap cheaper cheapest dear dearer dearest pay pays paid spend spent money charge affordable budget worth earn salary",
    ),
  ],
  [
    set("duration length time second minute hour day runtime playtime night week period wait delay tenure experience"),
    set(
      "long longer longest last lasted lasting length short shorter shortest brief duration time quick slow minute hour day wait stay stayed",
    ),
  ],
  [
    set("size employee team headcount staff participant passenger people crew attendee member student"),
    set(
      "size headcount big bigger biggest small smaller smallest large larger largest people employee staff worker workforce",
    ),
  ],
  [
    set("like thumb upvote vote helpful score retweet favorite favourite share view reply point comment reputation"),
    set("like liked vote upvote popular popularity helpful useful shared retweeted views engagement score"),
  ],
  [
    set("rating star score point grade overall mark satisfaction nps review quality"),
    set(
      "rated rating rate star score mark point grade graded best better good worst worse bad satisfied satisfaction liked happy happier happiest unhappy",
    ),
  ],
  [
    set("difficulty effort hardness complexity challenge"),
    set("hard harder hardest tough tougher toughest difficult difficulty easy easier easiest demanding challenging"),
  ],
  [set("age birth"), set("age aged old older oldest young younger youngest")],
  [
    set("date year month day quarter decade time season week weekday hour period"),
    set(
      "when trend trends trending time year yearly month monthly decade change changed rise risen rising grow grown growing increase increased decrease decline declined drop dropped fall fell fallen evolve evolved history recent recently lately since annual annually",
    ),
  ],
  [
    set(
      "country city state region location origin place site county area branch store office nation district province neighbourhood neighborhood continent town",
    ),
    set("where place location country nation region city state area based located live living located"),
  ],
  [set("gender sex"), set("gender sex men women male female")],
  [
    set("type kind category topic genre style class group species subject sector industry field"),
    set("type kind sort category genre style class sector field"),
  ],
];

/** The stems by which a column is meant by what it holds. */
export function conceptWords({ name, alsoCalled, isNumbers, isDated }: GuideColumn): ReadonlySet<string> {
  const own = new Set([name, ...alsoCalled].flatMap(nameWords).map(stemOf));
  const found = new Set<string>();
  CONCEPTS.forEach(([names, words], i) => {
    const isNumeric = i < 7;
    const isTime = i === 7;
    if (isNumeric && !isTime && !isNumbers) return;
    if ((isTime && isDated) || [...own].some((stem) => names.has(stem))) for (const word of words) found.add(word);
  });
  return found;
}
