import { STOCK_COMMENTS } from "../../../../functions/src/domain/stockComments";
import { VARIANTS } from "../../../../functions/src/domain/workflow/variants";
import { MktError, type Link } from "../../../client/src/browser";
import type { Task } from "../api";
import { linksOf } from "./links";
import { usdc } from "./text";
import { toUnits, unitsOf } from "./units";

/** What a form asks for before an action. */
export type ActionField =
  | "text"
  | "links"
  | "output"
  | "force"
  | "message"
  | "rating"
  | "comment"
  | "why"
  | "rewardUsdc"
  | "openUntil"
  | "share"
  | "forfeit"
  | "reason";
/** `files` says what is behind the links. */
export type Given = Partial<Record<ActionField | "files", string>>;

export const words = (given: Given): { text: string; links?: Link[] } => {
  const links = linksOf(given);
  return { text: given.text ?? "", ...(links.length > 0 && { links }) };
};
export const work = (given: Given) => {
  const output = outputOf(given.output ?? "");
  return { ...words(given), ...(output && { output }), ...(given.force && { force: true }) };
};
/** A rating, with a comment or what stands for none. */
export const judgement = ({ rating = "", comment = "" }: Given, orElse: string) => ({
  rating: Number(rating),
  comment: comment === "" ? orElse : comment,
});

const STOCK: readonly string[] = Object.values(STOCK_COMMENTS);

/** A comment in its party's own words; empty where a client wrote one because there was none. */
export const ownWords = (comment: string): string => (STOCK.includes(comment) ? "" : comment);

/** Work as data, as it is typed; null for none. @internal */
export function outputOf(text: string): Record<string, unknown> | unknown[] | null {
  if (text.trim() === "") return null;
  try {
    const output: unknown = JSON.parse(text);
    if (typeof output === "object" && output !== null) return output as Record<string, unknown> | unknown[];
  } catch {
    // Below.
  }
  throw new MktError("output_unreadable", "The work as data is not a JSON object or array.");
}

/** The worker's share of the reward in basis points, as it is typed in percent; null for what is none. */
export function shareOf(text = ""): number | null {
  const isShare = /^\d{1,3}(\.\d{1,2})?$/.test(text) && Number(text) <= 100;
  return isShare ? Math.round(Number(text) * 100) : null;
}

/** Who gets what by a ruling. */
export function ruled(task: Task, { share, forfeit }: Given): string | null {
  const bps = shareOf(share);
  if (bps === null) return null;
  const [reward, stake] = [BigInt(toUnits(task.rewardUsdc)), BigInt(toUnits(task.stakeUsdc))];
  const worker = (reward * BigInt(bps)) / 10_000n;
  const [toWorker, toPoster] = forfeit ? [worker, reward - worker + stake] : [worker + stake, reward - worker];
  const fee = task.terms.platformFeeBps > 0 ? ", less the fee" : "";
  return `The worker gets ${usdc(unitsOf(toWorker))} USDC${fee}, the poster ${usdc(unitsOf(toPoster))} USDC.`;
}

/** What a higher reward costs its poster now. */
export function added(task: Task, { rewardUsdc = "" }: Given): string | null {
  if (!/^\d{1,9}(\.\d{1,6})?$/.test(rewardUsdc)) return null;
  const more = BigInt(toUnits(rewardUsdc)) - BigInt(toUnits(task.rewardUsdc));
  if (more < 0n) return `The reward cannot be less than ${usdc(task.rewardUsdc)} USDC.`;
  return `You add ${usdc(unitsOf(more))} USDC.`;
}

/** Why a balance is too little, and what to do; null if it is enough. */
export function lackOf(balanceUsdc: string, neededUsdc: string): string | null {
  const short = BigInt(toUnits(neededUsdc)) - BigInt(toUnits(balanceUsdc));
  if (short <= 0n) return null;
  return `Your wallet has ${usdc(balanceUsdc)} USDC: ${usdc(unitsOf(short))} too little. Send USDC to it, then come back.`;
}

/** What a higher reward adds; nothing as long as none is typed. */
export function addedUsdc(task: Task, { rewardUsdc = "" }: Given): string | null {
  if (!/^\d{1,9}(\.\d{1,6})?$/.test(rewardUsdc)) return null;
  const more = BigInt(toUnits(rewardUsdc)) - BigInt(toUnits(task.rewardUsdc));
  return more > 0n ? unitsOf(more) : null;
}

/** From this share of the reward on, in percent, the cancel fee is said as one, too. */
const MUCH = 10n;

/** The cancel fee, which is the contract's and the same for every reward, and what of the reward comes back, in USDC. */
export function cancelling({ contract, rewardUsdc }: Pick<Task, "contract" | "rewardUsdc">) {
  const fee = VARIANTS[contract].cancelFeeUsdcUnits;
  const reward = BigInt(toUnits(rewardUsdc));
  const back = reward > fee ? reward - fee : 0n;
  const share = reward === 0n ? 0n : (fee * 200n + reward) / (reward * 2n);
  return { fee: usdc(unitsOf(fee)), back: usdc(unitsOf(back)), share: share >= MUCH ? `${share} %` : null };
}
