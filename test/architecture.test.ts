import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { ENDPOINTS } from "../functions/src/endpoints/all";
import { endpoint, open, refusals, requests } from "../functions/src/http/endpoint";
import { object } from "../functions/src/schema/build";

const ROOT = path.join(__dirname, "..");
const SRC = path.join(ROOT, "functions/src");

/** What the files of each part may import; a part may always import itself. Files at the top are parts of their own. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  domain: [],
  schema: ["domain"],
  ports: ["domain"],
  settings: ["domain"],
  adapters: ["ports", "domain"],
  application: ["schema", "domain", "ports", "settings"],
  http: [
    "application/services",
    "application/idempotency",
    "application/proof",
    "application/sale",
    "schema",
    "domain",
    "ports",
    "settings",
  ],
  endpoints: ["http/endpoint", "application", "schema", "domain", "ports/answers"],
  catalogue: ["http/endpoint", "http/authenticate", "application", "schema", "domain", "settings"],
  mcp: ["catalogue", "http", "schema", "domain", "ports/log"],
  discovery: ["catalogue", "http", "domain", "settings"],
  entry: ["*"],
};

/** What each room outside `functions/src` may import of the others, by the paths that these begin with. */
const ROOMS: Record<string, readonly string[]> = {
  "functions/src": ["packages/answers/src/"],
  "packages/answers": [],
  "packages/app": [
    "packages/client/src/",
    "packages/site/pages/lifeGeometry.ts",
    "functions/src/domain/",
    // A schema is tried by the code that checks the work later.
    "functions/src/adapters/outputSchema/evaluate.ts",
  ],
  "packages/client": [],
  "packages/contracts": ["functions/src/domain/"],
  "packages/site": [
    "functions/src/catalogue/",
    "functions/src/schema/",
    "functions/src/domain/",
    "functions/src/http/endpoint.ts",
    "functions/src/settings/table.ts",
    "packages/app/src/paths.ts",
    "packages/app/src/lib/silence.ts",
  ],
  "dev/local": ["functions/src/", "packages/", "dev/tools/"],
  "dev/tools": ["functions/src/", "packages/", "dev/local/"],
  "dev/bench": ["functions/src/", "packages/", "dev/local/", "dev/tools/", "test/setup/"],
  "test/setup": ["functions/src/", "packages/", "dev/local/", "dev/tools/", "test/fakes/"],
  "test/conformance": [],
  test: ["functions/src/", "packages/", "dev/local/", "dev/tools/", "test/setup/"],
};

/** The one program of the conformance tests that knows this project: it starts the service, and is no module of theirs. */
const LAUNCHER = "test/conformance/launcher.ts";
/** The packages that the conformance tests need, besides Node's own modules. */
const BLACK_BOX = ["ethers"];

interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
}

const files = filesOf(SRC);
const rooms = Object.fromEntries(Object.keys(ROOMS).map((room) => [room, importsIn(room)]));
const imports = (rooms["functions/src"] ?? [])
  .filter(({ to }) => to.startsWith("functions/src/"))
  .map(({ from, to, typeOnly }) => ({ from: inSrc(from), to: inSrc(to), typeOnly }));

