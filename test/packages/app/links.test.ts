import { filesOf, linksOf, urlsOf, withFile } from "../../../packages/app/src/lib/links";
import { words } from "../../../packages/app/src/lib/given";

const [A, B] = ["https://files.example/a", "https://files.example/ü"];
const FILE = { sha256: "5a".repeat(32), bytes: 7, name: "report.pdf" };

describe("the links of a form", () => {
  it("are sent with the hash and size of the files that were chosen for them, and without their names", () => {
    const links = `${A}\n${B}`;
    const files = withFile({ links }, B, FILE);
    expect(linksOf({ links, files })).toEqual([{ url: A }, { url: B, sha256: FILE.sha256, bytes: 7 }]);
    expect(words({ text: "See.", links, files })).toEqual({
      text: "See.",
      links: [{ url: A }, { url: B, sha256: FILE.sha256, bytes: 7 }],
    });
    expect(words({ text: "See.", files })).toEqual({ text: "See." });
  });

  it("forget a file with its link, and when another is chosen", () => {
    const both = withFile({ links: `${A} ${B}`, files: withFile({ links: A }, A, FILE) }, B, { ...FILE, bytes: 8 });
    expect([...filesOf({ files: both }).keys()]).toEqual([A, B]);
    expect(linksOf({ links: A, files: both })).toEqual([{ url: A, sha256: FILE.sha256, bytes: 7 }]);
    expect([...filesOf({ files: withFile({ links: A, files: both }, A, null) })]).toEqual([]);
  });

  it("name a URL once, and take names of objects for what they are", () => {
    expect(urlsOf({ links: ` ${A}\n${A}  ${B} ` })).toEqual([A, B]);
    expect(linksOf({ links: "constructor __proto__" })).toEqual([{ url: "constructor" }, { url: "__proto__" }]);
  });

  it.each(["", "{", "null", "[]", '"x"', '{"https://files.example/a":{"sha256":"x","bytes":1,"name":"a"}}'])(
    "take nothing from a draft that says %j",
    (files) => expect(linksOf({ links: A, files })).toEqual([{ url: A }]),
  );
});
