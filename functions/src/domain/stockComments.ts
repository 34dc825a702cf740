/**
 * What a client writes where a party rated without a comment, because the contract takes a hash of one with each rating.
 * It adds nothing to the rating, so the party may still publish a comment.
 */
export const STOCK_COMMENTS = { approved: "Approved.", rated: "Paid." } as const;
