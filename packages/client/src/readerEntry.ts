export {
  MktReader,
  type Dataset,
  type ReaderOptions,
  type Service,
  type ServiceSearch,
  type TaskSearch,
} from "./service/reader";
export * from "./errors";
export type { EventPage, MarketEvent, WatchOptions } from "./service/events";
export type { Todo, Waiting, WaitingPage } from "./service/feed";
export type { components, paths } from "./generated/openapi";
export type { Api } from "./service/http";
export { usdcText, usdcUnits } from "./money";
export type { NextAction, Task, TaskKey } from "./tasks/taskKey";
export { waitUntil, type WaitOptions } from "./wait";
