import type { Token } from "./tokens";

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Common words of languages that are often asked in; none of them is an English word. */
const LANGUAGES: Readonly<Record<string, ReadonlySet<string>>> = {
  Spanish: words(
    "cuántas cuantas cuántos cuantos personas qué cuál cuáles el los las una unos por para con sobre de del que en hablan preguntan quieren gente más mujeres hombres cómo y dinero su sus dicen",
  ),
  French: words(
    "combien de des les une le la du qui que quoi quel quelle quels quelles est sont dans pour avec sur et gens personnes veulent parlent femmes hommes plus pourquoi leurs leur demandent posent disent ils elles au aux",
  ),
  German: words(
    "wie viele der das und ist sind ein eine einen nicht mit für von zu auf über fragen leute menschen wollen welche welcher warum frauen männer ihre sie geht sagen möchten nach im den dem",
  ),
  Italian: words(
    "quante quanti persone che cosa di il gli della delle dei del una per con sono è chiedono parlano vogliono donne uomini perché più le quali si loro",
  ),
  Portuguese: words(
    "quantas quantos pessoas que o os uma para com são é não mulheres homens falam perguntam querem sobre mais qual quais do da dos das em por",
  ),
  Dutch: words(
    "hoeveel mensen het een van en de niet met voor over vragen willen welke waarom vrouwen mannen zijn wat zeggen hun naar",
  ),
  Polish: words("ile osób kobiet mężczyzn jest są nie się o w z na do czy jak które pyta chce"),
  Turkish: words("kaç kişi kadın erkek ne nedir ve bir bu için hakkında soruyor istiyor en çok"),
  Swedish: words("hur många vad är och det en ett som om på för inte kvinnor män vill frågar säger"),
};
const ENGLISH = words(
  "how many much what which who why when the a an of in on to for and or is are was were do does did about people with that this those these from by me my i we you it they them their there than not be want ask say compare rank list show give tell most more among between",
);
const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ["Chinese or Japanese", /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ["Korean", /\p{Script=Hangul}/u],
  ["Russian or another Cyrillic language", /\p{Script=Cyrillic}/u],
  ["Arabic", /\p{Script=Arabic}/u],
  ["Hebrew", /\p{Script=Hebrew}/u],
  ["Greek", /\p{Script=Greek}/u],
  ["Hindi", /\p{Script=Devanagari}/u],
  ["Thai", /\p{Script=Thai}/u],
];

/** The language of a question; null if it is English or unclear. */
export function foreignLanguage(tokens: readonly Token[]): string | null {
  const spoken = tokens.filter(({ isWord }) => isWord);
  for (const [name, script] of SCRIPTS)
    if (spoken.filter(({ written }) => script.test(written)).length * 2 > spoken.length) return name;
  const said = spoken.flatMap(({ written }) => written.toLowerCase().split(/['’]/));
  const english = said.filter((word) => ENGLISH.has(word)).length;
  let [best, most] = ["", 0];
  for (const [name, own] of Object.entries(LANGUAGES)) {
    const found = said.filter((word) => own.has(word)).length;
    if (found > most) [best, most] = [name, found];
  }
  return most >= 2 && most > english * 1.5 && most * 5 >= said.length ? best : null;
}
