import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { EdgeId } from "../../../functions/src/domain/workflow/edges";
import { ACTIONS } from "../../../packages/app/src/lib/actions";
import { PATHS } from "../../../packages/app/src/paths";
import { agent, OFFER, ORIGIN } from "../../client/agents";
import { testFirestore } from "../../setup/firestore";
import { until } from "../../setup/until";
import { CHROMIUM, People, STEP_MS, type Person } from "./people";

const SRC = path.join(__dirname, "../../../packages/app/src");

type Role = "buyer" | "worker" | "arbiter";

/** A page in a state that has fields of its own. */
interface Place {
  name: string;
  role: Role;
  at: string;
  /** Shown once the page is whole. */
  ready: string;
  /** Brings a part of the page up that is not there at first. */
  open?: (one: Person) => Promise<void>;
}

interface FoundField {
  /** Its id, or its form and name: the same after a reload. */
  key: string;
  type: string;
  value: string;
}

/** Opens what is folded and numbers what can be typed into; runs in the page. */
const FIELDS = `(() => {
  for (let more = true; more;) {
    more = false;
    for (const one of document.querySelectorAll("main details:not([open])")) { one.open = true; more = true; }
  }
  const notText = ["hidden", "file", "checkbox", "radio", "button", "submit", "range", "color"];
  return [...document.querySelectorAll("main input, main textarea, main [contenteditable]")]
    .filter((one) => !notText.includes(one.type) && one.getClientRects().length > 0)
    .map((one) => {
      const form = one.form?.getAttribute("aria-label") ?? "";
      const key = one.id || form + " " + one.name;
      one.setAttribute("data-field", key);
      return { key, type: one.type, value: one.value };
    });
})()`;

/** Another text for each field, as its kind takes it; short, because some hold two characters. */
function textFor({ type }: FoundField, number: number): string {
  const two = String(number + 10);
  if (type === "date") return `2027-01-${two.slice(-2) > "28" ? "28" : two.slice(-2)}`;
  return type === "datetime-local" ? `2027-01-01T03:04:${two}` : two;
}

