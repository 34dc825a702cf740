/** Texts by the names of the places that they go to. They stand in the JSON as they are: nothing in them may need escaping. */
type Fill<Name extends string> = (texts: Readonly<Record<Name, string>>) => string;

/** A JSON text with places left open: made once and filled in many times, which costs a fraction of making it anew. */
export function jsonTemplate<Name extends string>(names: readonly Name[], value: (place: Record<Name, string>) => object): Fill<Name> {
  const marked = Object.fromEntries(names.map((name) => [name, `\u0000${name}\u0000`])) as Record<Name, string>;
  const [begin = "", ...rest] = JSON.stringify(value(marked)).split(/\\u0000(\w+)\\u0000/);
  const open = rest.flatMap((name, at) => (at % 2 === 0 ? [{ name: name as Name, then: rest[at + 1] ?? "" }] : []));
  return (texts) => {
    let text = begin;
    for (const { name, then } of open) text += texts[name] + then;
    return text;
  };
}
