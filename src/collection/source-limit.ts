/** How many links of a source may be collected at the same time, over all workers together. */
export interface SourceLimit {
  readonly sourceId: number;
  readonly concurrency: number;
}
