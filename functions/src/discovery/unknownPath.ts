import type { Endpoints } from "../catalogue/operations";
import { Refusal } from "../domain/errors";
import { distance } from "../domain/nearest";

/** Longer than any path of this service; longer paths are not compared. */
const MAX_COMPARED = 100;

/** The refusal for an unknown path; it names the nearest existing one. */
export function unknownPath(url: string, endpoints: Endpoints): Refusal {
  const [path = ""] = url.split("?");
  const asked = path
    .slice(0, MAX_COMPARED)
    .replace(/(?<!\/)\/+$/, "")
    .toLowerCase();
  const known = Object.values(endpoints).flat();
  const [nearest] = known
    .map(({ method, path: other }) => ({ name: `${method} ${other}`, distance: distance(asked, other.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  return new Refusal(
    "not_found",
    `There is nothing at this path; the nearest one is ${nearest?.name ?? "/"}. GET /openapi.json lists all of them.`,
  );
}
