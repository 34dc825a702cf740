import { CHAINS, TEST_NETWORK_NOTICE } from "../../functions/src/domain/chains";
import type { OpenApi } from "./openapiDocument";

const NOTE = "Written by `npm run generate` from the OpenAPI document; don't edit.";

/** The TypeScript types of the service's calls, as the text of packages/client/src/generated/openapi.ts. */
export async function openapiTypes(document: OpenApi): Promise<string> {
  // An ES module only, and large: loaded where it is used.
  const { default: openapiTS, astToString } = await import("openapi-typescript");
  const ast = await openapiTS(document as unknown as Parameters<typeof openapiTS>[0], { emptyObjectsUnknown: true });
  return `/** The service's calls. ${NOTE} */\n${astToString(ast)}`;
}

/** Which signed calls name a deployment in their text, as the text of packages/client/src/generated/signed.ts. */
export function signedCalls({ paths, components }: OpenApi): string {
  const rows = Object.entries(paths).flatMap(([path, { post }]) => {
    const schema = post?.requestBody?.content["application/json"].schema;
    const signed = [schema, ...(schema?.anyOf ?? []), ...(schema?.oneOf ?? [])]
      .flatMap((one) => one?.$ref?.split("/").at(-1) ?? [])
      .find((name) => name.endsWith("Signed"));
    return signed ? [`  "${path}": ${"contract" in (components.schemas[signed]?.properties ?? {})},`] : [];
  });
  return `/** The calls that a wallet signs, and whether their text names a deployment. ${NOTE} */\nexport const SIGNED_CALLS: Readonly<Record<string, boolean>> = {\n${rows.join("\n")}\n};\n`;
}

/** The chains that a service can be on, as the text of packages/client/src/generated/networks.ts. */
export function networks(): string {
  const rows = CHAINS.map(
    ({ x402Name, id, usdc: { address, name }, reputationRegistry, isTestNetwork }) =>
      `  ${JSON.stringify(x402Name)}: { chainId: ${id}, usdc: "${address}", usdcName: ${JSON.stringify(name)}, reputationRegistry: "${reputationRegistry}", isTestNetwork: ${isTestNetwork} },`,
  );
  return `/** The chains that a service can be on, each with its USDC, the name of that token's EIP-712 domain, and ERC-8004's reputation registry. Written by \`npm run generate\` from functions/src/domain/chains.ts; don't edit. */\nexport const NETWORKS = {\n${rows.join("\n")}\n} as const;\n\n/** The notice of a service on a test network. */\nexport const TEST_NETWORK_NOTICE = ${JSON.stringify(TEST_NETWORK_NOTICE)};\n`;
}
