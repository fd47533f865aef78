import type { Database } from '@libs/database';
import { LinkStore } from '@src/links/persistence/link.store';
import { insertReviews } from '@test/support/review-factory';
import { aLink, storeFixture, TEST_SOURCE_ID, type StoreFixture } from '@test/support/store-fixture';
import { LinkStateQuery } from './link-state.query';

describe('contract §2.2: reading a link', () => {
  let fixture: StoreFixture;
  let database: Database;
  let query: LinkStateQuery;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    query = new LinkStateQuery(database);
  });
  afterAll(() => fixture.close());

  it('returns a new link as pending and without results', async () => {
    const { accountId, objectId, linkId, sourceId } = await aLink(database);
    expect(await query.find(accountId, objectId, linkId)).toEqual({
      id: linkId,
      objectId,
      sourceId,
      url: expect.stringContaining('https://example.com/') as string,
      linkName: null,
      scrapedObjectName: null,
      isActive: true,
      isPublic: true,
      createdAt: expect.any(Date) as Date,
      frozenAt: null,
      scrapeStatus: 'pending',
      scrapeError: null,
      lastScrapedAt: null,
      lastScrapedReviewDate: null,
      platformReviewCount: null,
      stopReason: null,
      readBy: null,
      road: null,
      nextCollectionAt: expect.any(Date) as Date,
      switchedOffSince: null,
      lastFullAt: null,
      failingSince: null,
      failuresInARow: 0,
      progress: null,
      manyMissing: false,
      countDisputes: 0,
      unread: null,
      collectedCount: 0,
    });
  });

  it("returns last_scraped_review_date in the platform's local time, without conversion", async () => {
    const { accountId, objectId, linkId } = await aLink(database);
    await database.query(
      `update link_collection set last_scraped_review_date = '2026-03-29 02:30:00' where link_id = $1`,
      [linkId],
    );
    expect((await query.find(accountId, objectId, linkId))?.lastScrapedReviewDate).toBe('2026-03-29T02:30:00');
  });

  it('contract §10: counts in collected_count every review that is not deleted on the platform, including hidden ones', async () => {
    const { accountId, objectId, linkId } = await aLink(database);
    const other = await aLink(database, { accountId, objectId, sourceId: 9 });
    const seed = { accountId, objectId, linkId, sourceId: TEST_SOURCE_ID };
    const now = '2026-11-20T08:00:00Z';
    await insertReviews(database, [
      { ...seed, rating: 5, text: 'shown' },
      seed,
      { ...seed, rating: 1, hiddenAt: now },
      { ...seed, rating: 5, pinPosition: 1 },
      { ...seed, rating: 5, text: 'deleted', deletedAt: now },
      { ...seed, rating: 4, hiddenAt: now, deletedAt: now },
      { ...seed, linkId: other.linkId, sourceId: 9 },
    ]);
    const counts = (await query.ofObjects(accountId, [objectId])).map((link) => [link.id, link.collectedCount]);
    expect(counts).toEqual([
      [linkId, 4],
      [other.linkId, 1],
    ]);
  });

  it('lists the links of the given objects, oldest first, without deleted ones', async () => {
    const first = await aLink(database);
    const second = await aLink(database, { ...first, sourceId: 9 });
    const deleted = await aLink(database, { ...first, sourceId: 10 });
    const otherObjectLink = await aLink(database, { accountId: first.accountId });
    await new LinkStore(database).markDeleted(first.accountId, first.objectId, deleted.linkId);
    expect((await query.ofObjects(first.accountId, [first.objectId])).map((link) => link.id)).toEqual([
      first.linkId,
      second.linkId,
    ]);
    expect(await query.ofObjects(first.accountId, [otherObjectLink.objectId, first.objectId])).toHaveLength(3);
    expect(await query.ofObjects(otherObjectLink.accountId + 1_000, [first.objectId])).toEqual([]);
  });
});
