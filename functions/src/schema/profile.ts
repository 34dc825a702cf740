import { integer, nullable, number, object, string } from "./build";
import { Address } from "./common";
import { Average, Distribution } from "./rating";

export const DisplayName = string({
  minLength: 1,
  maxLength: 160,
  description:
    "1 to 40 characters of one script: letters, digits, spaces and the signs ' . _ -; stored in NFKC. Not an address, not a domain name, and no word " +
    "that only the platform may call itself by.",
  examples: ["Ana Lima"],
});

export const AvatarSeed = string({
  pattern: "^[A-Za-z0-9._:@+/=-]{1,64}$",
  description: "1 to 64 characters that an avatar is drawn from.",
  examples: ["ana-7"],
});

const identity = {
  address: Address,
  displayName: {
    ...nullable(string()),
    description:
      "Null where the wallet has told none. No two wallets have names that look alike; still, the address is the identity.",
  },
  avatarSeed: nullable(string()),
};

export const ProfileView = object(identity, { title: "Profile" });

const Count = (description: string) => integer({ minimum: 0, description });

/** What the final tasks say of a wallet beside how it shows itself. */
export const ProfileSummaryView = object(
  {
    ...identity,
    ratings: object(
      {
        average: Average,
        count: Count("How many there are."),
        distribution: Distribution,
        asPoster: object({ average: Average, count: Count("Given by workers.") }),
        asWorker: object({ average: Average, count: Count("Given by posters.") }),
      },
      { description: "The ratings that it received on the chain, in final blocks." },
    ),
    asPoster: object({
      posted: Count("Tasks that it created."),
      completed: Count("Of these, those whose work was approved, by it or by its silence."),
      rejected: Count("Those whose work it rejected, whatever came of it."),
      rejectionsOverturned: Count(
        "Of the rejections, those after which the arbiter ruled more than half of the reward to the worker.",
      ),
      cancelled: Count("Those that it withdrew before anybody started."),
      medianReviewHours: nullable(
        number({
          minimum: 0,
          description:
            "The median time from work handed in to its answer (approval, rejection or change request), to within 1/64 of itself. Where it stayed silent, the time " +
            "that it had counts. Null before the first answer.",
        }),
      ),
    }),
    asWorker: object({
      started: Count("Tasks that it started."),
      completed: Count("Of these, those whose work was approved."),
      rejected: Count("Those whose work was rejected, whatever came of it."),
      rejectionsOverturned: Count("Of these, those after which the arbiter ruled more than half of the reward to it."),
    }),
    silentDeadlines: object(
      {
        workBy: Count("As worker: handed in nothing."),
        reviewBy: Count("As poster: did not answer work."),
        resubmitBy: Count("As worker: did not answer a change request."),
        contestBy: Count("As worker: let a rejection stand."),
        ruleBy: Count("As arbiter: did not rule."),
        rateBy: Count("As worker: did not rate the poster."),
      },
      { description: "How often its turn ended only after this deadline, whoever ended it." },
    ),
  },
  { title: "ProfileSummary" },
);
