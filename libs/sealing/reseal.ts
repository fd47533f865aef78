/** The result of resealing one batch of rows. */
export interface ResealedBatch {
  /** Id of the last row of the batch; null after the last batch. */
  readonly lastId: number | null;
  readonly resealed: number;
  /** Number of rows sealed by keys that this process does not have. */
  readonly unreadable: number;
}

/**
 * Calls `batch` until no row is left. Each call is a transaction. After an interruption the table has rows of both keys, which can
 * all be read, and another call continues. Rows written meanwhile are sealed by the current key (`SealRing`).
 */
export async function resealAll(
  batch: (afterId: number) => Promise<ResealedBatch>,
): Promise<{ readonly resealed: number; readonly unreadable: number }> {
  let [resealed, unreadable] = [0, 0];
  for (let lastId: number | null = 0; lastId !== null;) {
    const result: ResealedBatch = await batch(lastId);
    resealed += result.resealed;
    unreadable += result.unreadable;
    ({ lastId } = result);
  }
  return { resealed, unreadable };
}
