import type { Address } from "../../domain/address";
import { refuse } from "../../domain/errors";
import type { InterestSort } from "../../domain/interest";
import { requireEscrows } from "../../domain/messages/requestText";
import { roleOf } from "../../domain/task/task";
import { readable, textsOf } from "../../domain/task/texts";
import { DEFAULT_LIMIT } from "../../schema/list";
import type { Services } from "../services";
import { interestView } from "../views/interest";
import { taskView } from "../views/task";
import { readersTask } from "./read";
import { hireAmong, interestCountOf, posterRecordOf, requireTask, resubmissionOf } from "./requestedTask";

interface Asked {
  contract?: string;
  taskId: string | number;
  sort?: InterestSort;
  limit?: number;
  cursor?: string;
}

/** A task with everything that this wallet may read of it; refuses `forbidden_role` without a role in it. */
export async function participantTask(input: Asked, wallet: Address, services: Services, nowMs: number) {
  const { interests, contentStore, settings } = services;
  const { sort = "newest", limit = DEFAULT_LIMIT, cursor = null } = input;
  const known = await requireTask(input, services);
  const record = await readersTask(known, wallet, services, nowMs);
  const { task } = record;
  const part = roleOf(task, wallet);
  const [interest, resubmission, hire] = await Promise.all([
    part === "poster" ? null : interests.find(task, wallet),
    resubmissionOf(task, services),
    hireAmong(record, wallet, nowMs, services),
  ]);
  if (part === "stranger" && !interest)
    refuse("forbidden_role", "This wallet has no role in this task. Use GET /mkt/task for the public view.");
  const citations = readable(record, resubmission, wallet, nowMs);
  const [found, interestCount, posterRecord, page] = await Promise.all([
    contentStore.find(citations),
    interestCountOf(record, services),
    posterRecordOf(record, services),
    part === "poster" ? interests.ofTask(task, sort, limit, cursor) : null,
  ]);
  const escrows = requireEscrows(settings.escrows);
  return {
    ...taskView({ ...record, interestCount }, escrows, { wallet, interest, resubmission, hire, nowMs }),
    posterRecord,
    role: part === "stranger" ? ("interested" as const) : part,
    interest: interest && interestView(interest, task, escrows),
    interests: page && { ...page, items: page.items.map((one) => interestView(one, task, escrows)) },
    ...textsOf(task, record.metadata, citations, found),
  };
}
