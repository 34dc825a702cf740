export * from "./browser";
export { FileJournal } from "./journal/fileJournal";
export { receiptIn, signerOf, verifyReceipt, type SignedReceipt, type VerifiedReceipt } from "./buying/receipts";
