import { balancesOf } from "../api";
import { lackOf } from "../lib/given";
import type { Connected } from "../wallet/connect";
import { useData } from "./useData";
import { useReturn } from "./useReturn";

/** Why the wallet cannot pay so much USDC; null if it can, or as long as that is not known. */
export function useLack(connected: Connected | null, neededUsdc: string | null): string | null {
  const isAsked = connected !== null && neededUsdc !== null;
  const info = useData(isAsked ? `lack ${connected.address}` : "", () =>
    isAsked ? balancesOf(connected.address) : Promise.resolve(null),
  );
  useReturn(() => {
    if (info.state === "ready" && info.value) info.reload();
  });
  return isAsked && info.state === "ready" && info.value ? lackOf(info.value.usdc, neededUsdc) : null;
}
