/** What a form holds, by the names of its fields; the page is not left. */
export function fieldsOf(event: SubmitEvent): Record<string, string> {
  event.preventDefault();
  const fields: Record<string, string> = {};
  for (const [name, value] of new FormData(event.currentTarget as HTMLFormElement)) {
    if (typeof value === "string") fields[name] = value.trim();
  }
  return fields;
}
