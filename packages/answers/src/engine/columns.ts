import type { Column } from "../dataset/snapshot";
import type { Dataset } from "./dataset";

/** The column of a name, in any case, by its own name first. */
export function columnNamed({ columns }: Dataset, name: string): Column | null {
  const said = name.trim().toLowerCase();
  return (
    columns.find((one) => one.name.toLowerCase() === said) ??
    columns.find(({ alsoCalled }) => alsoCalled.includes(said)) ??
    null
  );
}

/** The values of a column that are called so: its own in any case, else those that are also called so. */
export function valuesNamed({ values, valuesAlsoCalled }: Column, name: string): string[] {
  const said = name.trim().toLowerCase();
  const own = values.filter((value) => value.toLowerCase() === said);
  return own.length > 0 ? own : values.filter((_, i) => valuesAlsoCalled[i]!.includes(said));
}
