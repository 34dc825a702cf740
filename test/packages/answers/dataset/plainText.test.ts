import { plainText } from "../../../../packages/answers/src/dataset/plainText";
import { terms } from "../../../../packages/answers/src/dataset/words";

describe("happy", () => {
  it.each([
    ["Happy New Year! I will read", ["read"]],
    ["I will read #HappyNewYear2015", ["read", "2015"]],
    ["I will read. Merry Christmas to you", ["read"]],
    ["HAPPY BIRTHDAY, read it", ["read"]],
    ["Happy Friday everyone", ["everyon"]],
  ])("leaves out what is wished: %s", (text, stems) => {
    expect(terms(plainText(text))).toEqual(stems);
  });

  it.each(["work out more", "working out", "I worked-out"])(
    "reads a verb with its particle as one word: %s",
    (text) => {
      expect(terms(plainText(text))).toContain("workout");
    },
  );
});

describe("refusals", () => {
  it.each(["I want to be happy", "Work outside", "A happy new home", "Happy with the weekend"])(
    "leaves as it is: %s",
    (text) => {
      expect(plainText(text)).toBe(text);
    },
  );
});
