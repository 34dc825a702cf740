import { toAddress, type Address } from "./address";
import type { VariantName } from "./workflow/variants";

/** The two deployments of the escrow, by name. */
export type Escrows = Readonly<Record<VariantName, Address>>;

/** A deployment by its name or its address, in any case; null for anything else. */
export function escrowNamed(text: string, escrows: Escrows): { name: VariantName; address: Address } | null {
  const address = toAddress(text);
  for (const name of Object.keys(escrows) as VariantName[]) {
    if (text === name || address === escrows[name]) return { name, address: escrows[name] };
  }
  return null;
}
