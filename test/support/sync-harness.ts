import { sealingKeysOn } from './sealing-keys';
import { loadConfig } from '@libs/config';
import type { Database } from '@libs/database';
import { entitlementsOf } from '@src/auth';
import { FolderDirectory } from '@src/folders';
import { FolderCoverageQuery } from '@src/folders/persistence/folder-coverage.query';
import { CoverageService } from '@src/reviews/coverage.service';
import type { SyncSelection, SyncMode } from '@src/reviews/sync/domain/sync-cursor';
import { CompositionQuery } from '@src/reviews/persistence/composition.query';
import { SyncCutQuery } from '@src/reviews/sync/persistence/sync-cut.query';
import { SyncLogQuery } from '@src/reviews/sync/persistence/sync-log.query';
import { SyncRowsQuery } from '@src/reviews/sync/persistence/sync-rows.query';
import { ReviewSyncService } from '@src/reviews/sync/review-sync.service';
import { SyncCutReader } from '@src/reviews/sync/sync-cut-reader.service';
import { SyncReader } from '@src/reviews/sync/sync-reader.service';

/** The services of the change stream on a real database. */
export type SyncHarness = ReviewSyncService;

export function syncService(database: Database): SyncHarness {
  const coverages = new CompositionQuery(database);
  const rows = new SyncRowsQuery(database);
  const log = new SyncLogQuery(database);
  return new ReviewSyncService(
    sealingKeysOn(database, loadConfig({ HREV_ENCRYPTION_KEY: '7e'.repeat(32) })),
    new CoverageService(coverages, new FolderDirectory(new FolderCoverageQuery(database))),
    coverages,
    log,
    new SyncReader(rows, log),
    new SyncCutReader(new SyncCutQuery(database), rows, log),
  );
}

interface Change {
  readonly op: 'upsert' | 'remove';
  readonly review_id: number;
  readonly review: { readonly text: string | null; readonly is_deleted: boolean } | null;
}

interface Page {
  readonly data: readonly Change[];
  readonly next_cursor: string;
  readonly has_next: boolean;
}

/** A client's copy of the reviews: reads pages and applies the changes in order. */
export class SyncFollower {
  readonly copy = new Map<number, NonNullable<Change['review']>>();
  pages = 0;
  changes = 0;
  private cursor: string | null = null;

  constructor(
    private readonly sync: SyncHarness,
    private readonly reader: { readonly accountId: number; readonly visiblePerLink: number | null },
    readonly selection: SyncSelection,
    private readonly limit: number,
    private readonly mode: SyncMode = 'snapshot',
  ) {}

  get name(): string {
    return `${JSON.stringify(this.selection)} by ${this.limit}`;
  }

  /** Reads one page. Returns whether there are more. */
  async page(): Promise<boolean> {
    const entitlements = {
      ...entitlementsOf('full', { HREV_PLANS: {}, HREV_TRIAL_REVIEWS_PER_LINK: 20 }),
      visibleReviewsPerLink: this.reader.visiblePerLink,
    };
    const { before, items, after } = await this.sync.page(
      { accountId: this.reader.accountId, entitlements },
      {
        selection: this.selection,
        mode: this.mode,
        cursor: this.cursor,
        limit: this.limit,
        format: { version: 'v3', includeRaw: false },
      },
    );
    const page = JSON.parse(`${before}${items.join(',')}${after}`) as Page;
    for (const { op, review_id: id, review } of page.data) {
      if (op === 'upsert' && review !== null) this.copy.set(id, review);
      else this.copy.delete(id);
    }
    this.pages += 1;
    this.changes += page.data.length;
    this.cursor = page.next_cursor;
    return page.has_next;
  }

  async catchUp(): Promise<void> {
    while (await this.page());
  }

  /** `[id, text, deleted]`, by id. */
  rows(): unknown[] {
    return [...this.copy].sort(([a], [b]) => a - b).map(([id, review]) => [id, review.text, review.is_deleted]);
  }
}
