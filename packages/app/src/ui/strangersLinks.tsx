import { useId, useState } from "preact/hooks";
import { fingerprintOf, isFileOf, type Link } from "../../../client/src/tasks/links";
import { sizeText } from "../lib/download";
import { StrangersLink } from "./link";
import { Untrusted } from "./untrusted";
import { errorOf } from "./useData";

/** The links of a text by the other party, each with a check of the file that was downloaded from it. */
export function StrangersLinks({ links }: { links: readonly Link[] }) {
  if (links.length === 0) return null;
  return (
    <ul class="links">
      {links.map((link) => (
        <li key={link.url}>
          <StrangersLink href={link.url} text={link.url}>
            <Untrusted text={link.url} />
          </StrangersLink>
          {link.sha256 === undefined ? (
            <p class="note">This link has no fingerprint, so a later change to the file would not show.</p>
          ) : (
            <FileCheck link={link} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** Compares a file with what a link stood for; the file stays on the visitor's device. */
function FileCheck({ link }: { link: Link }) {
  const id = useId();
  const [said, setSaid] = useState<Said | null>(null);
  const check = async (input: HTMLInputElement) => {
    const file = input.files?.[0];
    setSaid(null);
    if (!file) return;
    const found = await saidOf(link, file);
    // Another file may have been chosen meanwhile.
    if (input.files?.[0] === file) setSaid(found);
  };
  return (
    <>
      <label for={id} class="file">
        <span class="note">
          Downloaded it? Choose the file to check that it is the one that was submitted
          {link.bytes !== undefined && ` (${sizeText(link.bytes)})`}
        </span>
        <input id={id} type="file" onChange={(event) => void check(event.currentTarget)} />
      </label>
      <p role="status" class={said ? `verdict ${said.tone}` : undefined}>
        {said?.text}
      </p>
    </>
  );
}

interface Said {
  text: string;
  tone: "good" | "bad";
}

async function saidOf(link: Link, file: File): Promise<Said> {
  try {
    return isFileOf(link, await fingerprintOf(file))
      ? { text: "This is the file that was submitted.", tone: "good" }
      : { text: "This is not the file that was submitted.", tone: "bad" };
  } catch (problem) {
    return { text: errorOf(problem).message, tone: "bad" };
  }
}
