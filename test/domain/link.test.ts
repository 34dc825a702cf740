import { contentHash } from "../../functions/src/domain/content";
import { keccak256 } from "../../functions/src/domain/keccak";
import { brokenLinks, tidyLinks, type Link } from "../../functions/src/domain/link";

const SALT = `0x${"5a".repeat(32)}` as const;
const HASH = "5a".repeat(32);
const URL_OF_FILE = "https://files.example/a";
const hashOf = (links: readonly Link[], kind: "submission" | "evidence" | "privateDetails" = "submission") =>
  contentHash({ kind, value: { text: "See the file.", links, salt: SALT } });

describe("happy", () => {
  it("takes an https link of any path and query, alone, with a hash, and with a hash and a size", () => {
    const url = "https://files.example/a/b%20c?d=e&f#g";
    const links = [
      { url },
      { url: URL_OF_FILE, sha256: HASH },
      { url: "https://files.example/ü", sha256: HASH, bytes: 0 },
      { url: "https://files.example/b", sha256: HASH, bytes: Number.MAX_SAFE_INTEGER },
    ];
    expect(brokenLinks(links, "/links")).toEqual([]);
  });

  it("hashes what a link pointed to with the text, in the canonical form", () => {
    const [withBoth, withHash] = [
      { url: URL_OF_FILE, sha256: HASH, bytes: 7 },
      { url: "https://b.example", sha256: HASH },
    ];
    const canonical = `[{"bytes":7,"sha256":"${HASH}","url":"${URL_OF_FILE}"},{"sha256":"${HASH}","url":"https://b.example"}]`;
    const hash = keccak256(`{"links":${canonical},"salt":"${SALT}","text":"See the file."}`);
    for (const kind of ["submission", "evidence", "privateDetails"] as const)
      expect(hashOf([withBoth, withHash], kind)).toBe(hash);
  });

  it("hashes members that were not given as absent, in whatever order they come", () => {
    const loose = { bytes: undefined, sha256: undefined, url: URL_OF_FILE } as unknown as Link;
    expect(hashOf([loose])).toBe(hashOf([{ url: URL_OF_FILE }]));
    expect(hashOf([{ bytes: 1, url: URL_OF_FILE, sha256: HASH }])).toBe(
      hashOf([{ url: URL_OF_FILE, sha256: HASH, bytes: 1 }]),
    );
    expect(tidyLinks([loose])).toStrictEqual([{ url: URL_OF_FILE }]);
  });
});

describe("security", () => {
  it("LP1: gives another hash for every other URL, file or size, and for links in another order", () => {
    const links = [{ url: URL_OF_FILE, sha256: HASH, bytes: 7 }, { url: "https://b.example" }];
    const [first, second] = links as [Link, Link];
    const others: Link[][] = [
      [{ ...first, url: "https://files.example/b" }, second],
      [{ ...first, sha256: `${HASH.slice(0, -1)}b` }, second],
      [{ ...first, bytes: 8 }, second],
      [{ url: first.url, sha256: HASH }, second],
      [{ url: first.url }, second],
      [second, first],
      [first],
    ];
    const hashes = [links, ...others].map((some) => hashOf(some));
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it.each<[string, object, string]>([
    ["a size without a hash", { bytes: 1 }, "/links/1/bytes"],
    ["a size below zero", { sha256: HASH, bytes: -1 }, "/links/1/bytes"],
    ["half a byte", { sha256: HASH, bytes: 0.5 }, "/links/1/bytes"],
    ["a size that a number cannot hold", { sha256: HASH, bytes: 2 ** 53 }, "/links/1/bytes"],
    ["a hash in upper case", { sha256: HASH.toUpperCase() }, "/links/1/sha256"],
    ["a hash with 0x", { sha256: `0x${HASH}` }, "/links/1/sha256"],
    ["a hash that is too short", { sha256: HASH.slice(1) }, "/links/1/sha256"],
    ["a hash with a line feed behind it", { sha256: `${HASH}\n` }, "/links/1/sha256"],
  ])("LP1: refuses %s and points at it", (_what, more, pointer) => {
    const links = [{ url: "https://b.example" }, { url: URL_OF_FILE, ...more }];
    expect(brokenLinks(links, "/links")).toEqual([{ pointer, message: expect.stringMatching(/^must/) as string }]);
  });

  it("LP1: refuses a URL that is named twice, with whichever hashes", () => {
    const links = [
      { url: URL_OF_FILE, sha256: HASH },
      { url: URL_OF_FILE, sha256: "a5".repeat(32) },
    ];
    expect(brokenLinks(links, "/links")).toMatchObject([{ pointer: "/links/1/url" }]);
  });

  it.each([
    "http://files.example/a",
    "ftp://files.example/a",
    "javascript:alert(1)",
    "data:text/html,x",
    "//files.example",
    "/a",
    "",
    "https://user@files.example/",
    "https://user:secret@files.example/",
    "https://",
    "https://localhost/",
    "https://metadata/",
    "https://files.example/a b",
    "https://files.example/\r\nBcc: all",
    "https://files.example/\u202ecod.exe",
    "https:\\\\files.example",
  ])("M15: refuses the link %j", (url) => {
    expect(brokenLinks([{ url }], "/links")).toMatchObject([{ pointer: "/links/0/url" }]);
  });
});
