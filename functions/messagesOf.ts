/** A description of protobuf messages in protobufjs's JSON: a package, or something that a package holds. */
export interface Description {
  nested?: Record<string, Description>;
  [detail: string]: unknown;
}

/**
 * A description with nothing but a service, the messages it takes and gives, and all that these are made of.
 *
 * Messages are told apart by the last part of their names alone: where two packages share one, both stay.
 */
export function messagesOf(service: string, description: Description): Description {
  const needed = new Set([service]);
  const find = ({ nested = {} }: Description) => {
    for (const [name, part] of Object.entries(nested)) {
      if (isPackage(part)) find(part);
      else if (needed.has(name)) for (const type of typesIn(part)) needed.add(type);
    }
  };
  // What is found late may need what was passed before.
  for (let known = 0; known < needed.size; ) {
    known = needed.size;
    find(description);
  }
  return only(needed, description);
}

function only(needed: ReadonlySet<string>, { nested = {}, ...rest }: Description): Description {
  const kept = Object.entries(nested).flatMap(([name, part]): [string, Description][] => {
    if (!isPackage(part)) return needed.has(name) ? [[name, part]] : [];
    const inner = only(needed, part);
    return Object.keys(inner.nested ?? {}).length > 0 ? [[name, inner]] : [];
  });
  return { ...rest, nested: Object.fromEntries(kept) };
}

function isPackage(part: Description): boolean {
  return Object.keys(part).every((key) => key === "nested" || key === "options");
}

/** The last part of the name of every type that something, or anything within it, is made of. */
function typesIn(part: Description): string[] {
  const named = JSON.stringify(part).matchAll(/"(?:type|requestType|responseType)":"(?:[^"]*\.)?([^".]+)"/g);
  return Array.from(named, ([, name = ""]) => name);
}
