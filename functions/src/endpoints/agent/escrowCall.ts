import type { TProperties } from "@sinclair/typebox";
import type { Address } from "../../domain/address";
import type { ErrorCode } from "../../domain/errors";
import { requireAddress } from "../../application/tasks/requestedTask";
import { confirmedView } from "../../application/views/task";
import { CONFIRM_ERRORS, stepOf } from "../../application/tasks/sent";
import type { SentStep, StepRequest, TaskStepRequest } from "../../application/tasks/step";
import type { Services } from "../../application/services";
import { taskToCall } from "../../application/tasks/task";
import { endpoint, openUnlessBound, requests, type Endpoint } from "../../http/endpoint";
import { object, requiredUnless, type Schema, type Static } from "../../schema/build";
import { SentFields, step, TaskFields } from "../../schema/call";

const Sent = object({ action: step(), ...SentFields });

type Given<F extends TProperties> = Static<ReturnType<typeof object<F & typeof SentFields>>>;
type GivenOfTask<F extends TProperties> = Given<F & typeof TaskFields>;

/** How a request of one action is answered. */
type Step<Request, O extends Schema> = (request: Request) => Promise<Static<O>>;

interface EscrowCall<F extends TProperties, O extends Schema, Input, Request extends StepRequest<Input>> {
  path: string;
  summary: string;
  description: string;
  /** The fields besides `action`, `wallet` and the sent transaction. */
  fields: F;
  /** The fields that must be given to prepare. */
  needs?: readonly (keyof F & string)[];
  output: O;
  advises?: true;
  headersOf?: (output: Static<O>, services: Services, input: Input) => Record<string, string>;
  /** The codes besides those of every confirmation. */
  errors: readonly ErrorCode[];
  keyed?: (input: Static<typeof Sent>) => Address | null;
  /** The fields of the example, which prepares on agent-fast. */
  example: Record<string, unknown>;
  prepare: Step<Request, O>;
  /** What else can be prepared, by its `action`. */
  others?: Readonly<Record<string, Step<Request, O>>>;
  confirm: Step<StepRequest<Input>, O>;
}

const WALLET = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

/** Declares a call that prepares transactions for a wallet to send, and confirms the sent one. */
export function escrowCall<F extends TProperties, O extends Schema>(
  call: EscrowCall<F, O, Given<F>, StepRequest<Given<F>>>,
): Endpoint {
  const { fields, needs, errors, example, prepare, others = {}, confirm, headersOf, ...declared } = call;
  const actions = Object.keys(others);
  const input = object({ action: step(...actions), ...SentFields, ...fields });
  const unless = { given: ["txHash", "signedTransaction"], values: { action: ["confirm", ...actions] } };
  return endpoint({
    ...declared,
    ...(headersOf && { headersOf: headersOf as never }),
    method: "POST",
    auth: openUnlessBound,
    // The compiler cannot see the fields of a type parameter.
    input: (needs ? requiredUnless(input, unless as never, ...(needs as never[])) : input) as unknown as typeof Sent,
    errors: [...CONFIRM_ERRORS, "mandate_exceeded", "mandate_refused", ...errors],
    rateLimit: requests(60),
    example: { wallet: WALLET, contract: "agent-fast", ...example } as Static<typeof Sent>,

    handle: async ({ input: given, nowMs, randomBytes, prove, client, payment }, services) => {
      const wallet = requireAddress(given.wallet);
      const request = {
        path: call.path,
        input: given as unknown as Given<F>,
        wallet,
        nowMs,
        randomBytes,
        prove,
        client,
        payment,
        services,
      };
      const steps: Record<string, Step<typeof request, O>> = { ...others, prepare, confirm };
      return confirmedView(await (steps[stepOf(given)] as typeof confirm)(request), given.view);
    },
  });
}

/** Declares such a call on a task that exists. */
export function taskCall<F extends TProperties, O extends Schema>({
  prepare,
  others = {},
  ...call
}: EscrowCall<F, O, GivenOfTask<F>, TaskStepRequest<GivenOfTask<F>>>): Endpoint {
  const ofTask =
    (step: typeof prepare): Step<StepRequest<GivenOfTask<F>>, O> =>
    async (request) =>
      step({ ...request, record: await taskToCall(request.input as unknown as SentStep, request.services) });
  return escrowCall<F & typeof TaskFields, O>({
    ...call,
    fields: { ...TaskFields, ...call.fields },
    errors: ["task_not_found", "forbidden_role", ...call.errors],
    example: { taskId: "12", ...call.example },
    prepare: ofTask(prepare),
    others: Object.fromEntries(Object.entries(others).map(([action, step]) => [action, ofTask(step)])),
  });
}
