import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { draftIn, keepDraft } from "../lib/drafts";
import { valuesOf } from "./form";

/** Whether what is typed is kept; `null` while nothing was typed. */
export type Saved = boolean | null;

interface Draft {
  text: string;
  saved: Saved;
  type: (text: string) => void;
  clear: () => void;
}

/** A text as it is typed, kept in this browser; another `name` is another text. */
export function useDraft(name: string): Draft {
  const read = () => {
    const text = draftIn(localStorage, name);
    return { name, text, saved: (text === "" ? null : true) as Saved };
  };
  const [known, setKnown] = useState(read);
  const { text, saved } = known.name === name ? known : read();
  useWarning(saved === false);
  const type = (next: string) => setKnown({ name, text: next, saved: keepDraft(localStorage, name, next, Date.now()) });
  const clear = () => {
    keepDraft(localStorage, name, "", Date.now());
    setKnown({ name, text: "", saved: null });
  };
  return { text, saved, type, clear };
}

interface DraftFields<Fields extends object> {
  /** The fields as they are typed; `known` where nothing is. */
  fields: Fields;
  isTyped: boolean;
  saved: Saved;
  change: (more: Partial<Fields>) => void;
  clear: () => void;
}

/** Fields as they are typed over what is known, kept in this browser until they are sent. */
export function useDraftFields<Fields extends object>(name: string, known: Fields): DraftFields<Fields> {
  const { text, saved, type, clear } = useDraft(name);
  const typed = objectIn<Fields>(text);
  const latest = useRef<Fields>(known);
  latest.current = { ...known, ...typed };
  const change = (more: Partial<Fields>) => {
    latest.current = { ...latest.current, ...more };
    type(JSON.stringify(latest.current));
  };
  return { fields: latest.current, isTyped: typed !== null, saved, change, clear };
}

/** A form whose fields are kept as they are typed and filled in again after a reload; `filled` hears what they then hold. */
export function useDraftForm(name: string, filled?: (values: Record<string, string>) => void) {
  const known = useRef<HTMLFormElement | null>(null);
  const [saved, setSaved] = useState<Saved>(null);
  useWarning(saved === false);
  // The form may come later than what it belongs to.
  const form = useCallback(
    (own: HTMLFormElement | null) => {
      known.current = own;
      const values = own && objectIn<Record<string, string>>(draftIn(localStorage, name));
      if (!own || !values) return;
      for (const [field, value] of Object.entries(values)) fill(own.elements.namedItem(field), value ?? "");
      setSaved(true);
      filled?.(valuesOf(own));
    },
    [name],
  );
  const keep = () => {
    const own = known.current;
    if (own) setSaved(keepDraft(localStorage, name, JSON.stringify(valuesOf(own)), Date.now()));
  };
  const clear = () => {
    keepDraft(localStorage, name, "", Date.now());
    setSaved(null);
  };
  return { form, saved, keep, clear };
}

/** Asks before the page is left with something that could not be kept. */
function useWarning(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isUnsaved]);
}

function objectIn<Fields extends object>(text: string): Partial<Fields> | null {
  try {
    const values = JSON.parse(text === "" ? "null" : text) as Partial<Fields> | null;
    return typeof values === "object" ? values : null;
  } catch {
    return null;
  }
}

function fill(field: Element | RadioNodeList | null, value: string): void {
  if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = true;
  else if (field instanceof RadioNodeList) field.value = value;
  else if (
    field instanceof HTMLInputElement ||
    field instanceof HTMLTextAreaElement ||
    field instanceof HTMLSelectElement
  )
    field.value = value;
}
