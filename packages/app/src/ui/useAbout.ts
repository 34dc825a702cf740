import { useEffect, useState } from "preact/hooks";
import { api, dataOf, type About } from "../api";

/** Asked for once in a window: it changes with a deployment only. */
let asked: Promise<About> | null = null;

/** Who runs this service, its network and contracts; null until it is known, and where it cannot be. */
export function useAbout(): About | null {
  const [about, setAbout] = useState<About | null>(null);
  useEffect(() => {
    asked ??= api.GET("/mkt/about").then(dataOf);
    asked.then(setAbout, () => (asked = null));
  }, []);
  return about;
}
