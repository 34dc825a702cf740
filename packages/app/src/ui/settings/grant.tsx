import { useState } from "preact/hooks";
import { draftName } from "../../lib/drafts";
import { grantText, mandateFaults, STEP_NAMES, type MandateDraft } from "../../lib/mandates";
import type { StepKind } from "../../../../client/src/signing/typedData";
import { amountShown } from "../../lib/walletShows";
import type { Connected } from "../../wallet/connect";
import { DraftNote } from "../draftNote";
import { SignedButton, useSigning } from "../signing";
import { Failure } from "../states";
import { useDraft, useDraftFields } from "../useDraft";

const DAY_SECONDS = 86_400;
const amountsShown = ({ maxPerTaskUsdc, maxPerDayUsdc }: MandateDraft) =>
  [...new Set([maxPerTaskUsdc, maxPerDayUsdc])].map(amountShown).join(" ");
const EMPTY: MandateDraft = { agent: "", steps: ["buy", "work"], maxPerTaskUsdc: "", maxPerDayUsdc: "", days: "30" };

interface GrantMandateProps {
  connected: Connected;
  /** Wallets that have named this one as their owner. */
  agents: readonly string[];
  done: () => void;
}

/** A mandate in one form. What will be signed stands below it in words, once the form is whole. */
export function GrantMandate({ connected, agents, done }: GrantMandateProps) {
  const known = { ...EMPTY, agent: agents.length === 1 ? (agents[0] ?? "") : "" };
  const kept = useDraftFields(draftName(connected.address, "mandate"), known);
  const { fields: draft, change: set } = kept;
  const [isTried, setIsTried] = useState(false);
  const { isBusy, error, run } = useSigning();
  const faults = mandateFaults(draft);
  const faultOf = (field: keyof MandateDraft) =>
    isTried ? faults.find((one) => one.field === field)?.message : undefined;
  const grant = async (event: SubmitEvent) => {
    event.preventDefault();
    setIsTried(true);
    const [first] = faults;
    if (first) return document.getElementById(`mandate-${first.field}`)?.focus();
    const { agent, steps, maxPerTaskUsdc, maxPerDayUsdc, days } = draft;
    const given = { steps: steps as StepKind[], maxPerTaskUsdc, maxPerDayUsdc, expiresIn: Number(days) * DAY_SECONDS };
    if (await run(async () => (await connected.mkt()).mandates.grant(agent, given))) {
      kept.clear();
      setIsTried(false);
      done();
    }
  };
  const input = (field: Exclude<keyof MandateDraft, "steps">, label: string, hint: string) => {
    const fault = faultOf(field);
    return (
      <label for={`mandate-${field}`}>
        <span>{label}</span>
        <input
          id={`mandate-${field}`}
          value={draft[field]}
          placeholder={hint}
          inputMode={field === "agent" ? "text" : "decimal"}
          list={field === "agent" && agents.length > 0 ? "known-agents" : undefined}
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? `mandate-${field}-fault` : undefined}
          onInput={({ currentTarget }) => set({ [field]: currentTarget.value.trim() })}
        />
        {fault && (
          <p class="fault" id={`mandate-${field}-fault`}>
            {fault}
          </p>
        )}
      </label>
    );
  };
  return (
    <form class="settings-form" noValidate aria-labelledby="grant" onSubmit={(event) => void grant(event)}>
      <h3 id="grant">Grant a mandate</h3>
      {input("agent", "The agent's wallet", "0x…")}
      <datalist id="known-agents">
        {agents.map((agent) => (
          <option key={agent} value={agent} />
        ))}
      </datalist>
      <fieldset id="mandate-steps" tabIndex={-1}>
        <legend>What it may do</legend>
        {Object.entries(STEP_NAMES).map(([step, text]) => (
          <label class="check" key={step}>
            <input
              type="checkbox"
              checked={draft.steps.includes(step)}
              onChange={({ currentTarget: { checked } }) =>
                set({ steps: checked ? [...draft.steps, step] : draft.steps.filter((one) => one !== step) })
              }
            />
            <span>{text}</span>
          </label>
        ))}
        {faultOf("steps") && <p class="fault">{faultOf("steps")}</p>}
      </fieldset>
      <div class="fields">
        {input("maxPerTaskUsdc", "Most per task or answer, USDC", "such as 5")}
        {input("maxPerDayUsdc", "Most per day, USDC", "such as 20")}
        {input("days", "Lasts, days", "30")}
      </div>
      <p class="note" id="grant-means">
        {faults.length === 0
          ? `${grantText(draft)} ${amountsShown(draft)}`
          : "Fill in the form to see what you sign. Your agent must have named you as its owner first."}
      </p>
      <button type="submit" disabled={isBusy} aria-describedby="grant-means">
        Sign and grant
      </button>
      <DraftNote saved={kept.saved} />
      {error && <Failure error={error} />}
    </form>
  );
}

/** For the wallet of an agent: names the owner who may grant it mandates. */
export function AcceptOwner({ connected, done }: { connected: Connected; done: () => void }) {
  const { text: owner, type: setOwner, clear } = useDraft(draftName(connected.address, "owner"));
  const isAddress = /^0x[0-9a-fA-F]{40}$/.test(owner);
  return (
    <details class="settings-form" open={owner !== "" || undefined}>
      <summary>Is this wallet an agent's? Name its owner</summary>
      <label for="mandate-owner">
        <span>The owner's wallet</span>
        <input
          id="mandate-owner"
          value={owner}
          placeholder="0x…"
          onInput={({ currentTarget }) => setOwner(currentTarget.value.trim())}
        />
      </label>
      {isAddress ? (
        <SignedButton
          label="Name the owner"
          means={`Your signature names ${owner} as the owner of this wallet, who may grant it mandates. After the first one, only the owner can undo this.`}
          run={async () => {
            await (await connected.mkt()).mandates.accept(owner);
            clear();
            done();
          }}
        />
      ) : (
        <p class="note">Write the address: 0x and 40 digits.</p>
      )}
    </details>
  );
}
