/** One batch of sealing anew what another key has sealed. */
export interface ResealedBatch {
  /** Id of the last row that was looked at; null where nothing was left. */
  readonly behindId: number | null;
  readonly resealed: number;
  /** Rows of keys that this process does not hold. */
  readonly unreadable: number;
}

/**
 * Batch after batch, each a transaction of its own, to the last row. Interrupted at any place it leaves rows of both keys, which
 * both are read, and goes on when it is called again. Rows that come meanwhile are sealed by the key that seals (`SealRing`).
 */
export async function resealAll(
  batch: (behindId: number) => Promise<ResealedBatch>,
): Promise<{ readonly resealed: number; readonly unreadable: number }> {
  let [resealed, unreadable] = [0, 0];
  for (let behindId: number | null = 0; behindId !== null;) {
    const done: ResealedBatch = await batch(behindId);
    resealed += done.resealed;
    unreadable += done.unreadable;
    ({ behindId } = done);
  }
  return { resealed, unreadable };
}
