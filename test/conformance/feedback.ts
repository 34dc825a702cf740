import type { Api } from "./api";
import { once } from "./world";

const MESSAGE = "The reply was cut off.";
/** A right value of each optional field, and a wrong one. */
export const OPTIONAL: Record<string, [right: unknown, wrong: unknown]> = {
  category: ["bug", 7],
  product: ["chats", 7],
  endpoint: ["/demand-insights", 7],
  intentId: ["an-intent", 7],
  txHash: [`0x${"ab".repeat(32)}`, 7],
  error: ["none", 7],
  status: [402, "many"],
  agent: [{ name: "an agent" }, "a text"],
  contact: [{ email: "agent@mkt.example" }, "a text"],
  context: [{ run: "conformance" }, "a text"],
};

/** Reports of problems; few, because they are limited. */
export class Feedback {
  constructor(private readonly api: Api) {}

  private post(body: object) {
    return this.api.post("/x402Feedback", body);
  }

  readonly plain = once(() => this.post({ message: MESSAGE }));
  readonly empty = once(() => this.post({}));
  readonly mistyped = once(() => this.post({ message: 7 }));
  readonly whole = once(() =>
    this.post({
      message: MESSAGE,
      ...Object.fromEntries(Object.entries(OPTIONAL).map(([field, [right]]) => [field, right])),
    }),
  );

  /** With a wrong value in one optional field. */
  wrong(field: string) {
    return this.post({ message: MESSAGE, [field]: OPTIONAL[field]?.[1] });
  }
}
