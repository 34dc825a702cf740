/** A Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** Words in code style, separated by commas. */
export function codes(words: readonly string[]): string {
  return words.map((word) => `\`${word}\``).join(", ");
}

/** A block of code with a name in its fence, by which a test finds and runs it. */
export function fence(language: string, name: string, text: string): string {
  return `\`\`\`${language} ${name}\n${text}\n\`\`\``;
}
