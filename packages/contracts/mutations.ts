/** A source text with one small change. */
export interface Mutant {
  readonly line: number;
  readonly what: string;
  readonly source: string;
}

interface Rule {
  readonly what: string;
  /** Must be global; every match makes one mutant. */
  readonly pattern: RegExp;
  readonly by: (match: string) => string;
}

const nothing = () => "";
const STATES = [
  "Funded",
  "Started",
  "Submitted",
  "ChangesRequested",
  "Approved",
  "Rejected",
  "Disputed",
  "Resolved",
  "Refunded",
  "Cancelled",
  "Expired",
];

const DROPS: readonly Rule[] = [
  { what: "drop check", pattern: /^ +if \([^{};]*?\) revert [^;]+;$/gm, by: nothing },
  { what: "drop check", pattern: /^ +if \([^{};]*?\) \{\n +revert [^;]+;\n +\}$/gm, by: nothing },
  { what: "drop check", pattern: /^ +(?:if \([^;]*?\) )?_require\w+\([^;]*\);$/gm, by: nothing },
  { what: "drop state check", pattern: /_requireState\(taskId, State\.\w+\)/g, by: () => "_tasks[taskId]" },
  { what: "drop check", pattern: /_requirePoster\(taskId, task\)/g, by: () => "task.poster" },
  { what: "drop check", pattern: /_requireWorker\(taskId, task\)/g, by: () => "task.worker" },
  { what: "drop context", pattern: /(?<![.\w] ?|function )_msgSender\(\)/g, by: () => "msg.sender" },
  { what: "drop guard", pattern: / (?:nonReentrant|onlyOwner)\b/g, by: nothing },
  {
    what: "drop effect",
    pattern: /^ +(?:task\.\w+|treasury|creationPaused|isUsed\[[^\]]+\]|credits\[[^\]]+\]) \+?= [^;]+;$/gm,
    by: nothing,
  },
  { what: "drop event", pattern: /^ +emit \w+\([^;]*\);$/gm, by: nothing },
  {
    what: "drop money",
    pattern: /^ +(?:_pay|_pull|_pullAuthorized|_usePermit|deposits\.collect|IERC\d+\(\w+\)\.\w+)\([^;]*\);$/gm,
    by: nothing,
  },
  { what: "drop early return", pattern: /^ +if \([^;]*?\) return;$/gm, by: nothing },
  { what: "drop settling", pattern: /^ +_settle\([^;]*\);$/gm, by: nothing },
];

const SWAPS: readonly (readonly [pattern: RegExp, by: (match: string) => string])[] = [
  [/ < /g, () => " <= "],
  [/ <= /g, () => " < "],
  [/ > /g, () => " >= "],
  [/ >= /g, () => " > "],
  [/ == /g, () => " != "],
  [/ != /g, () => " == "],
  [/ && /g, () => " || "],
  [/ \|\| /g, () => " && "],
  [/ \+ /g, () => " - "],
  [/ - /g, () => " + "],
  [/ \* /g, () => " / "],
  [/ \/ /g, () => " * "],
  [/\btrue\b/g, () => "false"],
  [/\bfalse\b/g, () => "true"],
  [/\+= /g, () => "-= "],
  [/\+\+(?=task)/g, () => "--"],
  [
    /(?<=(?:_settle|_enter)\(task, State\.)\w+/g,
    (state) => STATES[(STATES.indexOf(state) + 1) % STATES.length] ?? "None",
  ],
  [
    /(?<=_enter\([^;]*task\.)(?:work|review|resubmit|contest|rule|rate)(?=Window)/g,
    (name) => (name === "work" ? "rate" : "work"),
  ],
  [/\bblock\.chainid\b/g, () => "uint256(1)"],
  [/(?<=abi\.encode\(block\.chainid, )address\(this\)/g, () => "address(0)"],
  [/(?<=address\(this\), )selector\b/g, () => "bytes4(0)"],
  [
    /(?<=this\.)\w+(?=\.selector)/g,
    (name) =>
      name === "createTaskWithAuthorization" ? "stakeAndStartWithAuthorization" : "createTaskWithAuthorization",
  ],
  [/(?<=keccak256\(abi\.encode\()terms, salt/g, () => "terms"],
  [/(?<=keccak256\(abi\.encode\()poster, consent/g, () => "consent"],
  [/(?<=keccak256\(abi\.encode\()taskId, agreedTerms/g, (names) => names.split(", ")[1] ?? ""],
  [/\btask\.judge\b(?! =)/g, () => "task.poster"],
  [/(?<=abi\.encode\()VERDICT_TYPEHASH\b/g, () => "RESUBMISSION_TYPEHASH"],
  [/(?<=_pay\(taskId, worker, toWorker) \+ stake(?=\))/g, nothing],
  [/(?<=task\.\w+Window = windows\.)\w+/g, (name) => (name === "open" ? "work" : "open")],
];

const RULES: readonly Rule[] = [...DROPS, ...SWAPS.map(([pattern, by]): Rule => ({ what: "swap", pattern, by }))];

/** Every mutant of a Solidity source, in line order; comments are not changed. */
export function mutate(source: string): readonly Mutant[] {
  const mutants = RULES.flatMap(({ what, pattern, by }) =>
    [...source.matchAll(pattern)].flatMap((match): Mutant[] => {
      const start = match.index;
      const line = source.slice(0, start).split("\n").length;
      const [found] = match;
      if (isComment(source, start)) return [];
      const text = by(found);
      const says =
        what === "swap" ? `${found.trim()} → ${text.trim()}` : `${what}: ${found.trim().replace(/\s+/g, " ")}`;
      return [{ line, what: says, source: source.slice(0, start) + text + source.slice(start + found.length) }];
    }),
  );
  return mutants.sort((a, b) => a.line - b.line);
}

function isComment(source: string, at: number): boolean {
  const line = source.slice(source.lastIndexOf("\n", at - 1) + 1, source.indexOf("\n", at));
  return /^\s*(\/\/|\/\*|\*|import |pragma )/.test(line);
}
