import { Argument, type Command } from "commander";
import type { Mkt } from "../client";
import { MktError } from "../errors";
import type { PastPurchase } from "../buying/pastPurchases";
import { receiptIn, verifyReceipt, type VerifiedReceipt } from "../buying/receipts";
import type { Context } from "./context";
import type { Define } from "./define";
import { textOf } from "./input";
import { oneLine } from "./printable";
import { TOPICS } from "./products";
import { usage } from "./usage";

const WHICH = "its transaction's hash; the newest, if none is given";

/** Commands about answers that were bought, and their signed receipts. */
export function addReceiptCommands(program: Command, define: Define): void {
  const answers = program.command("answers").description("answers that this wallet bought");
  define(
    answers.command("list").description("what was bought, as the journal has it, oldest first"),
    async (context) => {
      const bought = await (await context.mkt()).bought();
      const lines = bought.map(
        ({ boughtAt, path, question, paidUsdc, txHash, receipt }) =>
          `${boughtAt}  ${path}  ${paidUsdc} USDC  ${txHash ?? "no transaction named"}${receipt === null ? "" : "  receipt"}\n  ${oneLine(typeof question["query"] === "string" ? question["query"] : JSON.stringify(question))}`,
      );
      return { json: bought, text: lines.join("\n") || "The journal has no answers of this wallet." };
    },
  );
  define(
    answers
      .command("again")
      .description("read an answer again, free: the wallet that paid signs; also without the journal")
      .addArgument(new Argument("<topic>", "what it is about").choices(Object.keys(TOPICS)))
      .argument("<question>", "the same question; - reads it from standard input, @file from a file"),
    async (context, _options, topic = "", question = "") => {
      const endpoint = TOPICS[topic];
      if (endpoint === undefined) throw usage(`${topic} is not a topic: ${Object.keys(TOPICS).join(" or ")}.`);
      const query = await textOf(question, context.terminal);
      const answer = await (await context.mkt()).answerAgain(endpoint, { query }, context.terminal.signal);
      return { json: { answer }, text: `${answer.reply}\n\nRead again; nothing was paid.` };
    },
  );

  const receipts = program.command("receipt").description("signed receipts of bought answers");
  define(
    receipts.command("show").description("print a receipt, for others to verify").argument("[hash]", WHICH),
    async (context, _options, hash = "") => {
      const text = await keptReceipt(await context.mkt(), hash);
      const receipt = receiptIn(text);
      const { payload, signature } = receipt;
      const lines = [
        `Paid for ${payload.resourceUrl}`,
        `by ${payload.payer}`,
        `in ${payload.transaction} on ${payload.network}`,
        `Issued ${new Date(payload.issuedAt * 1000).toISOString()}`,
        `Signature ${signature}`,
      ];
      return { json: { receipt, paymentResponse: text }, text: lines.join("\n") };
    },
  );
  define(
    receipts
      .command("verify")
      .description("check who signed a receipt and, with a node, that the payment is on the chain")
      .argument("[receipt]", `PAYMENT-RESPONSE or a receipt's JSON; - or @file reads it; or ${WHICH}`),
    async (context, _options, given = "") => {
      const mkt = await context.mkt();
      const text = await receiptText(context, mkt, given);
      const verified = await verifyReceipt(mkt, text, context.chain());
      if (verified.isOnChain === false)
        throw new MktError(
          "receipt_invalid",
          `The signature is the service's, but the chain has no such payment in ${verified.payload.transaction}.`,
        );
      const { payload, signer } = verified;
      const said = `Valid: signed by ${signer}, the service's key, for ${payload.resourceUrl}, paid by ${payload.payer} in ${payload.transaction}.\n${chainText(verified)}`;
      return { json: verified, text: said };
    },
  );
}

function chainText({ isOnChain, recipient, payload }: VerifiedReceipt): string {
  if (isOnChain === null) return "Not looked up on the chain: give --rpc-url for that.";
  if (recipient !== null) return `The chain has the payment to ${recipient}.`;
  return `On the chain, ${payload.payer} moved USDC in it. To check that the service got it, set MKT_RECIPIENT.`;
}

/** A receipt as the user gives it: as text, from a file, or by the hash of its transaction. */
async function receiptText(context: Context, mkt: Mkt, given: string): Promise<string> {
  if (given === "" || /^0x[0-9a-fA-F]{64}$/.test(given)) return keptReceipt(mkt, given);
  return textOf(given, context.terminal);
}

/** PAYMENT-RESPONSE of a purchase in the journal. */
export async function keptReceipt(mkt: Mkt, hash: string): Promise<string> {
  const isIt = ({ txHash }: PastPurchase) => hash === "" || txHash?.toLowerCase() === hash.toLowerCase();
  const found = (await mkt.bought()).findLast((one) => one.receipt !== null && isIt(one));
  if (!found?.receipt)
    throw new MktError(
      "no_receipt",
      hash === "" ? "The journal has no receipt." : `The journal has no receipt of ${hash}.`,
    );
  return found.receipt;
}
