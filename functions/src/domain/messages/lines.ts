/**
 * A text for a wallet to sign: a title, then one `name: value` line per field, joined by `\n`.
 *
 * No value can inject a line, so different fields never produce the same text: a value with a line break or another
 * control character throws `RangeError`.
 */
export function lines(title: string, fields: readonly (readonly [name: string, value: string])[]): string {
  const body = fields.map(([name, value]) => {
    if (/\p{Control}|\u2028|\u2029/u.test(value)) throw new RangeError(`${name} holds a control character`);
    return `${name}: ${value}`;
  });
  return [title, ...body].join("\n");
}
