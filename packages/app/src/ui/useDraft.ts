import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
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

/** A text as it is typed, kept in this browser. */
export function useDraft(name: string): Draft {
  const [text, setText] = useState(() => draftIn(localStorage, name));
  const [saved, setSaved] = useState<Saved>(null);
  useWarning(saved === false);
  const type = (next: string) => {
    setText(next);
    setSaved(keepDraft(localStorage, name, next, Date.now()));
  };
  const clear = () => {
    keepDraft(localStorage, name, "", Date.now());
    setText("");
    setSaved(null);
  };
  return { text, saved, type, clear };
}

/** A form whose fields are kept as they are typed and filled in again after a reload; `filled` hears what they then hold. */
export function useDraftForm(name: string, filled?: (values: Record<string, string>) => void) {
  const form = useRef<HTMLFormElement>(null);
  const [saved, setSaved] = useState<Saved>(null);
  useWarning(saved === false);
  useLayoutEffect(() => {
    const own = form.current;
    const values = own && valuesIn(draftIn(localStorage, name));
    if (!own || !values) return;
    for (const [field, value] of Object.entries(values)) fill(own.elements.namedItem(field), value);
    setSaved(true);
    filled?.(valuesOf(own));
  }, [name]);
  const keep = () => {
    const own = form.current;
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

function valuesIn(text: string): Record<string, string> | null {
  try {
    const values = JSON.parse(text === "" ? "null" : text) as Record<string, string> | null;
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
