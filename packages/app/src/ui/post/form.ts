import type { Draft } from "../../lib/draft";

export type Faults = Readonly<Partial<Record<keyof Draft, string>>>;

/** What every part of the form gets: the draft as it is typed, and what is wrong with it. */
export interface DraftProps {
  draft: Draft;
  faults: Faults;
  change: (more: Partial<Draft>) => void;
}

/** The draft's fields as `Field` takes them. */
export function bound({ draft, faults, change }: DraftProps) {
  return (name: keyof Draft) => ({
    id: `draft-${name}`,
    name,
    value: draft[name],
    fault: faults[name],
    onInput: (value: string) => change({ [name]: value }),
  });
}
