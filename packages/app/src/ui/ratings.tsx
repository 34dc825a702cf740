import type { ComponentChildren } from "preact";
import type { Profile } from "../api";
import { count } from "../lib/text";

const VALUES = ["5", "4", "3", "2", "1"] as const;

type AverageProps = { average: number | null } & ({ of: number } | { raters: number; by: keyof typeof RATERS });

/** Who rates a poster, and a worker. */
const RATERS = { poster: "worker", worker: "poster" } as const;

/** An average with how many ratings it is of; or of a poster or worker, with how many wallets rated, as each counts once. */
export function Average(props: AverageProps) {
  const { average } = props;
  if (average === null) return <span class="quiet">No ratings{"by" in props && ` as ${props.by}`} yet</span>;
  return (
    <span class="rating">
      <span aria-hidden="true">★</span> <strong>{average.toFixed(1)}</strong>
      <span class="quiet">
        {" "}
        {"of" in props ? `of 5, ${count(props.of, "rating")}` : `from ${count(props.raters, RATERS[props.by])}`}
      </span>
    </span>
  );
}

/** The stars of one rating. */
export function StarsGiven({ value }: { value: number }) {
  return (
    <strong>
      <span aria-hidden="true">{"★".repeat(value) + "☆".repeat(5 - value)}</span>
      <span class="unseen">{value} of 5 stars</span>
    </strong>
  );
}

type Shares = Profile["ratings"]["distribution"];

/** How many ratings there are of each value, as bars. */
export function Distribution({ shares, label }: { shares: Shares; label: string }) {
  const most = Math.max(1, ...VALUES.map((value) => shares[value]));
  return (
    <table class="bars">
      <caption>{label}</caption>
      <thead class="unseen">
        <tr>
          <th scope="col">Rating</th>
          <th scope="col">Share</th>
          <th scope="col">Number</th>
        </tr>
      </thead>
      <tbody>
        {VALUES.map((value) => (
          <tr key={value}>
            <th scope="row">{value} ★</th>
            <td>
              <Bar share={shares[value] / most} />
            </td>
            <td class="number">{shares[value]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A bar for a share between 0 and 1. Drawn, not styled: pages apply no style of their own. */
export function Bar({ share }: { share: number }) {
  return (
    <svg class="bar-drawn" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect class="bar-ground" width="100" height="10" />
      <rect class="bar-share" width={Math.round(share * 1000) / 10} height="10" />
    </svg>
  );
}

/** Terms and what they are, in pairs. */
export function Facts({ children }: { children: ComponentChildren }) {
  return <dl class="facts">{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
