import { MAX_MESSAGE, MAX_MESSAGE_LINKS, THREAD_ROLES } from "../domain/thread";
import { array, integer, object, oneOf, optional, string, text, untrusted } from "./build";
import { Address, ContractName, TaskId, Time } from "./common";
import { Link, LINKS_SHAPE, LinkShown } from "./content";

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
