import canonicalize from "canonicalize";
import { id } from "ethers";
import { signingMistakes } from "../../../functions/src/domain/messages/signingMistakes";
import { Market, named } from "../../setup/market";
import { envelopeOf, textOf, type Envelope } from "../../setup/chain/signing";

let body: { contract: string; taskId: string; message: string };
const market = Market.forFile();
beforeAll(async () => {
  body = { ...named(await market.task("agent-fast", {}, { steps: [] })), message: "I can." };
});

const right = (path = "/mkt/interest", own: Record<string, unknown> = body) =>
  envelopeOf(path, own, { wallet: market.address("worker"), escrows: market.stage.addresses, nowMs: market.nowMs() });

async function sign(
  change: (text: string, envelope: Envelope) => string,
  path = "/mkt/interest",
  own: Record<string, unknown> = body,
) {
  const envelope = right(path, own);
  const { wallet, timestamp, nonce } = envelope;
  const signature = await market.chain.wallet("worker").signMessage(change(textOf(envelope), envelope));
  return market.post(path, { ...own, wallet, timestamp, nonce, signature });
}
const line = (name: string, value: string) => (text: string) =>
  text.replace(new RegExp(`^${name}: .*$`, "m"), `${name}: ${value}`);

describe("E6: signature_invalid says what differs in the text that was signed", () => {
  it.each<[string, (text: string, envelope: Envelope) => string, RegExp]>([
    ["another chain", line("chainId", "84532"), /line chainId differs: this request has 8453, 84532 was signed/],
    ["no contract", line("contract", "-"), /line contract differs: .*, - was signed/],
    ["the contract's name", line("contract", "agent-fast"), /line contract differs: .*agent-fast was signed/],
    ["the other contract", (text) => line("contract", market.stage.addresses.human)(text), /line contract differs/],
    [
      "a contract in lower case",
      (text, { contract }) => line("contract", contract.toLowerCase())(text),
      /line contract differs/,
    ],
    ["a wallet in lower case", (text, { wallet }) => line("wallet", wallet.toLowerCase())(text), /line wallet differs/],
    ["no task", line("taskId", "-"), /line taskId differs/],
    [
      "the path as action",
      line("action", "/mkt/interest"),
      /line action differs: this request has interest, \/mkt\/interest was signed/,
    ],
    ["a line feed at the end", (text) => `${text}\n`, /ends in a line feed/],
    ["carriage returns", (text) => text.replaceAll("\n", "\r\n"), /CRLF/],
    ["no first line", (text) => text.replace(/^.*\n/, ""), /first line, mkt signed request v1, is missing/],
  ])("%s", async (_, change, says) => {
    const { status, json } = await sign(change);
    expect([status, json.code, json["detail"]]).toEqual([401, "signature_invalid", expect.stringMatching(says)]);
  });

  it("the hash of another form of the body", async () => {
    const unsorted = { taskId: body.taskId, message: "I can.", contract: body.contract };
    expect(JSON.stringify(unsorted)).not.toBe(canonicalize(unsorted));
    const plain = await sign(
      (text) => line("payloadHash", id(JSON.stringify(unsorted)))(text),
      "/mkt/interest",
      unsorted,
    );
    expect(plain.json["detail"]).toMatch(/hash of the body as it was sent, not of its RFC 8785 form, was signed/);
    const enveloped = await sign((text, { wallet, timestamp, nonce }) =>
      line("payloadHash", id(canonicalize({ ...body, wallet, timestamp, nonce }) ?? ""))(text),
    );
    expect(enveloped.json["detail"]).toMatch(/body with wallet, timestamp and nonce was signed/);
  });

  it("a rating without the hash of its comment, and an address where the call takes no contract", async () => {
    const rating = await sign((text) => text.replace(/commentHash: .*\n/, ""), "/mkt/rating", {
      contract: body.contract,
      taskId: body.taskId,
      rating: 5,
      comment: "Fine.",
    });
    expect(rating.json["detail"]).toMatch(/line commentHash is missing/);
    const profile = await sign(line("contract", market.stage.addresses.human), "/mkt/profile", {
      displayName: "Some One",
      avatarSeed: "x",
    });
    expect(profile.json["detail"]).toMatch(/line contract differs: this request has -, 0x/);
  });

  it("nothing about another wallet's signature, or about two mistakes at once", async () => {
    const envelope = right();
    const { wallet, timestamp, nonce } = envelope;
    const strange = await market.chain.wallet("stranger").signMessage(line("contract", "-")(textOf(envelope)));
    const both = await market.chain
      .wallet("worker")
      .signMessage(line("contract", "-")(line("chainId", "1")(textOf(envelope))));
    for (const signature of [strange, both]) {
      const { json } = await market.post("/mkt/interest", { ...body, wallet, timestamp, nonce, signature });
      expect([json.code, json["detail"]]).toEqual([
        "signature_invalid",
        expect.stringMatching(/^The signature is not by this wallet over this request's text\./),
      ]);
    }
  });

  it("within a bounded number of tries, whose cost does not grow with the body", () => {
    const large = { ...body, message: "x".repeat(200_000) };
    const mistakes = signingMistakes(textOf(right("/mkt/rating", { ...body, comment: "x" })), large, null);
    expect(mistakes.length).toBeLessThanOrEqual(32);
    expect(
      signingMistakes(
        textOf(right()),
        { ...body, wallet: "0x", timestamp: 1, nonce: "n" },
        market.stage.addresses as never,
      ).length,
    ).toBeLessThanOrEqual(32);
    expect(mistakes.some(({ says }) => says.includes("payloadHash"))).toBe(false);
  });
});
