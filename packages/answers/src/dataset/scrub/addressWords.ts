/** A word or number of a text, with what an address can use it for. */
export interface Part {
  text: string;
  lower: string;
  start: number;
  end: number;
  /** What stands between the part before and this one. */
  gap: string;
  /** A house number: `12`, `12b`, `12-14`, `7/45`. */
  number: boolean;
  capital: boolean;
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(" "));

/** A street's last word that is little else than a street's, so that it counts in lower case too. */
export const STREET = setOf(
  "street str st avenue ave av road rd lane ln boulevard blvd crescent cres parkway pkwy highway hwy terrace alley mews drive dr close court ct place pl square sq way gardens grove row walk circle cir trail trl freeway turnpike",
);
/** Those of them that are common words as well. */
export const WORDY = setOf(
  "st av str drive dr close court ct place pl square way row walk circle trail grove gardens lane terrace",
);
/** Last words that count with a capital only. */
export const CAPITAL_STREET = setOf(
  "hill hills park green view rise wharf yard quay paddock paddocks meadow meadows field fields bridge ridge point heights creek lake parade loop run path pass plaza esplanade promenade mall bypass vale valley villa villas viaduct via common commons corner cove coves course crossing estate estates falls ferry flat flats forge forges fork gateway glen glens harbor harbour haven hollow inlet island islands isle junction knoll knolls landing lodge manor manors mill mills mount mountain mountains orchard oval overpass passage pike pines plain plains port ports ranch rapid rapids rest river shoal shoals shore shores spring springs spur squares stravenue stream streets summit throughway trace track tunnel underpass union ville vista walks wall well wells cliffs dale route brook camp cape causeway center centre",
);
/** First words of streets, before a name and a number. */
export const PREFIX = setOf(
  "calle c/ avenida avda av paseo plaza carrer rua rúa travessa largo via viale piazza corso strada rue avenue boulevard place chemin quai allée impasse ul ulica al os trg",
);
export const FRENCH = setOf("rue avenue boulevard place allée chemin quai impasse cours route passage");
export const MIDDLE = setOf(
  "de del della delle degli dello das dei di la le les du des da do dos d van der den bis ter",
);
/** Kinds of street after the name, before the number. */
export const INFIX = setOf(
  "ulica u utca út útja tér krt köz sor tn nám náměstí tř strasse straße gate gata vei terrasse tee",
);
export const SIDE = setOf("n s e w ne nw se sw north south east west");
export const UNIT = setOf("flat apt apartment unit suite ste room rm floor fl lot box");
export const HOUSE = setOf("cottage house farm lodge barn hall mill villa");
/** Counted things and stretches of time, which a house number does not stand before, and words no street has. */
export const NO_STREET = setOf(
  "year years month months week weeks day days hour hours hrs minute minutes mins time times mile miles km dollar dollars euro euros pound pounds people star point percent different more the of in a an my to for and is was or on at i we you it that this change step steps no not per when if but so how from can with more less",
);
const LAST_PART =
  /(?:straße|strasse|str|gasse|weg|allee|platz|ring|damm|ufer|graben|laan|straat|gracht|plein|kade|dreef|gade|gatan|gata|vägen|vagen|gränd|vej|veien|vegen|katu|kuja|polku|tie|utca|útja|vegur|vegi|braut|stígur|terrasse|stræde|stien|tun)$/;

/** Those of them that end no English word. */
const FOREIGN_PART =
  /(?:straße|strasse|gasse|allee|platz|laan|straat|gracht|gatan|vägen|gränd|vej|veien|vegen|katu|kuja|utca)$/;

/** True for a word such as Hauptstraße or Prinsengracht. */
export const isWholeStreet = ({ lower, capital }: Part): boolean =>
  lower.length > 5 && (capital ? LAST_PART : FOREIGN_PART).test(lower.slice(-10));

const PARTS = /[\p{L}\p{N}#][\p{L}\p{M}\p{N}'’/-]*/gu;
const NUMBER = /^\d{1,5}[a-z]?(?:[/-]\d{1,5}[a-z]?)?$/i;

/** The words and numbers of a text. */
export function partsOf(text: string): Part[] {
  let end = 0;
  return [...text.matchAll(PARTS)].map((match) => {
    const [found] = match;
    const gap = text.slice(end, match.index);
    end = match.index + found.length;
    return {
      text: found,
      lower: found.toLowerCase(),
      start: match.index,
      end,
      gap,
      number: NUMBER.test(found),
      capital: /^\p{Lu}/u.test(found),
    };
  });
}
