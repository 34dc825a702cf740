import { repaired } from "../../../../packages/answers/src/dataset/encoding";

describe("happy", () => {
  it.each([
    ["UTF-8 read as Windows-1252", "I donâ€™t like the cafÃ©", "I don’t like the café"],
    ["the same through Mac Roman", "\u0089ÛÏNew Year\u0089Ûªs\u0089Û\u009d plan", "“New Year’s” plan"],
    ["what is left of emoji", "Not perfect _Ù÷â_Ù÷â", "Not perfect  "],
  ])("repairs %s", (_, broken, meant) => expect(repaired(broken)).toBe(meant));
});

describe("refusals", () => {
  it.each(["Più caffè, s'il vous plaît", "OÙ EST-IL", "Straße für Ängste", "naïve £20 – 5 °C", "日本語 🙂", "plain"])(
    "leaves %s as it is",
    (text) => expect(repaired(text)).toBe(text),
  );
});
