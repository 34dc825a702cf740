/** What a form that is sent holds, by the names of its fields; the page is not left. */
export function fieldsOf(event: SubmitEvent): Record<string, string> {
  event.preventDefault();
  return valuesOf(event.currentTarget as HTMLFormElement);
}

/** What a form holds now. */
export function valuesOf(form: HTMLFormElement): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string") fields[name] = value.trim();
  }
  return fields;
}
