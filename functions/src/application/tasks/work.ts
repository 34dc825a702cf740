import type { Address } from "../../domain/address";
import { requireGoodContent, salted, SALT_BYTES, type Content, type ContentOf } from "../../domain/content";
import type { Output } from "../../domain/acceptance/acceptance";
import type { Hex } from "../../domain/keccak";
import { tidyLinks, type Link } from "../../domain/link";
import type { UnitOfWork } from "../../domain/unitOfWork";
import type { Services } from "../services";
import { required } from "./sent";

/** A private text as a request gives it. */
export interface Words {
  text?: string;
  links?: Link[];
  salt?: string;
  /** Of work alone. */
  output?: Output;
}

/** Who stores it, and with what. */
export interface Author {
  readonly wallet: Address;
  readonly nowMs: number;
  readonly randomBytes: (size: number) => Buffer;
  readonly services: Services;
  readonly unit: UnitOfWork;
}

/**
 * The private text of a request as content of a kind, with a new salt if none is given; `at` points to it in the
 * request.
 */
export function privateContent<K extends "privateDetails" | "submission" | "evidence" | "answer" | "reason">(
  kind: K,
  given: Words,
  randomBytes: (size: number) => Buffer,
  at = "",
): ContentOf<K> {
  const { text } = required(given, "text");
  const { salt } = given;
  const links = tidyLinks(given.links ?? []);
  const words =
    salt === undefined ? salted({ text, links }, randomBytes(SALT_BYTES)) : { text, links, salt: salt as Hex };
  const { output } = given;
  const value = kind === "submission" && output ? { ...words, output } : words;
  const content = { kind, value } as Content;
  requireGoodContent(content, at);
  // The compiler cannot see that the kind is the requested one.
  return content as ContentOf<K>;
}
