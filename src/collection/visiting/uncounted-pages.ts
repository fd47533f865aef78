import { NOTHING_READ, type ReadCounts } from '../domain/pass';

/**
 * How long a pass may read pages without checking that its link is still collected, and by this worker. Clients see the progress of a pass
 * that late.
 */
const CHECK_EVERY_MS = 1_000;

/**
 * What a pass has read without changing a row. It is counted in the database with the next write of the pass, or with its outcome, so that
 * a page without changes costs no transaction.
 */
export class UncountedPages {
  private current = NOTHING_READ;
  private checkedAt = performance.now();

  get counts(): ReadCounts {
    return this.current;
  }

  /** Adds the counts of a page without changes. Returns false if the page must be written, because the last write was long ago. */
  add({ pages, reviews }: ReadCounts): boolean {
    if (performance.now() - this.checkedAt > CHECK_EVERY_MS) return false;
    this.current = { pages: this.current.pages + pages, reviews: this.current.reviews + reviews };
    return true;
  }

  /** Forgets the counts, after a write that contained them. */
  clear(): void {
    this.current = NOTHING_READ;
    this.checkedAt = performance.now();
  }
}
