import { joinedLists, type SnapshotPage } from '@libs/sources';

/** Reading pauses while this many reviews wait to be written. */
const MAX_WAITING_REVIEWS = 500;
/**
 * How long a page waits for the next one before it is written. Requests to most platforms are further apart. A killed worker loses
 * at most the pages that it read in this time.
 */
const LINGER_MS = 200;

/**
 * Writes the pages of a visit, one write at a time, while the next ones are read. Pages that arrive within `LINGER_MS`, or during a
 * write, are written together: the cost of a write hardly depends on its size, and the writes of an account wait for one another.
 */
export class PageWriter {
  private waiting: SnapshotPage[] = [];
  private writing: Promise<void> | null = null;
  private lingering: NodeJS.Timeout | null = null;
  private fail: (reason: unknown) => void = () => undefined;
  /** Rejects when a write fails. */
  readonly failed: Promise<never>;

  /**
   * `write` receives a page, which may be several joined pages, and their number. `whenFree` delays the write until a slot is free;
   * pages that arrive until then are included.
   */
  constructor(
    private readonly write: (page: SnapshotPage, count: number) => Promise<void>,
    private readonly whenFree: (work: () => Promise<void>) => Promise<void> = (work) => work(),
  ) {
    this.failed = new Promise<never>((_, reject) => (this.fail = reject));
    this.failed.catch(() => undefined);
  }

  /** Accepts a page; resolves when the next may be read. */
  async add(page: SnapshotPage): Promise<void> {
    this.waiting.push(page);
    this.lingering ??= setTimeout(() => this.begin(), LINGER_MS);
    const waiting = this.waiting.reduce((sum, { reviews }) => sum + reviews.length, 0);
    if (waiting >= MAX_WAITING_REVIEWS) await this.flush();
  }

  /** Resolves when every page is written; rejects with the error of a failed write. */
  async flush(): Promise<void> {
    this.begin();
    // `failed` is first, because `writing` resolves after a failed write too.
    await Promise.race([this.failed, this.writing]);
  }

  /** Drops pages that wait; resolves when the running write has ended. */
  async stop(): Promise<void> {
    this.waiting = [];
    this.begin();
    await this.writing;
  }

  private begin(): void {
    if (this.lingering !== null) clearTimeout(this.lingering);
    this.lingering = null;
    if (this.waiting.length > 0) this.writing ??= this.writeAll();
  }

  private async writeAll(): Promise<void> {
    try {
      while (this.waiting.length > 0) await this.whenFree(() => this.writeWaiting());
      this.writing = null;
    } catch (error) {
      // After a failed write, no later page is written.
      this.waiting = [];
      this.fail(error);
    }
  }

  private async writeWaiting(): Promise<void> {
    const pages = this.waiting.splice(0);
    // `stop` may have dropped the pages while this write waited for a slot.
    if (pages.length > 0) await this.write(joined(pages), pages.length);
  }
}

function joined(pages: readonly SnapshotPage[]): SnapshotPage {
  const object = pages.find((page) => page.object)?.object;
  const reviews = joinedLists(pages.map((page) => page.reviews));
  return object === undefined ? { reviews } : { reviews, object };
}
