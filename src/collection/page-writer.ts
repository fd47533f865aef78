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
 * write, are written together: the cost of a write hardly depends on its size, and the writes of an account wait for one another. Pages
 * of the list and pages beside it are written separately.
 */
export class PageWriter {
  private waitingPages: SnapshotPage[] = [];
  private writing: Promise<void> | null = null;
  private lingerTimer: NodeJS.Timeout | null = null;
  private fail: (reason: unknown) => void = () => undefined;
  /** Rejects when a write fails. */
  readonly failure: Promise<never>;

  /**
   * `write` receives a page, which may be several joined pages, and their number. `runInSlot` delays the write until a slot is
   * free; the write includes the pages that arrive until then.
   */
  constructor(
    private readonly write: (page: SnapshotPage, count: number) => Promise<void>,
    private readonly runInSlot: (work: () => Promise<void>) => Promise<void> = (work) => work(),
  ) {
    this.failure = new Promise<never>((_, reject) => (this.fail = reject));
    this.failure.catch(() => undefined);
  }

  /** Accepts a page; resolves when the next page may be read. */
  async add(page: SnapshotPage): Promise<void> {
    this.waitingPages.push(page);
    this.lingerTimer ??= setTimeout(() => this.begin(), LINGER_MS);
    const waitingReviews = this.waitingPages.reduce((sum, { reviews }) => sum + reviews.length, 0);
    if (waitingReviews >= MAX_WAITING_REVIEWS) await this.flush();
  }

  /** Resolves when every page is written; rejects with the error of a failed write. */
  async flush(): Promise<void> {
    this.begin();
    // `failure` is first, because `writing` resolves after a failed write too.
    await Promise.race([this.failure, this.writing]);
  }

  /** Drops pages that wait; resolves when the running write has ended. */
  async stop(): Promise<void> {
    this.waitingPages = [];
    this.begin();
    await this.writing;
  }

  private begin(): void {
    if (this.lingerTimer !== null) clearTimeout(this.lingerTimer);
    this.lingerTimer = null;
    if (this.waitingPages.length > 0) this.writing ??= this.writeAll();
  }

  private async writeAll(): Promise<void> {
    try {
      while (this.waitingPages.length > 0) await this.runInSlot(() => this.writeWaiting());
      this.writing = null;
    } catch (error) {
      // After a failed write, no later page is written.
      this.waitingPages = [];
      this.fail(error);
    }
  }

  private async writeWaiting(): Promise<void> {
    const [first] = this.waitingPages;
    // `stop` may have dropped the pages while this write waited for a slot.
    if (first === undefined) return;
    const other = this.waitingPages.findIndex((page) => isAside(page) !== isAside(first));
    const pages = this.waitingPages.splice(0, other < 0 ? this.waitingPages.length : other);
    await this.write({ ...joinPages(pages), isAside: isAside(first) }, pages.length);
  }
}

const isAside = (page: SnapshotPage): boolean => page.isAside === true;

function joinPages(pages: readonly SnapshotPage[]): SnapshotPage {
  const object = pages.find((page) => page.object)?.object;
  const reviews = joinedLists(pages.map((page) => page.reviews));
  return object === undefined ? { reviews } : { reviews, object };
}
