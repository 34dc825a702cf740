import { Signature, ZeroAddress, type ParamType, type Result } from "ethers";
import { MODES } from "../../domain/task/events";
import { address } from "../rpc/json";

type Values = Readonly<Record<string, unknown>>;

/** What an argument is called here, and its value in both directions, where its Solidity type does not say it. */
interface Codec {
  readonly as?: string;
  readonly read?: (value: unknown, type: string) => unknown;
  readonly write?: (value: unknown) => unknown;
}

const same = (value: unknown) => value;
const amount = (as: string): Codec => ({ as, read: same });
/** The contract says zero for none. */
export const orNone = (value: unknown, type: string) => (/^0x0*$/.test(String(value)) ? null : byType(value, type));

const CODECS: Readonly<Record<string, Codec>> = {
  taskId: amount("taskId"),
  reward: amount("rewardUsdcUnits"),
  addedReward: amount("addedUsdcUnits"),
  stake: amount("stakeUsdcUnits"),
  cancelFee: amount("cancelFeeUsdcUnits"),
  fee: amount("feeUsdcUnits"),
  refund: amount("toPosterUsdcUnits"),
  toPoster: amount("toPosterUsdcUnits"),
  toWorker: amount("toWorkerUsdcUnits"),
  amount: amount("amountUsdcUnits"),
  mode: {
    read: (number) => MODES[Number(number)],
    write: (mode) => MODES.findIndex((one) => one === mode),
  },
  judge: { read: orNone, write: (judge) => judge ?? ZeroAddress },
  verdictDeadline: { as: "deadline" },
  /** A pull of the token is valid from the start. */
  validAfter: { write: (time) => time ?? 0 },
  voucher: {
    read: (signed) => signedOrNone((signed as Result).toObject()),
    write: (voucher) => voucher ?? NO_SIGNATURE,
  },
  permit: {
    read: (permit) => {
      const { value, deadline, v, r, s } = (permit as Result).toObject();
      const { serialized } = Signature.from({ v: Number(v), r: r as string, s: s as string });
      return { valueUsdcUnits: value as bigint, deadline: Number(deadline), signature: serialized };
    },
    write: (permit) => {
      const { valueUsdcUnits, deadline, signature } = permit as Values;
      const { v, r, s } = Signature.from(signature as string);
      return { value: valueUsdcUnits, deadline, v, r, s };
    },
  },
};

export const NO_SIGNATURE = { deadline: 0, signature: "0x" };

/** A signature that the contract takes with its deadline; it says zero and no bytes for none. */
export function signedOrNone({ deadline, signature }: Values): Values | null {
  return Number(deadline) === 0 && signature === "0x" ? null : { deadline: Number(deadline), signature };
}

/** Decoded arguments by the names that this service gives them; `own` says what differs from the rule. */
export function readValues(inputs: readonly ParamType[], values: Result, own: typeof CODECS = {}): Values {
  return Object.fromEntries(
    inputs.map(({ name, type, components }, at) => {
      const { as = name, read } = own[name] ?? CODECS[name] ?? {};
      const value: unknown = values[at];
      if (read) return [as, read(value, type)];
      return [as, components ? readValues(components, value as Result) : byType(value, type)];
    }),
  );
}

/** The arguments that Solidity takes, in its order. */
export function writeValues(inputs: readonly ParamType[], values: object): readonly unknown[] {
  return inputs.map(({ name, components }) => {
    const { as = name, write } = CODECS[name] ?? {};
    const value = (values as Values)[as];
    if (write) return write(value);
    return components ? writeValues(components, value as object) : value;
  });
}

/** Numbers are small: times, windows, ratings, shares; amounts are named above. */
function byType(value: unknown, type: string): unknown {
  if (type.startsWith("uint")) return Number(value);
  return type === "address" ? address(value) : value;
}
