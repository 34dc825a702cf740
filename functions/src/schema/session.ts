import { MAX_SESSION_SECONDS, MIN_SESSION_SECONDS, SESSION_SCOPES } from "../domain/session";
import { boolean, integer, object, oneOf, string } from "./build";
import { Time } from "./common";

export const Scope = {
  ...oneOf(...SESSION_SCOPES),
  description: "read refuses every call that changes something; act, the default, allows them.",
};

export const ExpiresIn = integer({
  minimum: MIN_SESSION_SECONDS,
  maximum: MAX_SESSION_SECONDS,
  description: "Seconds that the session lasts, from now; a day by default, 30 days at most.",
  examples: [86_400],
});

export const SessionId = string({
  title: "SessionId",
  pattern: "^ses_[0-9a-f]{32}$",
  description: "The public id of a session. It is not the token and does not reveal it.",
  examples: ["ses_3f0c1d9a5b7e42688c1f0a9d7e5b3c21"],
});

export const SessionView = object(
  {
    id: SessionId,
    scope: Scope,
    createdAt: Time,
    expiresAt: Time,
    lastUsedAt: { ...Time, description: "The last use, recorded at most once an hour." },
    isCurrent: { ...boolean(), description: "Whether this request was made with it." },
  },
  { title: "Session" },
);
