import { displayName } from "../../functions/src/domain/profile";

describe("a display name", () => {
  it.each([
    ["Ana Lima", "Ana Lima"],
    ["  Ana   Lima ", "Ana Lima"],
    ["O'Brien", "O'Brien"],
    ["Zo\u00eb", "Zo\u00eb"],
    ["Zoe\u0308", "Zo\u00eb"],
    ["\uff21\uff4e\uff41", "Ana"],
    ["Nguy\u1ec5n V\u0103n", "Nguy\u1ec5n V\u0103n"],
    ["agent-7", "agent-7"],
    ["42", "42"],
    ["\u0418\u0432\u0430\u043d", "\u0418\u0432\u0430\u043d"],
    ["\u5c71\u7530 \u592a\u90ce", "\u5c71\u7530 \u592a\u90ce"],
    ["\u5c71\u7530\u3055\u3093\u30ab\u30ca", "\u5c71\u7530\u3055\u3093\u30ab\u30ca"],
    ["\uae40\uc218\uc9c4", "\uae40\uc218\uc9c4"],
    ["\u0645\u062d\u0645\u062f", "\u0645\u062d\u0645\u062f"],
    ["\u0645\u062d\u0645\u062f \u0661\u0662", "\u0645\u062d\u0645\u062f \u0661\u0662"],
    ["\u0930\u093e\u092e", "\u0930\u093e\u092e"],
    ["\u03a3\u03c9\u03ba\u03c1\u03ac\u03c4\u03b7\u03c2", "\u03a3\u03c9\u03ba\u03c1\u03ac\u03c4\u03b7\u03c2"],
    ["a".repeat(40), "a".repeat(40)],
  ])("may be %j", (given, name) => {
    expect(displayName(given)).toEqual({ name });
  });

  it.each([
    ["", "1 to 40"],
    ["   ", "1 to 40"],
    ["a".repeat(41), "1 to 40"],
    ["-._", "a letter or a digit"],
    ["p\u0430ypal", "one script"],
    ["\u0410lice", "one script"],
    ["\u0391lice", "one script"],
    ["Alice\u0663", "one script"],
    ["\u0645\u062d\u0645\u062f 1\u0662", "digits of one script"],
    ["g\u0251te", "one script"],
    ["wow\u01c3", "one script"],
    ["Han\u5c71", "one script"],
    ["a\u202eb", "letters, digits"],
    ["a\u200bb", "letters, digits"],
    ["a\u200db", "letters, digits"],
    ["a\u2066b", "letters, digits"],
    ["a\u0000b", "letters, digits"],
    ["a\nb", "letters, digits"],
    ["a\tb", "letters, digits"],
    ["\ufeffa", "letters, digits"],
    ["<script>", "letters, digits"],
    ["a&amp;b", "letters, digits"],
    ["javascript:x", "letters, digits"],
    ["a/b", "letters, digits"],
    ["ad\u2215min", "letters, digits"],
    ["verified \u2713", "letters, digits"],
    ["\ud83d\ude00", "a letter or a digit"],
    ["\ue000a", "letters, digits"],
    ["a\u0301\u0302\u0303\u0304\u0305", "pile up"],
    ["\u0301a", "pile up"],
  ])("M14: may not be %j", (given, rule) => {
    const result = displayName(given);
    expect(result).toEqual({ broken: expect.stringContaining(rule) });
  });
});
