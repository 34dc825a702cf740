import {
  ALL_DOCUMENTS,
  DOCUMENTS,
  EVERYWHERE,
  MCP_PATH,
  type LiveDocument,
} from "../../functions/src/catalogue/documents";
import { groupsOf, operationsOf, type Endpoints } from "../../functions/src/catalogue/operations";
import { ABOUT, NAME } from "../../functions/src/catalogue/version";

/** A page of links for language models, in llms.txt format (llmstxt.org). */
export function llms(endpoints: Endpoints): string {
  const operations = operationsOf(endpoints);
  const others = [...ALL_DOCUMENTS, ...EVERYWHERE].filter((row) => !FIRST.includes(row));
  const groups = groupsOf(operations).map(({ name, about }) => {
    const calls = operations.filter(({ group }) => group === name);
    return `## ${name}\n\n${about}\n\n${calls.map(({ endpoint: { method, path, summary } }) => `- ${method} ${path}: ${summary}`).join("\n")}`;
  });
  return `# ${NAME}

> ${ABOUT}

There are no accounts and no API keys: each call needs a payment, a wallet's signature, a session, or nothing. MCP clients connect to ${MCP_PATH} (Streamable HTTP); others start with the guide.

## Start here

${FIRST.map(link).join("\n")}

${groups.join("\n\n")}

## Optional

${others.map(link).join("\n")}
`;
}

const FIRST: readonly LiveDocument[] = [
  DOCUMENTS.guide,
  DOCUMENTS.skill,
  DOCUMENTS.openapiRoot,
  DOCUMENTS.tools,
  DOCUMENTS.manifest,
];

function link({ path, purpose }: LiveDocument): string {
  return `- [${path}](${path}): ${purpose}`;
}
