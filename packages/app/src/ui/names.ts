import { useEffect, useState } from "preact/hooks";
import { profilesOf } from "../api";
import { Names, type Named } from "../lib/names";

export const names = new Names(profilesOf);

/** What a wallet is called and drawn by, once that is known; `given` where the page knows it. */
export function useName(address: string, given?: Named): Named | undefined {
  const [, setHeard] = useState(0);
  useEffect(() => {
    if (given) return;
    void names.need([address]);
    return names.listen(() => setHeard((count) => count + 1));
  }, [address, given === undefined]);
  return given ?? names.of(address);
}
