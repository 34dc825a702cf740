export * from "./browser";
export { FileJournal } from "./fileJournal";
export { receiptIn, signerOf, verifyReceipt, type SignedReceipt, type VerifiedReceipt } from "./receipts";
