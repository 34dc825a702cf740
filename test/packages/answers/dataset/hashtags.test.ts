import { tagsSplit } from "../../../../packages/answers/src/dataset/hashtags";

const PLAIN = Array.from({ length: 5 }, () => "Get back in shape, eat clean, and help others at the gym");

const lastOf = (text: string): string => tagsSplit([...PLAIN, text]).at(-1)!;

describe("tags of several words", () => {
  it("are split into the words that other texts write", () => {
    expect(lastOf("New year #getinshape now")).toBe("New year #get #in #shape now");
    expect(lastOf("#eatclean #helpothers")).toBe("#eat #clean #help #others");
  });

  it("stay as they are where a part is no word of the texts", () => {
    expect(lastOf("#getinvolved #mealprep")).toBe("#getinvolved #mealprep");
  });

  it("stay as they are where they are one word, or written in camel case", () => {
    expect(lastOf("Back together #together #EatClean")).toBe("Back together #together #EatClean");
  });

  it("stay as they are where too few write a part outside tags", () => {
    expect(tagsSplit([...PLAIN.slice(1), "#getinshape"]).at(-1)).toBe("#getinshape");
  });
});
