import { MAX_COMMENT } from "../domain/content";
import { MAX_DESCRIPTION, MAX_LABEL, MAX_TAG, MAX_TAGS, MAX_TITLE, type MetadataView } from "../domain/task/metadata";
import { array, nullable, object, optional, string, text, type Schema } from "./build";
import { Bytes32 } from "./common";

const Link = string({
  minLength: 9,
  maxLength: 2_000,
  pattern: "^https://",
  description: "An https address without user name or password. The service hands it on and never opens it.",
  examples: ["https://files.example/translation"],
});

/** Links beside a private text. */
export const Links = array(Link, { maxItems: 20, description: "At most 20 links." });

/** The text of private details, work, reasons and evidence. */
export const PrivateWords = text(20_000, { description: "1 to 20,000 characters." });

export const Salt = string({
  title: "Salt",
  pattern: "^0x[0-9a-f]{64}$",
  description: "32 random bytes that are hashed with a private text; the service makes them where they are not given.",
  examples: [`0x${"5a".repeat(32)}`],
});

/** What a party sends of a private text; the salt is the service's where none is given. */
export const PrivateTextInput = object(
  { text: PrivateWords, links: optional(Links), salt: optional(Salt) },
  { title: "PrivateTextInput" },
);

/** A private text as its readers get it, with all that its hash is made of. */
export const PrivateText = object({ text: PrivateWords, links: Links, salt: Salt }, { title: "PrivateText" });

/** Said beside a rating. */
export const Comment = text(MAX_COMMENT, { description: "1 to 1,000 characters; its hash goes on the chain." });

/** What everybody may read of a task; `PublicMetadata` has the hash of its private details as well. */
export const MetadataFields = {
  title: text(MAX_TITLE, {
    description: "One line, 1 to 120 characters.",
    examples: ["Translate a page into Portuguese"],
  }),
  description: text(MAX_DESCRIPTION, {
    description: "What is to be done, 1 to 10,000 characters; everybody can read it.",
  }),
  category: text(MAX_LABEL, { description: "One line, 1 to 40 characters.", examples: ["translation"] }),
  industry: optional(text(MAX_LABEL, { description: "One line, 1 to 40 characters.", examples: ["publishing"] })),
  country: optional(
    string({ pattern: "^[A-Z]{2}$", description: "ISO 3166-1, two capital letters.", examples: ["PT"] }),
  ),
  tags: optional(
    array(text(MAX_TAG), { maxItems: MAX_TAGS, description: "At most 10 tags of at most 32 characters." }),
  ),
} satisfies Record<keyof MetadataView, Schema>;

/** The same as answers show it. */
export const MetadataShown = {
  title: nullable(string({ description: "Null until the poster has stored the metadata." })),
  description: nullable(string()),
  category: nullable(string()),
  industry: nullable(string()),
  country: nullable(string()),
  tags: array(string()),
} satisfies Record<keyof MetadataView, Schema>;

/** Public metadata exactly as it is hashed: members that are not given are absent. */
export const PublicMetadata = object(
  { ...MetadataFields, privateDetailsHash: optional(Bytes32) },
  { title: "PublicMetadata" },
);
