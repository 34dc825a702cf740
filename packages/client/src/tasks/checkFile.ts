import { MktError, UntrustedError } from "../errors";
import type { components } from "../generated/openapi";
import { fingerprintOf, judgeFile, type FileVerdict, type Fingerprint } from "./links";
import { wordsHash } from "./texts";

/** Compares a file with the links of a task's newest work, whose text must hash to what the task names. */
export async function checkFileOf(
  { taskId, submissions }: components["schemas"]["ParticipantTask"],
  file: Blob | Fingerprint,
  url?: string,
): Promise<FileVerdict> {
  const works = submissions.map(({ hash, content }) => {
    if (content && wordsHash(content) !== hash)
      throw new UntrustedError("The work that the service shows does not have the hash that it names.");
    return content;
  });
  if (!works.at(-1)) throw new MktError("no_work", `Task ${taskId} has no work that can be read.`);
  const found = "sha256" in file ? file : await fingerprintOf(file);
  return judgeFile(
    found,
    works.map((work) => work?.links ?? []),
    url,
  );
}
