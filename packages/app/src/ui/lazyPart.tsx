import { lazy } from "preact-iso";
import { ApiError } from "../api";
import { notReached } from "../lib/cutOff";
import { NotLoaded } from "./states";
import { useOnline } from "./useOnline";

/** A part of the app that is loaded when it is first shown; `lazy` alone shows nothing, ever, where it does not arrive. */
export function lazyPart<T>(load: () => Promise<{ default: T } | T>) {
  return lazy<T>(() => load().catch(() => Unloaded as T));
}

/** There is no network, or the file is gone after a deployment. A browser asks for it again only with the page. */
function Unloaded() {
  const isOnline = useOnline(() => location.reload());
  const error = isOnline
    ? new Error("A part of this page could not be opened. Load the page again: a newer version may be out.")
    : new ApiError(notReached(), null);
  return <NotLoaded error={error} retry={() => location.reload()} />;
}
