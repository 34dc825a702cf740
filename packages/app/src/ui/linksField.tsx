import { useRef, useState } from "preact/hooks";
import { fingerprintOf } from "../../../client/src/tasks/links";
import { sizeText } from "../lib/download";
import { filesOf, urlsOf, withFile, type KnownFile, type TypedLinks } from "../lib/links";
import { Field } from "./field";
import { valuesOf } from "./form";
import { Untrusted } from "./untrusted";
import { errorOf } from "./useData";

interface LinksFieldProps {
  id: string;
  given: TypedLinks;
  fault: string | undefined;
  /** Of a form that holds its fields itself. */
  change?: (more: TypedLinks) => void;
}

/**
 * Links, and beside each the file that it is behind: its hash is sent with the link, the file itself is not. What was
 * chosen is in the form like everything else that is typed, so that it is kept with it.
 */
export function LinksField({ id, given, fault, change }: LinksFieldProps) {
  const files = useRef<HTMLInputElement>(null);
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map());
  const known = filesOf(given);
  const keep = (url: string, chosen: Parameters<typeof withFile>[2]) => {
    const own = files.current;
    if (!own?.form) return;
    // What the form holds now: it may have changed while the file was read.
    own.value = withFile(valuesOf(own.form), url, chosen);
    own.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const choose = async (url: string, input: HTMLInputElement) => {
    const file = input.files?.[0];
    const isLatest = () => input.files?.[0] === file;
    setFaults((others) => new Map(others).set(url, ""));
    keep(url, null);
    // The form cannot be sent without the hash of a file that was chosen.
    input.setCustomValidity(file ? "Wait until the file is read." : "");
    if (!file) return;
    try {
      const fingerprint = await fingerprintOf(file);
      if (isLatest()) keep(url, { ...fingerprint, name: file.name });
    } catch (problem) {
      if (isLatest()) setFaults((others) => new Map(others).set(url, errorOf(problem).message));
    }
    if (isLatest()) input.setCustomValidity("");
  };
  return (
    <>
      <Field
        id={id}
        name="links"
        label="Links, one a line (optional)"
        rows={2}
        maxLength={8_000}
        fault={fault}
        {...(change && { value: given.links ?? "", onInput: (links: string) => change({ links }) })}
      />
      <p class="note">Files are not uploaded here: paste the links where they can be downloaded.</p>
      <input
        type="hidden"
        name="files"
        ref={files}
        {...(change && {
          value: given.files ?? "",
          onInput: (event: { currentTarget: HTMLInputElement }) => change({ files: event.currentTarget.value }),
        })}
      />
      {urlsOf(given).map((url) => (
        <label key={url} class="file">
          <span>
            The file behind <Untrusted text={url} /> (optional)
          </span>
          <input type="file" onChange={(event) => void choose(url, event.currentTarget)} />
          <Chosen file={known.get(url)} />
          {faults.get(url) && <span class="fault">{faults.get(url)}</span>}
        </label>
      ))}
    </>
  );
}

function Chosen({ file }: { file: KnownFile | undefined }) {
  return (
    <span class="note" role="status">
      {file && (
        <>
          <Untrusted text={file.name} />, {sizeText(file.bytes)}: its fingerprint goes with the link, and shows later
          whether the file was changed.
        </>
      )}
    </span>
  );
}
