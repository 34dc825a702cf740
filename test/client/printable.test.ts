import { asJson, oneLine, printable, printing } from "../../packages/client/src/cli/printable";
import type { Terminal } from "../../packages/client/src/cli/context";

/** A title that clears the screen, turns its direction, hides a word in tag characters, and rewrites its line. */
const HOSTILE = "Sort\u001b[2J\u009b31m \u202Estones\u202C \u{E0041}\u{E0042}\u2066x\r\u0007\u2028\uD800";

describe("what the command line prints", () => {
  it("T3: has no character that steers a terminal or hides text, in text and in errors", () => {
    const lines: string[] = [];
    const write = (text: string) => void lines.push(text);
    const terminal = printing({ out: write, err: write } as Terminal);
    terminal.out(`first\n\t${HOSTILE}`);
    terminal.err(HOSTILE);
    expect(lines[0]).toBe(
      "first\n\tSort\ufffd[2J\ufffd31m \ufffdstones\ufffd \ufffd\ufffd\ufffdx\ufffd\ufffd\ufffd\ufffd",
    );
    for (const line of lines) expect(line).not.toMatch(/(?![\n\t])[\p{Control}\p{Format}\u2028\u2029]/u);
  });

  it("T3: keeps what scripts and emoji need", () => {
    for (const text of ["👩\u200d💻", "می\u200cخواهم", "e\u0301", "عربى"]) expect(printable(text)).toBe(text);
  });

  it("T3: keeps a title within its line", () => {
    expect(oneLine("Sort\nhuman 7  FUNDED\u2028x")).toBe("Sort human 7  FUNDED x".replace("  ", " "));
  });

  it("T3: is JSON of the same value, with such characters escaped", () => {
    const value = { title: HOSTILE, amount: 5n };
    expect(JSON.parse(asJson(value))).toEqual({ title: HOSTILE, amount: "5" });
    expect(asJson(value)).not.toMatch(/(?!\n)[\p{Control}\p{Format}\u2028\u2029]/u);
    expect(asJson({ text: "\u{E0041}" }, 0)).toBe('{"text":"\\udb40\\udc41"}');
  });
});
