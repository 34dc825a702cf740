import { api, dataOf } from "../../api";
import type { Me } from "../signedIn";
import { SignedButton } from "../signing";
import { Loaded } from "../states";
import { Ago } from "../time";
import { useData } from "../useData";

const SCOPES = { read: "can only read", act: "can read and write" } as const;

/** Who is signed in as this wallet, and how to end it. */
export function SessionSettings({ me }: { me: Me }) {
  const { connected, wallet, read } = me;
  const data = useData(`sessions ${wallet}`, () =>
    read(async (headers) => dataOf(await api.POST("/mkt/sessions", { body: {}, headers }))),
  );
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">Where you are signed in</h2>
      <p>None of these can sign for you or move your money.</p>
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
                      <strong>{isCurrent ? "This browser" : "Another browser or program"}</strong> {SCOPES[scope]}
                    </p>
                    <p class="quiet">
                      Signed in <Ago time={createdAt} />, last used <Ago time={lastUsedAt} />, ends{" "}
                      <Ago time={expiresAt} />. <span class="unseen">Session {id.slice(0, 12)}.</span>
                    </p>
                    <SignedButton
                      label="Sign out"
                      of={`session ${id.slice(0, 12)}`}
                      means={
                        isCurrent
                          ? "Your signature signs this browser out. You can sign in again at any time."
                          : "Your signature signs it out at once."
                      }
                      run={() => end(id)}
                    />
                  </li>
                ))}
              </ul>
              {sessions.length > 0 && (
                <SignedButton
                  label="Sign out everywhere"
                  means={`Your signature ends every sign-in of this wallet (${sessions.length} now), here too.`}
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
