/** The questions in a paid body, the newest last; none in a report's. */
export function turnsOf({ query, messages }: Record<string, unknown>): string[] {
  if (typeof query === "string") return [query];
  return Array.isArray(messages) ? messages.flatMap(contentOf) : [];
}

function contentOf(message: unknown): string[] {
  const { role, content } = (message ?? {}) as { role?: unknown; content?: unknown };
  return typeof content === "string" && role !== "assistant" ? [content] : [];
}

/** What was asked, as its asker wrote it last; a report by its filters. */
export function questionIn(body: Record<string, unknown>): string {
  return turnsOf(body).at(-1) ?? reportTitle(body);
}

function reportTitle({ filters }: Record<string, unknown>): string {
  const { aggregate, ...only } = (filters ?? {}) as Record<string, string>;
  const narrowed = Object.entries(only).map(([name, value]) => `, ${name} ${value}`);
  return `Tasks by ${aggregate ?? "category"}${narrowed.join("")}`;
}
