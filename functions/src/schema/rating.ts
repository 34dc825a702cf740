import { array, boolean, integer, nullable, object, oneOf, optional, string, untrusted } from "./build";
import { Address, Bytes32, ContractName, TaskId, Time, TxHash } from "./common";
import { Comment } from "./content";
import { NextCursor } from "./list";
import { TaskNames } from "./task";
import { Average } from "./records";

const Count = integer({ minimum: 0 });

export const Distribution = object(
  { "1": Count, "2": Count, "3": Count, "4": Count, "5": Count },
  { description: "How many of each value there are." },
);

/** A rating's value. */
export const stars = (options: { description?: string } = {}) => integer({ minimum: 1, maximum: 5, ...options });

/** A party's published rating of the other. */
export const RatingInput = {
  contract: optional(ContractName),
  taskId: TaskId,
  rating: stars({ description: "1 to 5; must match the value on the chain, if any." }),
  comment: {
    ...Comment,
    description: "1 to 1,000 characters, public; must match the hash on the chain, if any.",
  },
};

export const RatingView = object(
  {
    ...TaskNames,
    rater: Address,
    ratee: Address,
    role: { ...oneOf("poster", "worker"), description: "The rater's." },
    rating: stars(),
    comment: untrusted(string()),
    commentHash: Bytes32,
    onChain: boolean({ description: "Whether the chain holds the same rating." }),
    txHash: nullable(TxHash),
    createdAt: Time,
  },
  { title: "Rating" },
);

/** What a wallet received or gave. */
export const RatingSide = object(
  {
    average: Average,
    count: Count,
    distribution: Distribution,
    items: array(RatingView),
    nextCursor: NextCursor,
  },
  { title: "RatingSide" },
);
