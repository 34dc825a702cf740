import type { Figure } from "../../../../packages/answers/src/engine/results";
import type { Guide } from "../../../../packages/answers/src/guide";
import { boundsOf, type Predicate, type Step } from "../../../../packages/answers/src/plan";
import { terms } from "../../../../packages/answers/src/dataset/words";

/** A made-up dataset as readers know it: its columns with how many records have each value, and its words. */
export interface World {
  guide: Guide;
  linesOf: (step: Step) => { name: string; predicate: Predicate }[];
}

const figure = (told: number): Figure => ({ told, low: told - 3, high: told + 3 });

/** Columns as `name (other names): value=count (other names), …`. */
function worldOf(
  one: string,
  many: string,
  columns: readonly string[],
  themes: readonly string[],
  vocabulary: string,
): World {
  const words = new Set(terms(`${vocabulary} ${themes.join(" ")}`));
  const read = columns.map((line) => {
    const [head, body] = line.split(/:(.*)/s) as [string, string];
    return {
      ...named(head),
      isNumbers: /rating|tenure|backers/.test(head),
      isDated: /year/.test(head),
      values: body.split(",").map((part) => {
        const { name, alsoCalled } = named(part);
        const [value, count] = name.split("=") as [string, string];
        return { value, count: figure(Number(count)), alsoCalled };
      }),
    };
  });
  const holding = (topic: string): number => {
    const stems = terms(topic);
    return stems.length > 0 && stems.every((stem) => words.has(stem)) ? 40 : 0;
  };
  const guide: Guide = {
    kind: "chats",
    record: { one, many },
    size: figure(6000),
    columns: read,
    themes: themes.map((name, i) => ({ name, count: figure(600 - 60 * i) })),
    countOf: (stem) => (words.has(stem) ? 40 : undefined),
    told: ({ topic, where }) => (where ? 0 : holding(topic ?? "")),
    alsoBy: () => [],
  };
  return {
    guide,
    linesOf(step) {
      const by = step.do === "split" || step.do === "average" ? step.by : undefined;
      if (by !== undefined)
        return read
          .find(({ name }) => name === by)!
          .values.map(({ value }) => ({ name: value, predicate: { where: { [by]: value } } }));
      if (step.do === "rank") return step.items.map((predicate) => ({ name: predicate.topic ?? "", predicate }));
      const of = "of" in step && step.of ? [step.of] : [];
      return themes.map((topic) => ({ name: topic, predicate: { all: [...of, { topic }] } }));
    },
  };
}

function named(text: string): { name: string; alsoCalled: string[] } {
  const [, name, others] = /^\s*([^(]+?)\s*(?:\(([^)]*)\))?\s*$/.exec(text)!;
  return { name: name!, alsoCalled: others ? others.split("/").map((one) => one.trim()) : [] };
}

