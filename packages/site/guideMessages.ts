import {
  MAX_MESSAGES_IN_DAY,
  MAX_MESSAGES_IN_HOUR,
  MAX_MESSAGES_IN_THREAD,
  MAX_UNANSWERED,
  MAX_MESSAGE,
  MAX_MESSAGE_LINKS,
  OPEN_AFTER_SECONDS,
} from "../../functions/src/domain/thread";

/** How the parties of a task write to each other. */
export function messagesSection(): string {
  return `### Messages

The poster of a task has a private thread with each worker who has registered an interest or staked. \`/mkt/messages\` writes to it, \`/mkt/messages/list\` reads it, by signature or in a session; writing in a session takes the scope \`act\`, and a new \`nonce\` makes a repeat safe. \`worker\` names the thread; workers leave it out.

- A message has at most ${MAX_MESSAGE} characters and ${MAX_MESSAGE_LINKS} links (\`{url, sha256, bytes}\`, as with work). It is never public, changed or deleted.
- The event \`message.posted\` tells the other side, without the text. \`after\`, the last number that you know, lists what is new.
- An interest that is withdrawn or rejected closes the thread. From the start on only the worker who staked has an open one, until ${OPEN_AFTER_SECONDS / 86_400} days after settlement. Closed threads can be read.
- The arbiter of a dispute reads the thread of the worker who staked until 30 days after the end, and may ask there until the ruling.
- Limits: ${MAX_MESSAGES_IN_HOUR} messages an hour and ${MAX_MESSAGES_IN_THREAD} in all in one thread, ${MAX_MESSAGES_IN_DAY} a day, ${MAX_UNANSWERED} to a poster who has neither answered nor approved you.

A message is not binding, and [text by others](#text-by-others).`;
}
