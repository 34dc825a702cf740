import type { ParticipantTask } from "../../api";
import { StrangersLink } from "../link";
import { Markdown } from "../markdown";
import { Untrusted } from "../untrusted";

/** What the parties wrote for each other, in its order. */
export function Texts({ view }: { view: ParticipantTask }) {
  const { privateDetails, submissions, reasons, evidence, answer } = view;
  const texts = [
    ...(privateDetails ? [{ name: "Private details", content: privateDetails.content }] : []),
    ...submissions.flatMap(({ content }, round) => {
      const reason = reasons[round];
      const name = round === 0 ? "Work" : `Work after change request ${round}`;
      return [{ name, content }, ...(reason ? [{ name: `Change request ${round + 1}`, content: reason.content }] : [])];
    }),
    ...(evidence ? [{ name: "The worker's evidence", content: evidence.content }] : []),
    ...(answer ? [{ name: "The poster's answer", content: answer.content }] : []),
  ];
  if (texts.length === 0) return <p class="quiet">There is nothing to read yet.</p>;
  return (
    <>
      {texts.map(({ name, content }) => (
        <section key={name} class="text">
          <h3>{name}</h3>
          {content ? (
            <Markdown text={content.text} />
          ) : (
            <p class="quiet">Its text is not stored here; only its hash is on the chain.</p>
          )}
          {content && content.links.length > 0 && (
            <ul>
              {content.links.map((link) => (
                <li key={link}>
                  <StrangersLink href={link}>
                    <Untrusted text={link} />
                  </StrangersLink>
                </li>
              ))}
            </ul>
          )}
        </section>
      ))}
    </>
  );
}
