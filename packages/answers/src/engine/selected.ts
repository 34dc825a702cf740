import { publishableCount } from "./publishable";
import { meeting, type Condition, type Mask } from "./sets";

/** The records that meet some conditions. */
export interface Selected {
  conditions: Condition[];
  mask: Mask;
  /** How many there are; null where saying it would single out fewer than five. */
  count: number | null;
}

/** What was selected for a reply: its parts ask for the same again, as what two sides mention is counted to choose it and to tell it. */
export class Selections {
  private readonly numbers = new Map<object, number>();
  private readonly made = new Map<string, Selected>();

  constructor(private readonly size: number) {}

  /** By what was found, one and the same object each time. */
  by(found: readonly object[], conditionsOf: () => Condition[]): Selected {
    const key = found.map((one) => this.numberOf(one)).join();
    const known = this.made.get(key);
    if (known) return known;
    const { size } = this;
    const conditions = conditionsOf();
    let mask: Mask | null = null;
    const selected: Selected = {
      conditions,
      get mask() {
        return (mask ??= meeting(size, conditions));
      },
      count: publishableCount(size, conditions),
    };
    this.made.set(key, selected);
    return selected;
  }

  private numberOf(one: object): number {
    const number = this.numbers.get(one) ?? this.numbers.size;
    this.numbers.set(one, number);
    return number;
  }
}
