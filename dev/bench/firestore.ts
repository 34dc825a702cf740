import { Firestore } from "@google-cloud/firestore";
import { allowLateRequests } from "../../test/setup/database/interceptFirestore";

export interface BenchFirestore {
  readonly db: Firestore;
  /** Waits until no request is under way, such as those that publish events after an answer. */
  idle: () => Promise<void>;
  /** Waits until no request is under way, then ends the client: a request that meets a closed client ends the process. */
  close: () => Promise<void>;
}

/** A client of an emulator. Not by FIRESTORE_EMULATOR_HOST, which would lead later parts of the bench there. */
export function benchFirestore(host: string, projectId: string): BenchFirestore {
  const db = new Firestore({ projectId, host, ssl: false, customHeaders: { Authorization: "Bearer owner" } });
  const idle = allowLateRequests(db);
  return {
    db,
    idle,
    close: async () => {
      await idle();
      await db.terminate();
    },
  };
}
