import { readFileSync } from "node:fs";
import path from "node:path";
import { generate } from "../../../packages/contracts/build";

const ROOT = path.join(__dirname, "../../..");

it("has committed artefacts and typed ABIs that are what the sources compile to", () => {
  for (const [file, content] of generate()) {
    expect([file, readFileSync(path.join(ROOT, file), "utf8") === content]).toEqual([file, true]);
  }
}, 180_000);
