import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Places, startFirestore } from "../../../dev/local/firestore";

const { FIRESTORE_EMULATOR_HOST: sharedHost = "", ...env } = process.env;

const nowhere: Places = {
  cloudSdks: ["/nowhere"],
  firebaseCache: mkdtempSync(path.join(tmpdir(), "mkt-cache-")),
  download: async () => {},
};

describe("happy", () => {
  it("uses the emulator that runs already", async () => {
    const firestore = await startFirestore({ env: { ...env, FIRESTORE_EMULATOR_HOST: sharedHost } });
    expect(firestore).toMatchObject({ host: sharedHost, source: "the running emulator of FIRESTORE_EMULATOR_HOST" });
    await firestore.close();
    expect((await fetch(`http://${sharedHost}/`)).ok).toBe(true);
  });

  it("has the Firebase CLI download an emulator when there is none, and says so", async () => {
    const firebaseCache = mkdtempSync(path.join(tmpdir(), "mkt-cache-"));
    const said: string[] = [];
    const download = async () => {
      writeFileSync(path.join(firebaseCache, "cloud-firestore-emulator-v9.jar"), "no jar");
      writeFileSync(path.join(firebaseCache, "cloud-firestore-emulator-v10.jar"), "no jar");
    };
    const start = startFirestore({
      env,
      say: (line) => said.push(line),
      places: { ...nowhere, firebaseCache, download },
    });
    await expect(start).rejects.toThrow(/java ended before it was ready/);
    expect(said).toEqual(["No Firestore emulator found: the Firebase CLI downloads one (about 140 MB, once)."]);
  });
});

describe("refusals", () => {
  it("says in one line what to install when Java is missing", async () => {
    await expect(startFirestore({ env: { ...env, JAVA_HOME: "/nowhere" } })).rejects.toThrow(
      /^Java is missing: .*apt install.* Tried "\/nowhere\/bin\/java -version": .*ENOENT\.$/,
    );
  });

  it("says in one line what to install when the emulator is missing", async () => {
    await expect(startFirestore({ env, places: nowhere })).rejects.toThrow(
      /^The Firestore emulator is missing: install google-cloud-cli-firestore-emulator.* Tried \/nowhere\/platform.*$/,
    );
  });

  it("names the jar that is not there", async () => {
    await expect(startFirestore({ env: { ...env, FIRESTORE_EMULATOR_JAR: "/nowhere/x.jar" } })).rejects.toThrow(
      "FIRESTORE_EMULATOR_JAR names /nowhere/x.jar, where there is no file.",
    );
  });

  it("names the emulator that does not answer", async () => {
    await expect(startFirestore({ env: { ...env, FIRESTORE_EMULATOR_HOST: "127.0.0.1:1" } })).rejects.toThrow(
      "No Firestore emulator answers at 127.0.0.1:1.",
    );
  });
});
