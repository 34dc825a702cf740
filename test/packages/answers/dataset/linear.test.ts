import { oneIn } from "../../../setup/runs";
import { hostileTexts, READERS } from "../../../setup/hostileTexts";

const texts = hostileTexts();

describe("security", () => {
  // What each takes, in time, is a table of `npm run bench:hostile`; that their expressions are linear, `npm run regexes`.
  it.each(READERS.map((reader, place) => [...reader, place] as const))(
    "D2: reads %s to the end, whatever 4,000 characters repeat",
    (_name, read, place) => {
      for (const text of oneIn(5, texts, place)) expect(read(text)).toBeDefined();
    },
  );
});
