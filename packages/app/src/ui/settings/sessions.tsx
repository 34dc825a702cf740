import { api, dataOf } from "../../api";
import { count } from "../../lib/text";
import type { Me } from "../signedIn";
import { SignedButton } from "../signing";
import { Loaded } from "../states";
import { Ago } from "../time";
import { useData } from "../useData";

const SCOPES = { read: "reads only", act: "reads and acts" } as const;

/** Who is signed in as this wallet, and how to end it. */
export function SessionSettings({ me }: { me: Me }) {
  const { connected, wallet, read } = me;
  const data = useData(`sessions ${wallet}`, () =>
    read(async (headers) => dataOf(await api.POST("/mkt/sessions", { body: {}, headers }))),
  );
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">Sessions</h2>
      <p>Browsers and programs that are signed in as this wallet. A session can neither sign nor move money.</p>
      <Loaded data={data} what="your sessions">
        {({ sessions }, reload) => {
          const current = sessions.find(({ isCurrent }) => isCurrent);
          const end = async (id: string) => {
            await (await connected.mkt()).revokeSessions(id);
            // This page's own session ended, too: the next reading says so, and offers to sign in.
            if (id === "all" || id === current?.id) me.forget();
            else reload();
          };
          return (
            <>
              <ul class="cards">
                {sessions.map(({ id, scope, createdAt, expiresAt, lastUsedAt, isCurrent }) => (
                  <li key={id} class="card row-card">
                    <p>
                      <strong>{isCurrent ? "This page" : "Another session"}</strong>, {SCOPES[scope]}
                    </p>
                    <p class="quiet">
                      Opened <Ago time={createdAt} />, last used <Ago time={lastUsedAt} />, ends{" "}
                      <Ago time={expiresAt} />. <code>{id.slice(0, 12)}…</code>
                    </p>
                    <SignedButton
                      label="End it"
                      of={`session ${id.slice(0, 12)}`}
                      means={
                        isCurrent
                          ? "You sign that this page's session ends. You can sign in again at any time."
                          : "You sign that this session ends at once, everywhere. What uses it has to sign in again."
                      }
                      run={() => end(id)}
                    />
                  </li>
                ))}
              </ul>
              {sessions.length > 0 && (
                <SignedButton
                  label="End all sessions"
                  means={`You sign that all of your sessions end at once (${count(sessions.length, "session")}), this page's too, and that no sign-in text made until now counts.`}
                  run={() => end("all")}
                />
              )}
            </>
          );
        }}
      </Loaded>
    </section>
  );
}
