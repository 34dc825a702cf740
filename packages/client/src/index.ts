export * from "./browser";
export { FileJournal } from "./fileJournal";
