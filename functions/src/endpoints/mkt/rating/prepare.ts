import { prepared } from "../../../application/signing/prepared";
import { commentHash } from "../../../domain/messages/signedRequest";
import { endpoint, open, requests, signedSubject } from "../../../http/endpoint";
import { object } from "../../../schema/build";
import { Address, Bytes32 } from "../../../schema/common";
import { RatingInput } from "../../../schema/rating";
import { PreparedFields } from "../../../schema/sign";
import publish from "./publish";

/** Returns the exact text to sign for a rating. */
export default endpoint({
  method: "POST",
  path: "/mkt/rating/prepare",
  summary: "Get the exact text to sign for /mkt/rating",
  description:
    "Nothing is stored. Sign messageToSign unchanged (EIP-191), add the signature to request, and send that to /mkt/rating.",
  auth: open,
  reads: true,
  input: object({ wallet: Address, ...RatingInput }),
  check: ({ wallet: _wallet, ...body }) => publish.check?.(body),
  output: object({ ...PreparedFields, commentHash: Bytes32 }),
  errors: [],
  rateLimit: requests(300),
  example: {
    wallet: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    contract: "agent-fast",
    taskId: "12",
    rating: 5,
    comment: "Fast and thorough.",
  },

  handle: async ({ input: { wallet, ...body }, nowMs, randomBytes }, services) => ({
    ...prepared(signedSubject(publish), { wallet, body, nowMs, randomBytes }, services),
    commentHash: commentHash(body.comment),
  }),
});
