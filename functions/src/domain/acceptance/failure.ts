/** Failures that a verdict lists. */
export const MAX_FAILURES = 20;

/** Where an output fails its schema. */
export interface Failure {
  /** JSON Pointer into the output. */
  readonly pointer: string;
  /** JSON Pointer to the keyword in the schema. */
  readonly schemaPointer: string;
  readonly message: string;
}
