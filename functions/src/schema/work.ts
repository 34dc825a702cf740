import { MAX_MESSAGES_OF_CASE, MAX_MESSAGE, MAX_MESSAGE_LINKS, THREAD_ROLES } from "../domain/thread";
import { array, boolean, integer, nullable, object, oneOf, string, untrusted, optional, text } from "./build";
import { Address, Bytes32, Time, ContractName, TaskId } from "./common";
import { VerdictShown, PrivateText, Work, Link, LINKS_SHAPE, LinkShown } from "./content";
import { pageOf } from "./list";
import { Interest, TaskFields, TaskNames, TaskView } from "./task";

const round = integer({ minimum: 0, description: "0 is the first work; 1 answers the first change request." });

/** The submitted work of a task and its change requests. */
export const SubmissionDetails = object(
  {
    ...TaskNames,
    submissions: array(
      object(
        {
          round,
          submissionHash: Bytes32,
          status: {
            ...oneOf("on_chain", "awaiting_anchor"),
            description: "awaiting_anchor: signed by the worker, not on the chain yet.",
          },
          submission: nullable({
            ...Work,
            description: "Null if the worker has not stored the text of this hash.",
          }),
          verdict: VerdictShown,
        },
        { title: "Submission" },
      ),
    ),
    changeRequests: array(
      object({ round, reasonHash: nullable(Bytes32), reason: nullable(PrivateText) }, { title: "ReadChangeRequest" }),
    ),
  },
  { title: "SubmissionDetails" },
);

const Text = {
  hash: Bytes32,
  content: { ...nullable(PrivateText), description: "Null until it is stored." },
};

/** The private texts of a task. */
const CaseTexts = {
  privateDetails: nullable(object(Text)),
  submissions: array(
    object({
      hash: Bytes32,
      content: { ...nullable(Work), description: "Null until it is stored." },
      verdict: VerdictShown,
      onChain: boolean({ description: "Whether this work is on the chain." }),
    }),
  ),
  reasons: array(object(Text), { description: "Of the change requests, oldest first." }),
  evidence: { ...nullable(object(Text)), description: "The worker's, in a dispute." },
  answer: { ...nullable(object(Text)), description: "The poster's, in a dispute; it is not on the chain." },
  comments: array(object({ hash: Bytes32, author: Address, content: untrusted(nullable(string())) })),
};

/** A task as seen by one of its participants. */
export const ParticipantTask = object(
  {
    ...TaskFields,
    role: oneOf("poster", "worker", "arbiter", "interested"),
    interest: { ...nullable(Interest), description: "This wallet's own interest." },
    interests: {
      ...nullable(pageOf(Interest)),
      description: "The interests, for the poster; paged by limit and cursor.",
    },
    ...CaseTexts,
  },
  { title: "ParticipantTask" },
);

/** The number of a message. */
export const MessageNumber = integer({ minimum: 1, description: "1, 2, 3, … in its thread." });

export const MessageView = object(
  {
    number: MessageNumber,
    author: Address,
    role: oneOf(...THREAD_ROLES),
    text: untrusted(string()),
    links: array(LinkShown),
    createdAt: Time,
  },
  { title: "Message" },
);

/** The case of a dispute, as its parties and its arbiter read it. */
export const DisputeCase = object(
  {
    role: oneOf("poster", "worker", "arbiter"),
    task: TaskView,
    ...CaseTexts,
    answeredAt: nullable(Time),
    messages: {
      ...pageOf(MessageView),
      description: `The newest ${MAX_MESSAGES_OF_CASE} of poster, worker and arbiter, newest first; /mkt/messages/list takes nextCursor for the others.`,
    },
  },
  { title: "DisputeCase" },
);

/** The fields that name a thread. */
export const ThreadFields = {
  contract: optional(ContractName),
  taskId: TaskId,
  worker: optional({
    ...Address,
    description: "The worker of the thread. By default you; for the poster and the arbiter, the worker who staked.",
  }),
};

/** What a message says. */
export const MessageFields = {
  text: text(MAX_MESSAGE, { description: `1 to ${MAX_MESSAGE} characters, none of them invisible.` }),
  links: optional(array(Link, { maxItems: MAX_MESSAGE_LINKS, description: LINKS_SHAPE })),
};
