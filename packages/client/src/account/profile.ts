import type { components } from "../generated/openapi";
import type { Requests } from "../service/requests";

type Profile = components["schemas"]["Profile"];
/** An absent legal name stays as it is; null removes it. */
export interface NewProfile {
  displayName: string;
  avatarSeed: string;
  legalName?: string | null;
}

type Session = components["schemas"]["Session"];

export async function setProfile(requests: Requests, profile: NewProfile): Promise<Profile> {
  const purpose = `Set the wallet's public name to ${profile.displayName}`;
  return (await requests.signed<{ profile: Profile }>("/mkt/profile", profile, { purpose })).profile;
}

export async function sessionsOf(requests: Requests): Promise<Session[]> {
  return (await requests.signed<{ sessions: Session[] }>("/mkt/sessions", {})).sessions;
}

export async function revokeSessions(requests: Requests, id: string): Promise<number> {
  const [body, purpose] = id === "all" ? [{ all: true }, "End all sessions"] : [{ id }, `End the session ${id}`];
  return (await requests.signed<{ revoked: number }>("/mkt/sessions/revoke", body, { purpose })).revoked;
}
