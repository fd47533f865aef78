/** Limits of a source for all workers together. */
export interface SourceLimit {
  readonly sourceId: number;
  /** How many of its links may be collected concurrently. */
  readonly concurrency: number;
  /** Requests per day that one account may make while others wait. */
  readonly ofAccount: number;
}
