export {
  MktReader,
  type Dataset,
  type ReaderOptions,
  type Service,
  type ServiceSearch,
  type TaskSearch,
} from "./reader";
export * from "./errors";
export type { EventPage, MarketEvent, WatchOptions } from "./events";
export type { Todo, Waiting, WaitingPage } from "./feed";
export type { components, paths } from "./generated/openapi";
export type { Api } from "./http";
export { usdcText, usdcUnits } from "./money";
export type { NextAction, Task, TaskKey } from "./taskKey";
export { waitUntil, type WaitOptions } from "./wait";
