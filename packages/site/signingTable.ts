import type { SessionScope } from "../../functions/src/domain/session";
import { signedSubject, type Endpoint } from "../../functions/src/http/endpoint";
import { actionOf } from "../../functions/src/domain/messages/signedRequest";
import { codes } from "./markdown";
import { operationsOf, type Endpoints } from "../../functions/src/catalogue/operations";

/** The contract signatures of requests, by the body field that takes them. */
const CONTRACT_SIGNATURES: Readonly<Record<string, string>> = {
  voucherSignature: "Selection",
  resubmissionSignature: "Resubmission",
};

/** One signed call, for signing by hand. */
export interface SignedCall {
  call: string;
  action: string;
  contract: boolean;
  taskId: boolean;
  /** Lines that only this call has. */
  extra: readonly string[];
  /** The scope of a session that is accepted instead. */
  orSession: SessionScope | null;
  /** The EIP-712 type that comes first, and the field that takes its signature. */
  typed: { type: string; field: string } | null;
}

/** Every call that takes a signed request. */
export function signedCalls(endpoints: Endpoints): SignedCall[] {
  return operationsOf(endpoints).flatMap(({ endpoint }) => {
    const { auth, method, path } = endpoint;
    if (auth.kind !== "signed") return [];
    const { takesContract, takesTaskId } = signedSubject(endpoint);
    return [
      {
        call: `${method} ${path}`,
        action: actionOf(path as `/${string}`),
        contract: takesContract,
        taskId: takesTaskId,
        extra: path === "/mkt/rating" ? ["commentHash"] : [],
        orSession: auth.orSession,
        typed: typedOf(endpoint),
      },
    ];
  });
}

/** The signed calls as lists of the guide, by what their texts name. */
export function signingTable(endpoints: Endpoints): string {
  const calls = signedCalls(endpoints);
  const words = ({ contract, taskId }: SignedCall) => `${contract ? "address" : "`-`"}, ${taskId ? "id" : "`-`"}`;
  const typed = calls.flatMap(({ action, typed }) =>
    typed ? [`${typed.type} of \`${action}\` in \`${typed.field}\``] : [],
  );
  return [
    ...[...new Set(calls.map(words))].map((named) => {
      const same = calls.filter((call) => words(call) === named);
      return `- ${named}: ${codes(same.map(({ action }) => action))}`;
    }),
    `- With the line \`commentHash\`: ${codes(calls.filter(({ extra }) => extra.length > 0).map(({ action }) => action))}`,
    `- With typed data that is signed first: ${typed.join(", ")}`,
    `- A session needs the scope \`act\`: ${codes(calls.filter(({ orSession }) => orSession === "act").map(({ action }) => action))}`,
  ].join("\n");
}

function typedOf({ input }: Endpoint): SignedCall["typed"] {
  const { properties = {} } = input as { properties?: object };
  const [field] = Object.keys(CONTRACT_SIGNATURES).filter((name) => Object.hasOwn(properties, name));
  return field === undefined ? null : { type: CONTRACT_SIGNATURES[field] ?? "", field };
}
