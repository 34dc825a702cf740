import { untilEnded } from "../../../dev/local/untilEnded";

const never = new Promise<never>(() => {});
const seen: string[] = [];
const say = (line: string) => void seen.push(line.trim());
const close = async () => void seen.push("closed");

beforeEach(() => void (seen.length = 0));

describe("happy", () => {
  it("stops the whole stack at Ctrl-C, and says so", async () => {
    await untilEnded({ lost: never, close }, Promise.resolve(), say);
    expect(seen).toEqual(["Stopping ...", "closed", "Stopped."]);
  });
});

describe("faults", () => {
  it("E5: stops the others when a part is lost, and fails with its name", async () => {
    const lost = Promise.resolve("The chain (anvil) has ended.");
    await expect(untilEnded({ lost, close }, never, say)).rejects.toThrow(
      "The chain (anvil) has ended. The other parts were stopped. Run npm start again.",
    );
    expect(seen).toEqual(["Stopping ...", "closed"]);
  });

  it.each([
    ["at Ctrl-C", Promise.resolve(), never],
    ["after a loss", never, Promise.resolve("Firestore has ended.")],
  ])("fails when the stack does not close %s", async (_when, stopped, lost) => {
    const stuck = { lost, close: () => Promise.reject(new Error("still at work")) };
    await expect(untilEnded(stuck, stopped, say)).rejects.toThrow("still at work");
  });
});
