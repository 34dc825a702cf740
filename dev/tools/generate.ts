/**
 * Writes what follows from the endpoints: hosting's documents and firebase.json's rewrites (`npm run generate`), and the
 * pages made from them; with `--pages`, the pages alone, as a build does. Into another folder, if one is named.
 */
import path from "node:path";
import { parseArgs } from "node:util";
import { builtPages, generatedFiles } from "./generated";
import { writeFiles } from "./writeFiles";

const ROOT = path.join(__dirname, "../..");

const { values, positionals } = parseArgs({ options: { pages: { type: "boolean" } }, allowPositionals: true });
const files = { ...(values.pages ? {} : generatedFiles(ROOT)), ...builtPages(ROOT) };
for (const file of writeFiles(positionals[0] ?? ROOT, files)) console.log(`wrote ${file}`);