describe("the house", () => {
  it("finds its files", () => {
    expect(files.length).toBeGreaterThan(30);
    expect(imports.length).toBeGreaterThan(60);
  });

  it("has only the parts that are listed here", () => {
    const parts = new Set(files.map(partOf));
    expect([...parts].filter((part) => !(part in MAY_IMPORT))).toEqual([]);
  });

  it("declares each endpoint in at most 60 lines", () => {
    const declarations = files
      // The list and the form that several have declare no endpoint.
      .filter((file) => /^endpoints\/(?!list|agent\/escrowCall)/.test(file))
      .flatMap((file) =>
        readFileSync(path.join(SRC, file), "utf8")
          .split(/^(?=export (?:const|function) )/m)
          .slice(1),
      )
      .map((text) => text.slice(0, text.search(/^(?:}\);|})$/m)).split("\n"));
    const long = declarations.filter(({ length }) => length > 60).map(([first]) => first);
    expect([declarations.length > 50, long]).toEqual([true, []]);
  });

  it("imports only in the allowed directions", () => {
    const wrong = imports.filter(({ from, to }) => !isAllowed(from, to)).map(({ from, to }) => `${from} → ${to}`);
    expect(wrong).toEqual([]);
  });

  it("tells a number of people through one door: only `disclosure` counts voices and knows their keys", () => {
    const src = path.join(ROOT, "packages/answers/src");
    const telling = ["engine", "read", "reply", "model"].flatMap((folder) =>
      readdirSync(path.join(src, folder), { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".ts"))
        .map((file) => `${folder}/${file}`),
    );
    // What would be a number of records: a set's bits or list counted, texts or rows counted, keys and voices.
    const counting =
      /\.(?:keys\b(?!\()|voices)|popcount|(?:texts|ids|marks|holders\.starts|records)\.length|recordCounts|from "[^"]*disclosure\/(?:noise|keys)"/;
    const wrong = telling.filter((file) => {
      const text = readFileSync(path.join(src, file), "utf8");
      // Where the door is built, keys and texts are handed to it; a loop over marks counts nothing.
      return counting.test(
        text.replace(/new People\(.*\)/, "").replace(/for \(let i = 0; i < marks\.length; i\+\+\)/, ""),
      );
    });
    expect([telling.length > 10, wrong]).toEqual([true, []]);
  });

  it("shows in its name that a function only throws: refuse answers a caller, fail anyone else", () => {
    const wrong = ["functions/src", "packages", "dev"].flatMap((room) =>
      filesOf(path.join(ROOT, room)).flatMap((file) =>
        [
          ...readFileSync(path.join(ROOT, room, file), "utf8").matchAll(
            /^ *(?:export |private |async |function )+(\w+)(?:<[^(]*>)?\((?:[^()]|\([^()]*\))*\): (?:never|Promise<never>) \{/gm,
          ),
        ]
          .map(([, name = ""]) => `${room}/${file} ${name}`)
          .filter((named) => !/ (refuse|fail)([A-Z]|$)/.test(named)),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it("acts on requests before the framework does in one file only", () => {
    const early = files.filter((file) => /diagnostics_channel/.test(readFileSync(path.join(SRC, file), "utf8")));
    expect(early).toEqual([path.join("http", "gateway.ts")]);
  });

  it("keeps payments and tasks out of the HTTP pipeline", () => {
    const wrong = imports
      .filter(({ from, to }) => partOf(from) === "http" && /(^|\/)(payments?|settlement|tasks?)(\/|\.ts$)/.test(to))
      .map(({ from, to }) => `${from} → ${to}`);
    expect(wrong).toEqual([]);
  });

  it("has no circles, type-only ones included", () => {
    expect(cycle(Object.values(rooms).flat())).toBeNull();
  });

  it("has only the rooms that are listed here", () => {
    const found = ["packages", "dev"].flatMap((above) =>
      readdirSync(path.join(ROOT, above), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => `${above}/${name}`),
    );
    expect(found.filter((room) => !(room in ROOMS))).toEqual([]);
  });

  it.each(Object.entries(ROOMS))("%s imports only what it may", (room, allowed) => {
    const wrong = (rooms[room] ?? []).filter(
      ({ from, to }) =>
        roomOf(from) === room &&
        roomOf(to) !== room &&
        from !== LAUNCHER &&
        !allowed.some((beginning) => to.startsWith(beginning)),
    );
    expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });

  it("tests conformance from outside: by Node's modules, ethers and its own folder, without the launcher's", () => {
    const sources = filesOf(path.join(ROOT, "test/conformance")).filter((file) => !LAUNCHER.endsWith(`/${file}`));
    const packages = sources.flatMap((file) => {
      const text = readFileSync(path.join(ROOT, "test/conformance", file), "utf8");
      return [...text.matchAll(/(?:from |require\(|import\(|^import )"([^."][^"]*)"/gm)].map(([, name = ""]) => name);
    });
    expect(packages.length).toBeGreaterThan(10);
    expect(packages.filter((name) => !name.startsWith("node:") && !BLACK_BOX.includes(name))).toEqual([]);
    expect((rooms["test/conformance"] ?? []).filter(({ to }) => to === LAUNCHER)).toEqual([]);
  });

  it("reaches the answer engine through its ports and one adapter", () => {
    const reaching = (rooms["functions/src"] ?? []).filter(({ to }) => to.startsWith("packages/answers/"));
    expect([...new Set(reaching.map(({ from }) => inSrc(from)))].sort()).toEqual([
      "adapters/answers.ts",
      "ports/answers.ts",
    ]);
  });

  it("has no barrels and no utils", () => {
    expect(
      files.filter((file) => /(^|\/)(utils?|helpers?|common)\.ts$/.test(file) && file !== "schema/common.ts"),
    ).toEqual([]);
    const barrels = files.filter((file) => file !== "entry/index.ts" && path.basename(file) === "index.ts");
    expect(barrels).toEqual([]);
  });

  it("keeps the clock and chance out of the domain and the endpoints", () => {
    const impure = pureFiles().filter((file) =>
      /Date\.now\(|new Date\(\)|Math\.random|import \{[^}]*random[^}]*\} from "node:crypto"/.test(
        readFileSync(file, "utf8"),
      ),
    );
    expect(impure).toEqual([]);
  });

  it("keeps requests and responses out of the endpoints, and floats away from money", () => {
    const wrong = pureFiles().filter((file) =>
      /IncomingMessage|ServerResponse|parseFloat/.test(readFileSync(file, "utf8")),
    );
    expect(wrong).toEqual([]);
  });

  it("reaches stored documents through their converters", () => {
    const stores = files.filter((file) => file.startsWith("adapters/firestore/"));
    const byHand = stores.filter((file) =>
      /\.collection\(\s*["'`]|db\s*\.doc\(\s*["'`]|data\(\)!? as /.test(readFileSync(path.join(SRC, file), "utf8")),
    );
    expect(byHand).toEqual([]);
  });

  it("builds adapters in the entry alone", () => {
    const others = imports
      .filter(({ from, to, typeOnly }) => partOf(to) === "adapters" && partOf(from) !== "adapters" && !typeOnly)
      .map(({ from }) => from)
      .filter((from) => partOf(from) !== "entry");
    expect(others).toEqual([]);
  });
});

/** Absolute paths of what computes and nothing else: domain, endpoints, and the data half of the answer engine. */
function pureFiles(): string[] {
  const dataset = path.join(SRC, "..", "..", "packages", "answers", "src", "dataset");
  const inSrc = files.filter((file) => /^(domain|endpoints)\//.test(file)).map((file) => path.join(SRC, file));
  const inDataset = readdirSync(dataset, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  expect(inDataset.length).toBeGreaterThan(10);
  return [...inSrc, ...inDataset.map((file) => path.join(dataset, file))];
}

describe("budgets", () => {
  const endpoints = Object.values(ENDPOINTS).flat();

  it("D16: every endpoint states what one client may cause in a minute", () => {
    for (const { path: at, rateLimit } of endpoints) {
      if (rateLimit.counts === "computations") continue;
      expect([
        at,
        Number.isInteger(rateLimit.perMinute) && rateLimit.perMinute > 0 && rateLimit.perMinute <= 600,
      ]).toEqual([at, true]);
    }
  });

  it("D16: what asks for neither payment nor signature counts every request, or depends on nothing in it", () => {
    for (const { path: at, method, auth, rateLimit, input, shared } of endpoints) {
      if (auth.kind === "open" || auth.kind === "token") expect([at, rateLimit.counts]).not.toEqual([at, "refusals"]);
      const fields = Object.keys((input as { properties?: object }).properties ?? {});
      if (rateLimit.counts === "computations")
        expect([at, method, fields, shared !== undefined]).toEqual([at, "GET", [], true]);
    }
  });

  it("D16: an endpoint without a budget does not compile", () => {
    const stated = {
      method: "GET",
      path: "/a",
      summary: "a",
      auth: open,
      input: object({}),
      output: object({}),
      errors: [],
      example: {},
      handle: async () => ({}),
    } as const;
    // @ts-expect-error: no budget
    expect(endpoint(stated)).toBe(stated);
    // @ts-expect-error: everybody may ask, and nothing is counted but refusals
    endpoint({ ...stated, rateLimit: refusals(60) });
    endpoint({ ...stated, rateLimit: requests(60) });
  });
});

/** The sources in a folder, by their paths in it. */
function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.tsx?$/.test(file) && !file.endsWith(".d.ts") && !/(^|\/)(node_modules|dist)\//.test(file),
  );
}

function inSrc(file: string): string {
  return path.relative("functions/src", file);
}

function partOf(file: string): string {
  return file.split("/")[0]?.replace(/\.ts$/, "") ?? "";
}

/** The most specific room of a file. */
function roomOf(file: string): string | undefined {
  return Object.keys(ROOMS).find((room) => file.startsWith(`${room}/`));
}

function isAllowed(from: string, to: string): boolean {
  const part = partOf(from);
  if (part === partOf(to)) return true;
  const module = to.replace(/\.ts$/, "");
  return (MAY_IMPORT[part] ?? []).some((allowed) => allowed === "*" || module === allowed || partOf(to) === allowed);
}

function importsIn(room: string): Import[] {
  return filesOf(path.join(ROOT, room)).flatMap((file) => importsOf(path.join(room, file)));
}

/** The relative imports and requires of a file, resolved; its path and theirs are the repository's. */
function importsOf(file: string): Import[] {
  const found: Import[] = [];
  const pattern = /(?:import|export)\s+(type\s+)?(?:[^"';]*?\sfrom\s+)?"(\.[^"]+)"|(?:require|import)\("(\.[^"]+)"\)/g;
  for (const match of readFileSync(path.join(ROOT, file), "utf8").matchAll(pattern)) {
    const target = path.join(path.dirname(file), match[2] ?? match[3] ?? "");
    const to =
      [`${target}.ts`, `${target}.tsx`, `${target}.d.ts`, target].find((candidate) =>
        existsSync(path.join(ROOT, candidate)),
      ) ?? target;
    if (!/\.(json|css)$/.test(to) && !to.endsWith(".d.ts"))
      found.push({ from: file, to, typeOnly: match[1] !== undefined });
  }
  return found;
}

/** The files of one cycle, or null. */
function cycle(edges: readonly Import[]): string[] | null {
  const next = new Map<string, string[]>();
  for (const { from, to } of edges) next.set(from, [...(next.get(from) ?? []), to]);
  const done = new Set<string>();
  const visit = (file: string, trail: string[]): string[] | null => {
    if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const target of next.get(file) ?? []) {
      const found = visit(target, [...trail, file]);
      if (found) return found;
    }
    done.add(file);
    return null;
  };
  for (const file of next.keys()) {
    const found = visit(file, []);
    if (found) return found;
  }
  return null;
}
