import { readFileSync } from "node:fs";
import path from "node:path";
import { type Lockfile, missingPlatforms } from "../../../dev/local/lockPlatforms";

const ROOT = path.join(__dirname, "../../..");

describe("happy", () => {
  it("finds what is missing, wherever Node would look for it", () => {
    const packages: Lockfile["packages"] = {
      "": { version: "1.0.0" },
      "node_modules/tool": {
        version: "2.0.0",
        dev: true,
        license: "MIT",
        optionalDependencies: { "@tool/linux-x64-gnu": "2.0.0", "@tool/darwin-amd64": "2.0.0", fsevents: "3.0.0" },
      },
      "node_modules/outer/node_modules/tool": {
        version: "1.0.0",
        optionalDependencies: { "@tool/linux-x64-gnu": "1.0.0" },
      },
      "node_modules/@tool/linux-x64-gnu": { version: "2.0.0" },
    };
    expect(missingPlatforms({ packages })).toEqual({
      "node_modules/@tool/darwin-amd64": {
        version: "2.0.0",
        cpu: ["x64"],
        dev: true,
        license: "MIT",
        optional: true,
        os: ["darwin"],
      },
    });
  });

  it("misses nothing in this project's lockfile, so that npm ci works on every platform (npm run lock)", () => {
    const lock = JSON.parse(readFileSync(path.join(ROOT, "package-lock.json"), "utf8")) as Lockfile;
    expect(Object.keys(missingPlatforms(lock))).toEqual([]);
  });
});