(CHROMIUM ? describe : describe.skip)("what is typed, in Chromium", () => {
  const { db } = testFirestore();
  let people: People;
  const met = new Set<string>();
  const places: Record<keyof typeof PATHS, Place[]> = {
    board: [{ name: "board", role: "buyer", at: PATHS.board, ready: ".card" }],
    post: [{ name: "post", role: "buyer", at: PATHS.post, ready: "#draft-title" }],
    desk: [{ name: "desk", role: "buyer", at: PATHS.desk, ready: "h1" }],
    services: [
      { name: "services", role: "worker", at: PATHS.services, ready: ".filters" },
      { name: "services found", role: "worker", at: `${PATHS.services}?q=summary`, ready: ".card" },
    ],
    service: [],
    ask: ["demand", "goals", "conversions"].map((about) => ({
      name: `ask about ${about}`,
      role: "buyer" as const,
      at: `${PATHS.ask}?about=${about}`,
      ready: "#ask",
    })),
    market: [{ name: "market", role: "buyer", at: PATHS.market, ready: ".pair" }],
    statements: [{ name: "statements", role: "buyer", at: PATHS.statements, ready: "#downloads" }],
    settings: [
      { name: "settings", role: "buyer", at: `${PATHS.settings}#developers`, ready: "#grant" },
      { name: "settings, a search to save", role: "buyer", at: `${PATHS.settings}?watch=search&q=a`, ready: "#grant" },
    ],
    task: [],
    wallet: [],
    arbiter: [],
  };

  beforeAll(async () => {
    // A task has a schema here, whatever the machine has to do besides.
    const fine = () => Promise.resolve([] as const);
    people = await People.open(db, { outputChecker: { mistakes: fine, failures: fine } });
    const { market } = people;
    const [buyer, worker] = [agent(market, "buyer"), agent(market, "worker")];
    const acceptance = { outputSchema: { type: "object" } };
    const begun = (await buyer.poster.create({ ...OFFER, acceptance })).task;
    await worker.worker.stake(begun);
    const chosen = (await buyer.poster.create({ ...OFFER, mode: "selection" })).task;
    await worker.worker.interest(chosen, { message: "I can." });
    const other = (await buyer.poster.create({ ...OFFER, mode: "selection" })).task;
    const { id } = await worker.service({
      action: "publish",
      title: "A summary",
      description: "One page.",
      category: "writing",
      priceUsdc: "20",
    });
    const on = async (...steps: EdgeId[]) => String((await market.task("human", {}, { steps })).taskId);
    const submitted = ["start", "submit"] as const;
    const tasks: [name: string, role: Role, at: string][] = [
      ["funded, selection", "worker", `agent-fast/${other.taskId}`],
      ["started", "worker", `agent-fast/${begun.taskId}`],
      ["submitted", "buyer", `human/${await on(...submitted)}`],
      ["changes requested", "worker", `human/${await on(...submitted, "requestChanges")}`],
      ["rejected", "worker", `human/${await on(...submitted, "reject")}`],
      ["approved", "worker", `human/${await on(...submitted, "approve")}`],
      ["approved", "buyer", `human/${await on(...submitted, "approve")}`],
    ];
    const judge = market.stage.address("judge");
    const judged = await market.task("human", { judge }, { steps: [...submitted, "approveByJudge"] });
    for (const role of ["buyer", "worker"] as const) tasks.push(["judged", role, `human/${judged.taskId}`]);
    const disputed = await on(...submitted, "reject", "contest");
    tasks.push(["disputed", "buyer", `human/${disputed}`], ["disputed", "arbiter", `human/${disputed}`]);
    places.task = tasks.map(([name, role, at]) => ({
      name: `task ${name}, ${role}`,
      role,
      at: `/app/task/${at}`,
      ready: role === "arbiter" || name !== "funded, selection" ? "#private" : ".moves",
    }));
    places.task.push({
      name: "task with an interest, buyer",
      role: "buyer",
      at: `/app/task/agent-fast/${chosen.taskId}`,
      ready: ".thread .tabs button",
      open: ({ page }) => page.locator(".thread .tabs button").click(),
    });
    places.post.push({ name: "hire", role: "buyer", at: `${PATHS.post}?service=${id}`, ready: ".hired" });
    places.service.push({ name: "service", role: "buyer", at: `/app/service/${id}`, ready: "h1" });
    places.wallet.push({ name: "wallet", role: "buyer", at: `/app/wallet/${market.address("worker")}`, ready: "h1" });
    const arbiter = market.address("arbiter");
    places.arbiter.push({ name: "arbiter", role: "buyer", at: `/app/arbiter/${arbiter}`, ready: "h1" });
    await market.settle();
  }, 30 * STEP_MS);
  afterAll(() => people?.close());

  const windows = new Map<Role, Promise<Person>>();
  /** The window of a person who is signed in; the same for all places. */
  function signedIn(role: Role): Promise<Person> {
    const open = async () => {
      const one = await people.person(role, PATHS.statements);
      await one.page.getByRole("button", { name: "Sign in" }).click();
      await one.page.getByRole("heading", { name: "Sign in with your wallet" }).waitFor({ state: "detached" });
      return one;
    };
    const known = windows.get(role) ?? open();
    windows.set(role, known);
    return known;
  }

  const whole = ({ page }: Person) => until(() => page.evaluate<boolean>("!document.querySelector('main .skeleton')"));

  /** The fields of a place, once it is whole. */
  async function fieldsOf(one: Person, { ready, open }: Place): Promise<FoundField[]> {
    const { page } = one;
    await page.locator(".account").waitFor();
    await page.locator(ready).first().waitFor();
    await whole(one);
    await open?.(one);
    // What was folded may have to be loaded first.
    await page.evaluate(FIELDS);
    await page.waitForLoadState("networkidle");
    await whole(one);
    return page.evaluate<FoundField[]>(FIELDS);
  }

  /** Types into every field, loads the page again, and gives the fields that hold something else. */
  async function lost(one: Person, place: Place, only: (field: FoundField) => boolean, typed: Map<string, string>) {
    const { page } = one;
    for (const [number, field] of (await page.evaluate<FoundField[]>(FIELDS)).filter(only).entries()) {
      const text = textFor(field, number + typed.size);
      await page.locator(`[data-field="${field.key}"]`).fill(text);
      typed.set(field.key, text);
      met.add(field.key.split(" ").at(-1) ?? "");
    }
    // A form says that it keeps what is typed; a search need not.
    const silent = await page.evaluate<string[]>(
      `[...document.querySelectorAll("main form:not([role=search])")]
        .filter((form) => form.querySelector("[data-field]") && !form.querySelector(".draft-note"))
        .map((form) => form.querySelector("[data-field]").dataset.field)`,
    );
    await page.reload({ waitUntil: "commit" });
    const after = new Map((await fieldsOf(one, place)).map(({ key, value }) => [key, value]));
    return [
      ...silent.map((key) => `${place.name}: the form of ${key} does not say that its text is kept`),
      ...[...typed]
        .filter(([key, text]) => after.get(key) !== text)
        .map(([key, text]) => `${place.name}: ${key} held ${text}, and ${after.get(key)} after a reload`),
    ];
  }

  /** Chooses each value of each list of a form, which may bring up more fields. */
  async function lostByChoice(one: Person, place: Place, typed: Map<string, string>): Promise<string[]> {
    const { page } = one;
    const lists = page.locator("main form:not([role=search]) select");
    for (let at = 0; at < (await lists.count()); at++) {
      for (const value of await lists
        .nth(at)
        .locator("option")
        .evaluateAll((all: { value: string }[]) => all.map((option) => option.value))) {
        await lists.nth(at).selectOption(value);
        const isNew = ({ key }: FoundField) => !typed.has(key);
        if (!(await page.evaluate<FoundField[]>(FIELDS)).some(isNew)) continue;
        const found = await lost(one, place, isNew, typed);
        if (found.length > 0) return found;
      }
    }
    return [];
  }

  it.each(Object.keys(PATHS) as (keyof typeof PATHS)[])(
    "UI70: %s keeps what is typed into each of its fields over a reload",
    async (page) => {
      const faults: string[] = [];
      expect(places[page]).not.toEqual([]);
      for (const place of places[page]) {
        const one = await signedIn(place.role);
        await one.page.goto(ORIGIN + place.at, { waitUntil: "commit" });
        await fieldsOf(one, place);
        const typed = new Map<string, string>();
        faults.push(...(await lost(one, place, () => true, typed)));
        if (typed.size > 0) faults.push(...(await lostByChoice(one, place, typed)));
      }
      expect(faults).toEqual([]);
    },
    40 * STEP_MS,
  );

  it("UI70: these pages had every field that the source names", () => {
    // Changed work has the fields of the first, which is met with a schema.
    const notText = ["rating", "force", "forfeit", "output"];
    const ofSteps = Object.values(ACTIONS).flatMap(({ id, fields }) =>
      fields.filter((field) => !notText.includes(field)).map((field) => `${id}-${field}`),
    );
    const inSource = readdirSync(SRC, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".tsx"))
      .flatMap((file) =>
        [
          ...readFileSync(path.join(SRC, file), "utf8").matchAll(
            /<(?:Field|input|textarea)\s[^<]*?(?:\b(?:id|name)="([\w-]+)"|of\("(\w+)"\))/g,
          ),
        ]
          .filter(([found]) => !/type="(?:hidden|radio|checkbox|file)"/.test(found))
          .map(([, id, draft]) => id ?? `draft-${draft}`),
      );
    // The board names its fields by their names alone, and steps name theirs by the step.
    const isMet = (name: string) => [...met].some((one) => one === name || one.endsWith(`-${name}`));
    expect([...ofSteps, "submit-output", ...inSource].filter((name) => !isMet(name))).toEqual([]);
  });
});
