/**
 * What a client writes where a party rated without a comment, because the contract takes a hash of one with each rating.
 * It says no more than the rating does, so that party may still publish words of its own.
 */
export const STOCK_COMMENTS = { approved: "Approved.", rated: "Paid." } as const;
