import type { Address } from "../../domain/address";
import type { ErrorCode } from "../../domain/errors";
import { requireAddress } from "../../application/tasks/requestedTask";
import { confirmedView } from "../../application/views/task";
import { CONFIRM_ERRORS, stepOf } from "../../application/tasks/step/sent";
import type { StepRequest, TaskStepRequest } from "../../application/tasks/step/step";
import type { Services } from "../../application/services";
import { taskToCall } from "../../application/tasks/task";
import { endpoint, openUnlessBound, requests, type Endpoint } from "../../http/endpoint";
import { requiredUnless, type object, type Schema, type Static } from "../../schema/build";
import type { SentFields, TaskStepFields } from "../../schema/call";

/** What every such request has: the caller, its step, and the sent transaction. */
type Sent = Loose<typeof SentFields>;
type SentOfTask = Loose<typeof TaskStepFields>;
/** The actions are each call's own. */
type Loose<F extends typeof SentFields> = Omit<Static<ReturnType<typeof object<F>>>, "action"> & { action?: string };

interface SchemaOf<Input> extends Schema {
  static: Input;
}

/** How a request of one action is answered. */
type Step<Request, O extends Schema> = (request: Request) => Promise<Static<O>>;

interface CallDeclaration<Input extends Sent, O extends Schema, Request extends StepRequest<Input>> {
  path: string;
  summary: string;
  description: string;
  /** `SentFields` or `TaskStepFields`, and the call's own. */
  input: SchemaOf<Input>;
  /** The fields that must be given to prepare. */
  needs?: readonly (keyof Input & string)[];
  output: O;
  advises?: true;
  headersOf?: (output: Static<O>, services: Services, input: Input) => Record<string, string>;
  /** The codes besides those of every confirmation. */
  errors: readonly ErrorCode[];
  keyed?: (input: Input) => Address | null;
  /** The fields of the example, which prepares on agent-fast. */
  example: Record<string, unknown>;
  /** What is prepared, by the input's `action`. */
  steps: Readonly<Record<Exclude<Input["action"], "confirm" | undefined>, Step<Request, O>>>;
  confirm: Step<StepRequest<Input>, O>;
}

const WALLET = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

/** Declares a call that prepares transactions for a wallet to send, and confirms the sent one. */
export function escrowCall<Input extends Sent, O extends Schema>(
  call: CallDeclaration<Input, O, StepRequest<Input>>,
): Endpoint {
  const steps: Readonly<Record<string, Step<StepRequest<Input>, O>>> = call.steps;
  return declared(call, Object.keys(steps), (action) => steps[action]!);
}

/** Declares such a call on a task that exists. */
export function taskCall<Input extends SentOfTask, O extends Schema>(
  call: CallDeclaration<Input, O, TaskStepRequest<Input>>,
): Endpoint {
  const steps: Readonly<Record<string, Step<TaskStepRequest<Input>, O>>> = call.steps;
  const ofTask = {
    ...call,
    errors: ["task_not_found", "forbidden_role", ...call.errors] as const,
    example: { taskId: "12", ...call.example },
  };
  return declared(ofTask, Object.keys(steps), (action) => async (request) => {
    const record = await taskToCall(request.input, request.services);
    return steps[action]!({ ...request, record });
  });
}

function declared<Input extends Sent, O extends Schema>(
  call: Omit<CallDeclaration<Input, O, never>, "steps">,
  actions: readonly string[],
  stepNamed: (action: string) => Step<StepRequest<Input>, O>,
): Endpoint {
  const { input, needs, errors, example, confirm, headersOf, keyed, path, summary, description, output, advises } =
    call;
  const others = actions.filter((action) => action !== "prepare");
  const unless = { given: ["txHash", "signedTransaction"] as const, values: { action: ["confirm", ...others] } };
  const body: object = { wallet: WALLET, contract: "agent-fast", ...example };
  return endpoint({
    path,
    summary,
    description,
    output,
    ...(advises && { advises }),
    ...(headersOf && { headersOf }),
    ...(keyed && { keyed }),
    method: "POST",
    auth: openUnlessBound,
    input: needs ? requiredUnless(input, unless, ...needs) : input,
    errors: [...CONFIRM_ERRORS, "mandate_exceeded", "mandate_refused", ...errors],
    rateLimit: requests(60),
    example: body as Static<SchemaOf<Input>>,

    handle: async ({ input: given, nowMs, randomBytes, prove, client, payment }, services) => {
      const wallet = requireAddress(given.wallet);
      const request = { path, input: given, wallet, nowMs, randomBytes, prove, client, payment, services };
      const action = stepOf(given);
      const step = action === "confirm" ? confirm : stepNamed(action);
      return confirmedView(await step(request), given.view);
    },
  });
}
