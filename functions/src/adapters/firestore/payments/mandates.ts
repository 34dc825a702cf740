import { FieldPath, type Firestore } from "@google-cloud/firestore";
import type { Address } from "../../../domain/address";
import { beginOf, DAY_MS } from "../../../domain/time";
import { isBinding, type Admission, type Mandate, type MandateDay, type MandateTerms } from "../../../domain/mandate";
import type { Mandates } from "../../../ports/payments";
import { decimal, Documents, fields, plain, time } from "../documents";
import { reaching } from "../faults";
import { pageBy } from "../reading";
import { write } from "../unitOfWork";

/** Days are kept for as long as an owner may ask what its agent did. */
const KEPT_MS = 90 * DAY_MS;

/** `mandates/{agent}`. */
const MANDATES = new Documents<Mandate>(
  "mandates",
  {
    ...plain("agent", "owner", "status", "signature", "issuedAfter"),
    terms: fields<MandateTerms>({ maxPerTaskUsdcUnits: decimal, maxPerDayUsdcUnits: decimal }),
  },
  { grantedBy: (mandate) => (isBinding(mandate) ? mandate.owner : null) },
);

/** `mandateDays/{agent}-{day}`; deleted by TTL. */
const DAYS = new Documents<MandateDay & { readonly expireAt: number }>("mandateDays", {
  spentUsdcUnits: decimal,
  ...plain("steps"),
  expireAt: time,
});
const NOTHING: MandateDay = { spentUsdcUnits: 0n, steps: [] };

export function firestoreMandates(db: Firestore): Mandates {
  const mandateRef = (agent: Address) => MANDATES.in(db).doc(agent);
  const dayName = (agent: Address, day: string) => `${agent}-${day}`;

  return {
    find: (agent) => MANDATES.find(db, agent),
    day: async (agent, day) => (await DAYS.find(db, dayName(agent, day))) ?? NOTHING,

    async ofOwner(owner, limit, cursor) {
      const granted = MANDATES.in(db).where("grantedBy", "==", owner).orderBy(FieldPath.documentId());
      const { items, nextCursor } = await pageBy(granted, null, limit, cursor);
      return { items: items.map((doc) => doc.data()), nextCursor };
    },

    async change(agent, change, unit) {
      const doc = await reaching(() => mandateRef(agent).get());
      const next = change(doc.data() ?? null);
      await write(db, unit, [MANDATES.put(doc, next)]);
      return next;
    },

    spend: (agent, day, demands, admitStep) =>
      reaching(() =>
        db.runTransaction(async (transaction) => {
          const dayRef = DAYS.in(db).doc(dayName(agent, day));
          const [known, counted] = await Promise.all([transaction.get(mandateRef(agent)), transaction.get(dayRef)]);
          const mandate = known.data() ?? null;
          if (!isBinding(mandate)) return null;
          const before = counted.data() ?? NOTHING;
          let admission: Admission = { ok: true, day: before };
          for (const demand of demands) {
            admission = admitStep(mandate, admission.day, demand);
            if (!admission.ok) return admission;
          }
          const { spentUsdcUnits, steps } = admission.day;
          if (admission.day !== before)
            transaction.set(dayRef, { spentUsdcUnits, steps, expireAt: beginOf(day) * 1_000 + KEPT_MS });
          return admission;
        }),
      ),
  };
}
