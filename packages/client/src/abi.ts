import * as AbiFunction from "ox/AbiFunction";
import * as AbiItem from "ox/AbiItem";
import * as AbiParameters from "ox/AbiParameters";

/** Arguments or values by their names; tuples are objects. */
export type Named = Readonly<Record<string, unknown>>;

/** Some functions of a contract, by their human-readable signatures. */
export class Abi {
  private readonly functions: readonly AbiFunction.AbiFunction[];

  constructor(signatures: readonly string[]) {
    this.functions = signatures.map((signature) => AbiFunction.from(signature as never));
  }

  /** The function's selector, 0x hex. */
  selector(name: string): string {
    return AbiItem.getSelector(this.named(name));
  }

  /** The function that calldata calls; null if it is unknown. */
  nameOf(data: string): string | null {
    const selector = data.slice(0, 10).toLowerCase();
    return this.functions.find((one) => AbiItem.getSelector(one) === selector)?.name ?? null;
  }

  /** Calldata of a call. */
  encode(name: string, values: readonly unknown[] = []): string {
    const item = this.named(name);
    const encoded = AbiParameters.encode(item.inputs, values);
    return AbiItem.getSelector(item) + encoded.slice(2);
  }

  /** The arguments in calldata, in their order. Throws if it is no call of the function. */
  decode(name: string, data: string): readonly unknown[] {
    const item = this.named(name);
    if (data.slice(0, 10).toLowerCase() !== AbiItem.getSelector(item)) throw new TypeError(`not a call of ${name}`);
    return AbiParameters.decode<typeof item.inputs, "Array">(item.inputs, `0x${data.slice(10)}`);
  }

  /** The same arguments by their names. */
  arguments(name: string, data: string): Named {
    const values = this.decode(name, data);
    return Object.fromEntries(this.named(name).inputs.map((input, at) => [input.name ?? "", values[at]]));
  }

  /** The first value that a function returned. */
  result(name: string, data: string): unknown {
    const item = this.named(name);
    return AbiParameters.decode<typeof item.outputs, "Array">(item.outputs, data as `0x${string}`)[0];
  }

  /** A function's arguments, ABI-encoded, with more values after them. */
  encodeWith(name: string, values: readonly unknown[], more: readonly string[] = []): string {
    const types = [...this.named(name).inputs, ...more.map((type) => ({ type }))];
    return AbiParameters.encode(types, values as []);
  }

  private named(name: string): AbiFunction.AbiFunction {
    const found = this.functions.find((one) => one.name === name);
    if (!found) throw new TypeError(`unknown function ${name}`);
    return found;
  }
}

/** Values in the ABI's encoding, 0x hex. */
export function encoded(types: readonly string[], values: readonly unknown[]): string {
  return AbiParameters.encode(
    types.map((type) => ({ type })),
    values as [],
  );
}
