import { useState } from "preact/hooks";
import type { ReadSession } from "../wallet/session";

/** A choice beside a sign-in, which this tab remembers: whether a reload asks for the signature again. */
export function Stay({ session }: { session: ReadSession }) {
  const [stays, setStays] = useState(session.stays);
  const choose = (next: boolean) => {
    session.stays = next;
    setStays(next);
  };
  return (
    <label class="check">
      <input type="checkbox" checked={stays} onChange={({ currentTarget }) => choose(currentTarget.checked)} />
      <span>Stay signed in when this page is loaded again (in this tab only)</span>
    </label>
  );
}
