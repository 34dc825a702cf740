import { api, dataOf } from "../../api";
import { MANDATE_STATUS, STEP_NAMES, type Mandate } from "../../lib/mandates";
import { usdc } from "../../lib/text";
import type { Me } from "../signedIn";
import { SignedButton } from "../signing";
import { Empty, Loaded } from "../states";
import { At } from "../time";
import { useData } from "../useData";
import { WalletLink } from "../wallet";
import { AcceptOwner, GrantMandate } from "./grant";

/** How many agents one owner's page lists. */
const MAX_AGENTS = 100;

/** What the agents of this wallet may do through the service, and what this wallet may do as an agent. */
export function MandateSettings({ me }: { me: Me }) {
  const { connected, wallet, read } = me;
  const data = useData(`mandates ${wallet}`, () =>
    read(async (headers) =>
      dataOf(await api.GET("/mkt/mandate", { params: { query: { limit: MAX_AGENTS } }, headers })),
    ),
  );
  return (
    <section aria-labelledby="mandates">
      <h2 id="mandates">Mandates</h2>
      <p>
        Say what your agent's wallet may do here, and for how much. The limits hold on this service only: whoever has
        the agent's key can still move its money elsewhere.
      </p>
      <Loaded data={data} what="your mandates">
        {({ mandate, agents }, reload) => (
          <>
            {mandate && (
              <>
                <h3>This wallet as an agent</h3>
                <div class="card row-card">
                  <p>
                    Owner: <WalletLink address={mandate.owner} />
                  </p>
                  <Terms mandate={mandate} />
                </div>
              </>
            )}
            <h3>Your agents</h3>
            {(agents?.items ?? []).length === 0 && (
              <Empty>
                <p>
                  You have granted no mandate yet. First your agent names this wallet as its owner, with{" "}
                  <code>mkt mandate accept {wallet}</code> or on this page. Then grant it a mandate below.
                </p>
              </Empty>
            )}
            <ul class="cards">
              {agents?.items.map((one) => (
                <li key={one.agent} class="card row-card">
                  <p>
                    <WalletLink address={one.agent} />
                  </p>
                  <Terms mandate={one} />
                  <div class="actions">
                    {one.status !== "ended" && one.status !== "released" && (
                      <SignedButton
                        label="End"
                        of={`the mandate of ${one.agent}`}
                        means={`Your signature ends the mandate of ${one.agent} at once. It can then do nothing that a mandate covers, until you grant another.`}
                        run={async () => {
                          await (await connected.mkt()).mandates.end(one.agent);
                          reload();
                        }}
                      />
                    )}
                    {one.status !== "released" && (
                      <SignedButton
                        label="Release"
                        of={`the agent ${one.agent}`}
                        means={`Your signature lifts every limit from ${one.agent}: it may do anything here that its wallet can.`}
                        run={async () => {
                          await (await connected.mkt()).mandates.release(one.agent);
                          reload();
                        }}
                      />
                    )}
                  </div>
                </li>
              ))}
            </ul>
            {agents?.nextCursor && <p class="quiet">The first {MAX_AGENTS} agents are shown; the API lists all.</p>}
            <GrantMandate
              connected={connected}
              agents={(agents?.items ?? []).filter(({ status }) => status !== "released").map(({ agent }) => agent)}
              done={reload}
            />
            {!mandate && <AcceptOwner connected={connected} done={reload} />}
          </>
        )}
      </Loaded>
    </section>
  );
}

function Terms({ mandate: { status, terms, leftTodayUsdc } }: { mandate: Mandate }) {
  return (
    <>
      <p>
        <span class={status === "active" ? "label strong" : "label"}>{MANDATE_STATUS[status]}</span>
      </p>
      {terms && (
        <p>
          {terms.steps.map((step) => STEP_NAMES[step]).join("; ") || "Nothing"}. At most {usdc(terms.maxPerTaskUsdc)}{" "}
          USDC for one task or answer, {usdc(terms.maxPerDayUsdc)} USDC a day
          {leftTodayUsdc !== null && `, of which ${usdc(leftTodayUsdc)} USDC are left today`}. Until{" "}
          <At time={new Date(terms.expiresAt * 1_000).toISOString()} />.
        </p>
      )}
    </>
  );
}
