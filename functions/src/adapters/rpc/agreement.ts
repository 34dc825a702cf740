import { NodesDisagree } from "../../ports/chain";
import { RpcError } from "./node";

export type Read<T> = (results: unknown[]) => T;
export type Answer<T> = { readonly value: T } | { readonly reverted: RpcError };

/** One node's answer, and the hash of the block it is about; empty where it does not depend on the block. */
export interface Told<T> {
  readonly at: string;
  readonly answer: Answer<T>;
}

/** What nodes that agree said, in the order in which they came. */
export type Camp<T> = readonly [T, ...T[]];

/** A call that reverts is an answer, too: the next node would say the same. */
export function withReverts<T>(read: Read<T>): Read<Answer<T>> {
  return (results) => {
    const reverted = results.find((result) => result instanceof RpcError);
    return reverted ? { reverted } : { value: read(results) };
  };
}

/** The first answers of which a quorum says the same; of reverts, only that they are. */
export function campOf<T>(
  told: readonly Told<T>[],
  sameness: (value: T) => string,
  quorum: number,
): Camp<Answer<T>> | undefined {
  const groups = new Map<string, Answer<T>[]>();
  for (const { at, answer } of told) {
    const key = `${at} ${"reverted" in answer ? "reverted" : `value ${sameness(answer.value)}`}`;
    groups.set(key, [...(groups.get(key) ?? []), answer]);
  }
  return [...groups.values()].find(({ length }) => length >= quorum) as Camp<Answer<T>> | undefined;
}

/** The reverts whose bytes nodes returned, and one that a quorum returned. */
function reasonsOf<T>(camp: Camp<Answer<T>>, quorum: number): { told: RpcError[]; agreed: RpcError | undefined } {
  const told = camp.flatMap((answer) => ("reverted" in answer && answer.reverted.data !== "0x" ? answer.reverted : []));
  return { told, agreed: told.find(({ data }) => told.filter((one) => one.data === data).length >= quorum) };
}

/** Whether a quorum returned the same reason, or no node any: another node need not be asked. */
export function isCertain<T>(camp: Camp<Answer<T>>, quorum: number): boolean {
  const { told, agreed } = reasonsOf(camp, quorum);
  return told.length === 0 || agreed !== undefined;
}

/** The revert with the reason that nodes agree on, or that one returned and none contradicts. */
export function withReason<T>(camp: Camp<Answer<T>>, quorum: number): Camp<Answer<T>> {
  const { told, agreed } = reasonsOf(camp, quorum);
  const [first, other] = told;
  if (agreed) return [{ reverted: agreed }];
  if (other) throw new NodesDisagree();
  return first ? [{ reverted: new RpcError(first.rpcCode, first.message, first.data, false) }] : camp;
}

export function valueOf<T>(answer: Answer<T>): T {
  if ("reverted" in answer) throw answer.reverted;
  return answer.value;
}

export function valuesOf<T>([first, ...rest]: Camp<Answer<T>>): Camp<T> {
  return [valueOf(first), ...rest.map(valueOf)];
}
