import { contentHash } from "../../../functions/src/domain/content";
import type { Hex } from "../../../functions/src/domain/keccak";
import { metadataHash } from "../../../functions/src/domain/task/metadata";
import type { Role } from "../../../dev/local/wallets";
import { filesOf, textsOf } from "../../adapters/export/reading";
import { postAll } from "../../setup/bookkeeping";
import { partsOver, runToEnd } from "../../setup/projected";
import { testFirestore } from "../../setup/firestore";
import { Market, METADATA, named } from "../../setup/market";
import { freshCaller } from "../../setup/payments";

const SAFE_DEPTH = 2;
const SALT: Hex = `0x${"5a".repeat(32)}`;
const words = (text: string) => ({ text, links: [] as { url: string }[], salt: SALT });
/** The first is in the parties' ZIP, because it proves what was delivered. */
const LINKS = [
  { url: "https://files.example/ü", sha256: "5a".repeat(32), bytes: 7 },
  { url: "https://files.example/canary-without-hash" },
];
/** What only one or both of the parties may read, each holds this word. */
const CANARY = "canary";

const { db } = testFirestore();

const market = Market.forFile(db, {}, { safeDepth: SAFE_DEPTH });
beforeAll(async () => {
  const details = words(`${CANARY}-details`);
  const metadata = { ...METADATA, privateDetailsHash: contentHash({ kind: "privateDetails", value: details }) };
  const key = await market.task(
    "human",
    { mode: "selection", metadataHash: metadataHash(metadata) },
    { metadata: null },
  );
  const work = { ...words(`${CANARY}-work`), links: LINKS };
  const told = [
    await market.call("/mkt/metadata", "buyer", { ...named(key), metadata, privateDetails: details }),
    await market.call("/mkt/interest", "worker", { ...named(key), message: `${CANARY}-message` }),
  ];
  await market.take("start", key);
  await market.stage.call(
    { function: "submitWork", ...key, submissionHash: contentHash({ kind: "submission", value: work }) },
    "worker",
  );
  await market.sync(key);
  told.push(await market.call("/mkt/submission", "worker", { ...named(key), ...work }));
  await market.take("approve", key);
  await market.take("rateAndClaim", key);
  expect(told.map(({ status }) => status)).toEqual([200, 200, 200]);
  await market.followChain();
  await market.chain.mine(2 * SAFE_DEPTH);
  await runToEnd(partsOver(db, market.stage.escrow));
  await postAll(db);
});

/** Everything that a reader finds in a wallet's file, also inside of its files, and beside it. */
async function textIn(format: "csv" | "pdf" | "zip", role: Role): Promise<string> {
  const body = await market.sign("/mkt/accounting/export", role, { format });
  const reply = await fetch(`${market.service.baseUrl}/mkt/accounting/export`, {
    method: "POST",
    headers: { "content-type": "application/json", ...freshCaller() },
    body: JSON.stringify(body),
  });
  expect(reply.status).toBe(200);
  const bytes = Buffer.from(await reply.arrayBuffer());
  const files = format === "zip" ? await filesOf(bytes) : new Map([[`statement.${format}`, bytes]]);
  const texts = [...files].map(async ([name, content]) => [
    name,
    String(content),
    ...(name.endsWith(".pdf") ? await textsOf(content) : []),
  ]);
  return [...reply.headers, ...(await Promise.all(texts))].flat().join("\n");
}

describe("security", () => {
  it.each(["csv", "pdf", "zip"] as const)(
    "M11: no text of a %s holds private words, either party's or a stranger's; the parties' have the public title",
    async (format) => {
      for (const [role, isParty] of [
        ["buyer", true],
        ["worker", true],
        ["stranger", false],
      ] as const) {
        const text = await textIn(format, role);
        const others = (["buyer", "worker"] as const)
          .filter((party) => party !== role)
          .map((party) => market.address(party));
        expect([role, text.includes(METADATA.title), text.includes(CANARY)]).toEqual([role, isParty, false]);
        expect(text.includes(LINKS[0]?.sha256 ?? "")).toBe(isParty && format === "zip");
        if (!isParty) for (const address of others) expect(text).not.toContain(address.slice(0, 8));
      }
    },
  );
});