export const WORLDS: Readonly<Record<string, World>> = {
  kitchen: worldOf(
    "review",
    "reviews",
    [
      "product (item/appliance): Blender=1500,Toaster=1200,Kettle=1100,Coffee machine=2200",
      "rating (stars/score): 1=900,2=600,3=800,4=1500,5=2200",
      "country: United States=3000,United Kingdom=1600,Germany=1400",
      "verified: yes=5000,no=1000",
    ],
    ["noise", "lid leaking", "easy cleaning", "slow delivery", "plastic smell", "price"],
    "noisy loud leak leaks leaking lid delivery deliver return returned plastic smell clean cleaning price warranty rust love broke handle water heats boil crumbs jar taste service customer staff motor cord instructions manual",
  ),
  helpdesk: worldOf(
    "ticket",
    "tickets",
    [
      "team: Billing=2000,Integrations=1200,Mobile=1800,Security=1000",
      "priority (urgency): low=2000,medium=2500,high=1000,urgent=500",
      "plan (tier/subscription): Free=2500,Pro=2500,Enterprise=1000",
      "channel: email=3500,chat=1800,phone=700",
    ],
    ["password reset", "webhook failures", "invoice errors", "slow sync", "login", "export"],
    "sso login refund refunds invoice invoices webhook webhooks failure failures api outage outages two factor authentication sync slow export password reset resets crash error dashboard permissions billing charge upgrade cancel report import",
  ),
  staff: worldOf(
    "answer",
    "answers",
    [
      "department: Sales=1500,Engineering=2000,Operations=1800,HR=700",
      "tenure: under 1 year=1000,1-5 years=3000,over 5 years=2000",
      "gender: female=2900,male=3100",
      "office (site/location): Berlin=2000,Austin=2200,Manila=1800",
    ],
    ["workload", "salary", "too many meetings", "remote work", "promotion", "parking"],
    "childcare overtime meetings onboarding benefits commission salary workload remote work quitting quit parental leave promotion training parking canteen management manager ceo unhappy frustrated communication pay shifts tools recognition childcare bonus travel",
  ),
  posts: worldOf(
    "post",
    "posts",
    [
      "company (brand): Netlink=1500,Voltair=1500,Skyjet=1800,Parcelo=1200",
      "sentiment: positive=1200 (happy/satisfied),neutral=1800,negative=3000 (unhappy/dissatisfied)",
    ],
    ["waiting on hold", "late delivery", "rude staff", "flight delays", "refunds", "slow internet"],
    "delay delays rude staff lost parcels parcel late delivery hold put billing bill refund refunds quick replies reply friendly customer service outage luggage baggage app password money back internet router driver price cancelled flight gate loyalty",
  ),
  projects: worldOf(
    "project",
    "projects",
    [
      "category: Games=1500,Music=2500,Theater=2000",
      "outcome: successful=3000,failed=2400,canceled=600",
      "staff_pick: yes=800,no=5200",
      "would_fund_again: Yes=2000,Maybe=1000,No=3000",
      "backers: 5=1000,20=2000,100=2000,400=1000",
      "country: US=4000,GB=1500,DE=500",
      "year: 2013=2000,2014=2500,2015=1500",
    ],
    ["debut album", "dice", "new play"],
    "album record band dice cards play stage comedy depression anxiety stigma money food",
  ),
};

/** A predicate as sorted words, so that two that mean the same are written the same. */
function written(predicate: Predicate | null | undefined): string[] {
  if (!predicate) return [];
  const { topic, words, where = {}, all = [], any = [], none = [] } = predicate;
  return [
    ...(topic === undefined ? [] : [`"${terms(topic).sort().join(" ")}"`]),
    ...(words === undefined ? [] : [`"${terms(words).sort().join(" ")}"`]),
    ...Object.entries(where).map(
      ([column, value]) =>
        `${column}=${typeof value === "object" && !Array.isArray(value) ? boundsOf(value) : [value].flat().sort().join(",")}`,
    ),
    ...all.flatMap(written),
    ...(any.length > 0
      ? [
          any
            .map((one) => written(one).join("&"))
            .sort()
            .join("|"),
        ]
      : []),
    ...none.map((one) => `!${written(one).join("&")}`),
  ].sort();
}

/** A step as a line: count and share of a part of others are the same set. */
export function lineOf(step: Step): string {
  const set = (...all: (Predicate | null | undefined)[]): string =>
    [...new Set(all.flatMap(written))].sort().join(" & ");
  switch (step.do) {
    case "count":
      return `count ${set(step.of, step.among)}`;
    case "share":
      return `share ${set(step.of)} of ${set(step.among)}`;
    case "split":
      return `split ${set(step.of, step.among)} by:${step.by}${step.order === "least" ? " least" : ""}`;
    case "average":
      return `average ${step.column} of ${set(step.among)}${step.by ? ` by:${step.by}` : ""}`;
    case "compare":
      return `compare ${step.sides
        .map((one) => set(one))
        .sort()
        .join(" vs ")} on ${set(step.on)}`;
    case "rank":
      return `rank ${step.items
        .map((one) => set(one))
        .sort()
        .join(" ; ")} among ${set(step.among)}`;
    case "themes":
      return `themes ${set(step.of)} ${step.cue ? `cue:${step.cue}` : ""}${step.limit ? ` limit:${step.limit}` : ""}`;
    default:
      return `${step.do} ${set(step.of)}${step.limit ? ` limit:${step.limit}` : ""}`;
  }
}
