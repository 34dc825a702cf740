import type { Command } from "commander";
import type { GivenMandate, Mandate } from "../account/mandates";
import { STEP_KINDS } from "../signing/typedData";
import type { Define } from "./define";
import { addressOf, amount, wholeNumber } from "./input";
import { answered } from "./steps";
import { usage } from "./usage";

/** Commands for mandates: those of the owner and those of the agent. */
export function addMandateCommands(program: Command, define: Define): void {
  const group = program.command("mandate").description("what an agent's wallet may do through the service");
  define(
    group
      .command("show")
      .description("your mandate and those you granted, or that of one agent")
      .argument("[agent]", "the agent's wallet"),
    async (context, _options, agent) => {
      const mkt = await context.mkt();
      const json = await mkt.mandates.show(agent === undefined ? undefined : addressOf(agent, "The agent"));
      const own = json.mandate ? [detailsOf(json.mandate)] : [];
      const lines = [...own, ...(json.agents?.items ?? []).map((one) => detailsOf(one))];
      const none = json.isBound
        ? "Under a mandate. Its terms are shown to the agent and its owner only."
        : "No mandate.";
      return { json, text: lines.join("\n") || none };
    },
  );
  define(
    group
      .command("accept")
      .description("as the agent: name your owner; once it grants a mandate, only the owner can undo this")
      .argument("<owner>", "the owner's wallet"),
    async (context, _options, owner = "") =>
      answered(await (await context.mkt()).mandates.accept(addressOf(owner, "The owner")), detailsOf),
  );
  define(
    withAgent(group.command("grant").description("as the owner: grant a mandate in place of the one before"))
      .requiredOption("--steps <steps>", `allowed, with commas: ${STEP_KINDS.join(", ")}`)
      .requiredOption("--per-task <amount>", "the most for one task or answer, in USDC", amount)
      .requiredOption("--per-day <amount>", "the most in a day (UTC), in USDC", amount)
      .option("--days <days>", "how long it lasts", wholeNumber(1, 366), "30"),
    async (context, options, agent = "") => {
      const given: GivenMandate = {
        steps: stepsOf(options["steps"] ?? ""),
        maxPerTaskUsdc: options["perTask"] ?? "",
        maxPerDayUsdc: options["perDay"] ?? "",
        expiresIn: Number(options["days"]) * 86_400,
      };
      return answered(await (await context.mkt()).mandates.grant(addressOf(agent, "The agent"), given), detailsOf);
    },
  );
  for (const [name, about] of [
    ["end", "allow the agent nothing, until another is granted"],
    ["release", "lift every restriction of the agent"],
  ] as const)
    define(
      withAgent(group.command(name).description(`as the owner: ${about}`)),
      async (context, _options, agent = "") =>
        answered(await (await context.mkt()).mandates[name](addressOf(agent, "The agent")), detailsOf),
    );
}

function withAgent(command: Command): Command {
  return command.argument("<agent>", "the agent's wallet");
}

function stepsOf(given: string): GivenMandate["steps"] {
  return given.split(",").map((text) => {
    const kind = STEP_KINDS.find((one) => one === text.trim());
    return kind ?? failUnknownStep(text);
  });
}

function failUnknownStep(text: string): never {
  throw usage(`--steps: “${text}” is none of ${STEP_KINDS.join(", ")}.`);
}

/** Who may do what, how much is left, and what can be done next. */
function detailsOf({ agent, owner, status, terms, leftTodayUsdc, dayEndsAt }: Mandate): string {
  const { steps = [], maxPerTaskUsdc, maxPerDayUsdc, expiresAt = 0 } = terms ?? {};
  const grant = `  Next, the owner: mkt mandate grant ${agent} --steps … --per-task … --per-day …`;
  const lines: Readonly<Record<Mandate["status"], readonly string[]>> = {
    accepted: ["accepted; nothing is restricted yet", grant],
    active: [
      `active until ${timeText(expiresAt * 1_000)}`,
      `  May: ${steps.join(", ") || "nothing"}`,
      `  At most ${maxPerTaskUsdc} USDC for one task or answer, and ${maxPerDayUsdc} USDC a day (UTC)`,
      ...(leftTodayUsdc === null
        ? []
        : [`  Left today: ${leftTodayUsdc} USDC, until ${timeText(Date.parse(dayEndsAt))}`]),
    ],
    expired: [`expired at ${timeText(expiresAt * 1_000)}; the agent may do nothing that a mandate covers`, grant],
    ended: ["ended by the owner; the agent may do nothing that a mandate covers", grant],
    released: ["released; nothing is restricted"],
  };
  const [state, ...more] = lines[status];
  return [`Agent ${agent} of owner ${owner}`, `  Mandate: ${state}`, ...more].join("\n");
}

const timeText = (ms: number) =>
  new Date(ms)
    .toISOString()
    .replace(/:\d\d\.\d+Z$/, "Z")
    .replace("T", " ")
    .replace("Z", " UTC");
