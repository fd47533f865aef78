/** Limits of a source for all workers together. */
export interface SourceLimit {
  readonly sourceId: number;
  /** How many links of the source may be collected concurrently. */
  readonly concurrency: number;
  /** Requests per day that one account may make while other accounts wait. */
  readonly accountLimit: number;
}
