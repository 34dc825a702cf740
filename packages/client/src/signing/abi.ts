import * as AbiParameters from "ox/AbiParameters";
import { id } from "../hashing";

/** Arguments or values by their names; tuples are objects. */
export type Named = Readonly<Record<string, unknown>>;

interface Parameter {
  type: string;
  name: string;
  components?: readonly Parameter[];
}

interface AbiFunction {
  name: string;
  selector: string;
  inputs: readonly Parameter[];
  outputs: readonly Parameter[];
}

/** Some functions of a contract, by their human-readable signatures. */
export class Abi {
  private readonly functions: readonly AbiFunction[];

  constructor(signatures: readonly string[]) {
    this.functions = signatures.map(functionOf);
  }

  /** The function's selector, 0x hex. */
  selector(name: string): string {
    return this.named(name).selector;
  }

  /** The function that calldata calls; null if it is unknown. */
  nameOf(data: string): string | null {
    const selector = data.slice(0, 10).toLowerCase();
    return this.functions.find((one) => one.selector === selector)?.name ?? null;
  }

  /** Calldata of a call. */
  encode(name: string, values: readonly unknown[] = []): string {
    const item = this.named(name);
    return item.selector + AbiParameters.encode(item.inputs, values).slice(2);
  }

  /** The arguments in calldata, in their order. Throws if it is no call of the function. */
  decode(name: string, data: string): readonly unknown[] {
    const item = this.named(name);
    if (data.slice(0, 10).toLowerCase() !== item.selector) throw new TypeError(`not a call of ${name}`);
    return AbiParameters.decode<typeof item.inputs, "Array">(item.inputs, `0x${data.slice(10)}`);
  }

  /** The same arguments by their names. */
  arguments(name: string, data: string): Named {
    const values = this.decode(name, data);
    return Object.fromEntries(this.named(name).inputs.map((input, at) => [input.name, values[at]]));
  }

  /** The first value that a function returned. */
  result(name: string, data: string): unknown {
    const item = this.named(name);
    return AbiParameters.decode<typeof item.outputs, "Array">(item.outputs, data as `0x${string}`)[0];
  }

  /** A function's arguments, ABI-encoded, with more values after them. */
  encodeWith(name: string, values: readonly unknown[], more: readonly string[] = []): string {
    const types: { type: string }[] = [...this.named(name).inputs, ...more.map((type) => ({ type }))];
    return AbiParameters.encode(types, values as []);
  }

  private named(name: string): AbiFunction {
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

const SIGNATURE = /^function (\w+)\((.*?)\)(?: view)?(?: returns \((.*)\))?$/;
/** Between commas; those in parentheses, which are at most two deep, separate nothing. */
const PARAMETER = /(?:[^,()]|\((?:[^()]|\([^()]*\))*\))+/g;

function functionOf(signature: string): AbiFunction {
  const [, name, inputs = "", outputs = ""] = SIGNATURE.exec(signature) ?? [];
  if (name === undefined) throw new TypeError(`not a function's signature: ${signature}`);
  const parameters = parametersIn(inputs);
  const selector = id(`${name}(${parameters.map(typeOf).join()})`).slice(0, 10);
  return { name, selector, inputs: parameters, outputs: parametersIn(outputs) };
}

/** Parameters as they are written: `uint256 taskId, (uint256 deadline, bytes signature) voucher`. */
function parametersIn(text: string): Parameter[] {
  return (text.match(PARAMETER) ?? []).map((one) => {
    const [, tuple, plain, name = ""] = /^(?:\((.*)\)|(\S+)) ?(\w*)$/.exec(one.trim()) ?? [];
    return tuple === undefined ? { type: plain ?? "", name } : { type: "tuple", name, components: parametersIn(tuple) };
  });
}

function typeOf({ type, components }: Parameter): string {
  return components ? `(${components.map(typeOf).join()})` : type;
}
