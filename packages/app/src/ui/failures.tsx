import { Untrusted } from "./untrusted";

/** Where data or a schema is wrong. */
export function Failures({ failures }: { failures: readonly { pointer: string; message: string }[] }) {
  return (
    <ul>
      {failures.map(({ pointer, message }) => (
        <li key={`${pointer} ${message}`}>
          <code>
            <Untrusted text={pointer || "/"} />
          </code>{" "}
          <Untrusted text={message} />
        </li>
      ))}
    </ul>
  );
}
