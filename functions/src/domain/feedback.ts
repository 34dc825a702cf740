/** The subject of the administrator's mail: one line, whatever the report holds (no header can be smuggled in). */
export function mailSubject(source: string, category: string | undefined): string {
  const line = `[mkt] feedback on ${source}${category ? `: ${category}` : ""}`;
  return [...line.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")].slice(0, 120).join("");
}

/** The mail's plain text: every field as it was sent. */
export function mailText(id: string, createdAt: string, fields: Record<string, unknown>): string {
  const rows = Object.entries(fields).map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`);
  return [`id: ${id}`, `received: ${createdAt}`, ...rows].join("\n");
}
