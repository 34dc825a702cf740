import { ErrorBoundary } from "preact-iso";
import type { ComponentChildren } from "preact";
import { useErrorBoundary } from "preact/hooks";
import { Failure } from "./states";

/** A part of a page that may fail, or still be on its way, without the rest. */
export function Boundary({ children }: { children: ComponentChildren }) {
  const [error] = useErrorBoundary() as [unknown, () => void];
  if (error) return <Failure error={new Error("This part did not load. Reload the page.")} />;
  return <ErrorBoundary>{children}</ErrorBoundary>;
}
