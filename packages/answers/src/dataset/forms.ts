import { stemOf } from "./words";

/** Forms of one word that its stem does not join, and spellings of one word; the first names the set. */
const SETS = `
  forget forgot forgotten|lose lost loses losing|steal stole stolen|pay paid|send sent|take took taken|buy bought|break broke broken
  get got gotten|come came|become became|give gave given|go went gone|make made|find found|see saw seen|eat ate eaten|drink drank drunk|run ran|swim swam swum
  write wrote written|read|speak spoke spoken|think thought|teach taught|learn learnt|build built|spend spent|sell sold|tell told
  sleep slept|feel felt|keep kept|leave left|meet met|win won|grow grew grown|know knew known|begin began begun|choose chose chosen
  freeze froze frozen|swallow swallowed|withdraw withdrew withdrawn|withdrawal withdrawals|hold held|hear heard|wear wore worn
  fall fell fallen|drive drove driven|ride rode ridden|fly flew flown|throw threw thrown|draw drew drawn|sing sang sung|bring brought
  catch caught|fight fought|seek sought|lend lent|show shown|quit quitting|child children|man men|woman women|person people|foot feet
  cheque check cheques checks|colour color|favourite favorite|organise organize|organisation organization|recognise recognize
  realise realize|travel traveling travelling|cancel cancelled canceled cancellation|programme program|centre center|licence license
  exercise exercising|healthy health healthier|happy happier happiness|fit fitness|expire expiry expiration|deliver delivery
  decline declined|identify identification|verify verification|pending pend|die died death dying|marry married marriage|high height
  mum mom mother|dad father|tv television|phone phones|cellphone mobile`;

const FORMS = new Map<string, readonly string[]>();
for (const set of SETS.split(/[|\n]/)) {
  const stems = [...new Set(set.trim().split(/\s+/).filter(Boolean).map(stemOf))];
  if (stems.length > 1) for (const stem of stems) FORMS.set(stem, stems);
}

/** The stems under which records may hold a word: its own, and those of its irregular forms. */
export function formsOf(word: string): readonly string[] {
  return formsOfStem(stemOf(word));
}

/** The same of a stem: the stem of a stem may be another one ("exercise", "exercis", "exerci"). */
const formsOfStem = (stem: string): readonly string[] => FORMS.get(stem) ?? [stem];
