import { joinedLists, type SnapshotPage } from '@libs/sources';

/** Reading waits for writing where so many reviews are read and not yet being written. */
const MOST_WAITING = 500;
/** So long a page waits for the next one. Most platforms are asked more slowly than that, and a killed worker loses no more. */
const LINGER_MS = 200;

/**
 * Writes the pages of a visit, one write at a time, while the next ones are read. Pages that come within `LINGER_MS`, or while
 * others are being written, are written together: a write costs the same whatever it brings, and where many links of an
 * account are collected at once, each waits for its turn.
 */
export class PageWriter {
  private waiting: SnapshotPage[] = [];
  private writing: Promise<void> | null = null;
  private lingering: NodeJS.Timeout | null = null;
  private fail: (reason: unknown) => void = () => undefined;
  /** Rejects as soon as a write has failed. */
  readonly failed: Promise<never>;

  /**
   * `write` gets one page, which may be several in a row, and how many they were. `inTurn` calls it when it may be called:
   * pages that come until then are written with it.
   */
  constructor(
    private readonly write: (page: SnapshotPage, count: number) => Promise<void>,
    private readonly inTurn: (work: () => Promise<void>) => Promise<void> = (work) => work(),
  ) {
    this.failed = new Promise<never>((_, reject) => (this.fail = reject));
    this.failed.catch(() => undefined);
  }

  /** Takes a page over; resolves when the next may be read. */
  async add(page: SnapshotPage): Promise<void> {
    this.waiting.push(page);
    this.lingering ??= setTimeout(() => this.begin(), LINGER_MS);
    const waiting = this.waiting.reduce((sum, { reviews }) => sum + reviews.length, 0);
    if (waiting >= MOST_WAITING) await this.flush();
  }

  /** Resolves when every page is written; rejects with what a write failed with. */
  async flush(): Promise<void> {
    this.begin();
    // In this order: once a write has failed, `writing` is over too.
    await Promise.race([this.failed, this.writing]);
  }

  /** Drops what waits; resolves when nothing is being written any more. */
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
      while (this.waiting.length > 0) await this.inTurn(() => this.writeWaiting());
      this.writing = null;
    } catch (error) {
      // Nothing is written behind a page that was not.
      this.waiting = [];
      this.fail(error);
    }
  }

  private async writeWaiting(): Promise<void> {
    const pages = this.waiting.splice(0);
    // Stopped in the meantime.
    if (pages.length > 0) await this.write(joined(pages), pages.length);
  }
}

function joined(pages: readonly SnapshotPage[]): SnapshotPage {
  const object = pages.find((page) => page.object)?.object;
  const reviews = joinedLists(pages.map((page) => page.reviews));
  return object === undefined ? { reviews } : { reviews, object };
}
