/** Texts by the names of the places that they go to. They stand in the JSON as they are: nothing in them may need escaping. */
type Fill<Name extends string> = (texts: Readonly<Record<Name, string>>) => string;

interface Template<Name extends string> {
  begin: string;
  /** The places, and what stands behind each. */
  open: readonly { name: Name; then: string }[];
}

/** A JSON text with places left open: made once and filled in many times, which costs a fraction of making it anew. */
export function jsonTemplate<Name extends string>(names: readonly Name[], value: (place: Record<Name, string>) => object): Fill<Name> {
  const { begin, open } = template(names, value);
  return (texts) => {
    let text = begin;
    for (const { name, then } of open) text += texts[name] + then;
    return text;
  };
}

/**
 * The same in base64: only the few bytes at each place are encoded anew.
 *
 * @param length of every text: so many characters of ASCII
 */
export function base64Template<Name extends string>(length: number, names: readonly Name[], value: (place: Record<Name, string>) => object): Fill<Name> {
  const { begin, open } = template(names, value);
  const whole = Buffer.from(begin + open.map(({ then }) => "-".repeat(length) + then).join(""));
  let place = Buffer.byteLength(begin);
  let encoded = 0;
  const pieces = open.map(({ name, then }) => {
    const [from, to] = [place - (place % 3), Math.ceil((place + length) / 3) * 3];
    const piece = {
      name,
      fixed: whole.toString("base64", encoded, from),
      before: whole.toString("latin1", from, place),
      behind: whole.toString("latin1", place + length, to),
    };
    place += length + Buffer.byteLength(then);
    encoded = to;
    return piece;
  });
  const end = whole.toString("base64", encoded);
  return (texts) => {
    let text = "";
    for (const { name, fixed, before, behind } of pieces) {
      if (texts[name].length !== length) throw new RangeError(`${name} must have ${length} characters`);
      text += fixed + Buffer.from(before + texts[name] + behind, "latin1").toString("base64");
    }
    return text + end;
  };
}

function template<Name extends string>(names: readonly Name[], value: (place: Record<Name, string>) => object): Template<Name> {
  const marked = Object.fromEntries(names.map((name) => [name, `\u0000${name}\u0000`])) as Record<Name, string>;
  const [begin = "", ...rest] = JSON.stringify(value(marked)).split(/\\u0000(\w+)\\u0000/);
  const open = rest.flatMap((name, at) => (at % 2 === 0 ? [{ name: name as Name, then: rest[at + 1] ?? "" }] : []));
  return { begin, open };
}
