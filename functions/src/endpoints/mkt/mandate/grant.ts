import { grant, issue, requireGrantable, mandateView } from "../../../application/mandate/manage";
import { required } from "../../../application/tasks/sent";
import { requireAddress } from "../../../application/tasks/requestedTask";
import { typedDataOf } from "../../../domain/mandate";
import { endpoint, open, requests } from "../../../http/endpoint";
import { literal, nullable, object, optional } from "../../../schema/build";
import { TypedData } from "../../../schema/call";
import { Address, Signature } from "../../../schema/common";
import { MandateFields, MandateView } from "../../../schema/mandate";

/** An owner grants its agent a mandate, by its EIP-712 signature alone. */
export default endpoint({
  method: "POST",
  path: "/mkt/mandate/grant",
  summary: "Grant an agent a mandate, signed by its owner",
  description:
    "Without signature, returns the typedData (EIP-712 Mandate) that the owner signs. With it, puts the mandate in force in place of the one before. " +
    "Anyone may send it, at any time until it expires: the signature alone counts. A mandate issued before the last one, or before its end, is refused. " +
    "The agent must have named the owner with /mkt/mandate.",
  auth: open,
  input: object({
    agent: Address,
    owner: Address,
    ...MandateFields,
    issuedAt: optional({
      ...MandateFields.issuedAt,
      description: `${MandateFields.issuedAt.description} Optional without signature.`,
    }),
    signature: optional(Signature),
  }),
  check: (input) => void (input.signature !== undefined && required(input, "issuedAt")),
  output: object({
    ok: literal(true),
    typedData: { ...nullable(TypedData), description: "What the owner signs; null once it is signed." },
    mandate: { ...nullable(MandateView), description: "Null until it is signed." },
  }),
  errors: ["forbidden_role", "state_conflict", "signature_invalid", "invalid_signature_format"],
  rateLimit: requests(60),
  example: {
    agent: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    owner: "0x14dC79964da2C08b23698B3D3cc7Ca32193d9955",
    steps: ["buy", "work"],
    maxPerTaskUsdc: "5",
    maxPerDayUsdc: "20",
    issuedAt: 1_769_860_800,
    expiresAt: 1_772_452_800,
  },

  handle: async ({ input: { signature, ...input }, nowMs }, services) => {
    const relation = { agent: requireAddress(input.agent), owner: requireAddress(input.owner) };
    const granted = { ...relation, terms: await issue(relation, input, nowMs, services) };
    if (signature === undefined) {
      await requireGrantable(granted, "", nowMs, services);
      return { ok: true as const, typedData: typedDataOf(relation, granted.terms, services.settings), mandate: null };
    }
    const mandate = await grant(granted, signature, nowMs, services);
    return { ok: true as const, typedData: null, mandate: mandateView(mandate, null, nowMs) };
  },
});
