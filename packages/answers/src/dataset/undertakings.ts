import { words } from "./words";

/** What people undertake, whatever it is about, by the words that say so; the first that fits a text names it. */
const UNDERTAKINGS: readonly { label: string; says: RegExp; unless?: RegExp }[] = [
  {
    label: "being like someone",
    // "Be more like", "become [name]"
    says: /\b(?:be|being|become|becoming|look|act|live)\b(?: (?:a|even|just|lot|more|much|exactly|less|always|little|not|bit|kind))* (?:like(?! to\b)|someone\b)/,
  },
  {
    label: "stopping something / doing less of something",
    says: /\b(?:stop|stopping|quit|quitting|avoid|avoiding|no more|give up|giving up|cut out|cut down|less|fewer)\b/,
    unless:
      /\b(?:cant|cannot|dont|not|never|wont|nonstop|more or|none the) (?:ever )?(?:stop|quit|give up|giving up|less)\b|\bless than\b/,
  },
  {
    label: "starting something",
    says: /\b(?:start|starting|begin|beginning|take up|taking up|(?:try|trying|do|doing) (?:something|new)|say(?:ing)? yes)\b/,
    unless:
      /\b(?:fresh|head|good|great|right|to the|the) start\b|\bstart(?:ing)? (?:to 2015|off|over|fresh|the|this|next|on|in|now|today|tomorrow|from)\b/,
  },
  {
    label: "carrying on as before",
    says: /\b(?:continue|continuing|keep (?:on|being|it|doing|up|\w+ing)|stay|staying|remain|remaining|same (?:as|old)|as (?:always|usual))\b/,
  },
];
const PLACEHOLDER = /\[(?:name|handle)\]/g;

/** So large a part of all texts is named by what people undertake. */
const MIN_PART = 0.002;

/** Of texts that nothing else names, those that say what people undertake: to stop, to start, to be like someone. */
export function undertakingsOf(
  texts: readonly string[],
  left: readonly number[],
  fewest: number,
): { label: string; holders: number[] }[] {
  const found = UNDERTAKINGS.map(({ label }) => ({ label, holders: [] as number[] }));
  for (const i of left) {
    const said = words(texts[i]!.replace(PLACEHOLDER, "someone")).join(" ");
    const at = UNDERTAKINGS.findIndex(({ says, unless }) => says.test(said) && !unless?.test(said));
    if (at >= 0) found[at]!.holders.push(i);
  }
  return found.filter(({ holders }) => holders.length >= Math.max(fewest, MIN_PART * texts.length));
}
