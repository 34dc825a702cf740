import type { Saved } from "./useDraft";

/** Says beside a form that what is typed is kept, or that it is not. */
export function DraftNote({ saved }: { saved: Saved }) {
  if (saved === null) return null;
  return saved ? (
    <p class="note draft-note">Draft saved in this browser.</p>
  ) : (
    <p class="fault draft-note">This browser is out of space. Copy your text before you leave the page.</p>
  );
}
