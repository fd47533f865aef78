import type { Database } from '@libs/database';
import type { CollectedReview, PlatformObject, ReviewList, Unread } from '@libs/sources';
import { SourceHealthStore } from '../health';
import { LinkStateQuery } from '@src/collection/states/persistence/link-state.query';
import { warningOf } from '@src/links/domain/link';
import { collectedReviews } from '@test/support/collected-review';
import {
  SCRIPTED_SOURCE_ID,
  collectOnce,
  collectionHarness,
  linkState,
  linkTo,
  scriptedPlatform,
  type CollectionHarness,
} from '@test/support/collection-harness';
import { storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';

const PAGE = 10;
const COUNT = 30;

describe('what a page shows and could not be read (contract §10.2)', () => {
  let fixture: StoreFixture;
  let database: Database;
  let harness: CollectionHarness;
  /** The reviews of the platform by id, and those that cannot be read. */
  let list: CollectedReview[];
  let unreadIds: readonly string[];
  let object: PlatformObject;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    const platform = scriptedPlatform(async function* () {
      for (let start = 0; start < list.length; start += PAGE) {
        yield { reviews: shown(list.slice(start, start + PAGE)), object };
      }
      return { coverage: 'all' };
    });
    harness = await collectionHarness(database, {
      platforms: [platform],
      environment: { HREV_DELETION_CONFIRM_AFTER: '1ms' },
    });
  });
  beforeEach(async () => {
    await database.query('truncate account, source_pace, review, review_raw, unread_hour, field_hour cascade');
    list = collectedReviews(COUNT);
    unreadIds = [];
    object = { name: null, reviewCount: COUNT, rating: null, ratingOriginal: null };
  });
  afterAll(async () => {
    await harness?.close();
    await fixture?.close();
  });

  /** The page as an adapter returns it: unread reviews are counted. */
  function shown(page: readonly CollectedReview[]): ReviewList {
    const read = page.filter(({ externalId }) => !unreadIds.includes(externalId ?? ''));
    return {
      length: read.length,
      unread: { review: page.length - read.length },
      [Symbol.iterator]: () => read.values(),
    };
  }
  const change = (id: string, fields: Partial<CollectedReview>): void => {
    list = list.map((review) => (review.externalId === id ? { ...review, ...fields } : review));
  };
  const collect = async (link: LinkFixture, full = true): Promise<string | null> => {
    expect(await collectOnce(harness, link, full)).toMatchObject({ outcome: 'success' });
    return (await linkState(database, link.linkId)).stop_reason;
  };
  const collected = async (): Promise<LinkFixture> => {
    const link = await linkTo(database, SCRIPTED_SOURCE_ID);
    expect(await collect(link)).toBe('complete');
    return link;
  };
  const warning = async (link: LinkFixture): Promise<string | null> => {
    const [stored] = await new LinkStateQuery(database).ofObjects(link.accountId, [link.objectId]);
    return stored === undefined ? null : warningOf(stored);
  };
  const deletedIds = async (): Promise<string[]> =>
    (
      await database.query<{ id: string }>(
        'select external_id as id from review where deleted_at is not null order by external_id',
      )
    ).map(({ id }) => id);

  it('is counted for the link and the source; the pass is not complete and does not count as full', async () => {
    unreadIds = ['7', '9'];
    change('12', { reviewDate: null, unread: { date: 1 } });
    object = { ...object, reviewCount: null, unread: { count: 1, name: 1 } };
    const link = await linkTo(database, SCRIPTED_SOURCE_ID);
    expect(await collect(link)).toBe('unread');
    expect(await warning(link)).toBe('unread: 2 reviews, 1 count, 1 date, 1 name');
    expect((await linkState(database, link.linkId)).full_pass_at).toBeNull();
    const counted = (await new SourceHealthStore(database).unreadParts(24)).map(({ part, unread, links }) => [
      part,
      unread,
      links,
    ]);
    expect(counted).toEqual([
      ['review', 2, 1],
      ['count', 1, 1],
      ['date', 1, 1],
      ['name', 1, 1],
    ]);
    const [share] = await database.query(`select reviews, filled from field_hour where field = 'review'`);
    expect(share).toEqual({ reviews: COUNT, filled: COUNT - 2 });
  });

  it('proves no deletion while a review is unread', async () => {
    const link = await collected();
    list = list.filter(({ externalId }) => externalId !== '3');
    object = { ...object, reviewCount: COUNT - 1 };
    unreadIds = ['5'];
    for (const pass of [1, 2, 3]) expect([pass, await collect(link), await deletedIds()]).toEqual([pass, 'unread', []]);
    unreadIds = [];
    await collect(link);
    expect([await collect(link), await deletedIds()]).toEqual(['complete', ['3']]);
    expect(await warning(link)).toBeNull();
  });

  it('proves deletions if only parts of reviews are unread', async () => {
    const link = await collected();
    list = list.filter(({ externalId }) => externalId !== '3');
    change('5', { images: [], unread: { photo: 1 } });
    object = { ...object, reviewCount: COUNT - 1 };
    await collect(link);
    expect([await collect(link), await deletedIds(), await warning(link)]).toEqual([
      'unread',
      ['3'],
      'unread: 1 photo',
    ]);
  });

  it('stays counted after a pass that reads only the first page', async () => {
    unreadIds = ['2'];
    const link = await linkTo(database, SCRIPTED_SOURCE_ID);
    await collect(link);
    await database.query('update link_collection set full_pass_at = now(), full_due_at = null where link_id = $1', [
      link.linkId,
    ]);
    change(String(COUNT), { text: null, unread: { text: 1 } });
    expect(await collect(link, false)).toBe('known_reached');
    expect(await warning(link)).toBe('unread: 1 review, 1 text');
    expect(await collect(link, false)).toBe('known_reached');
    expect(await warning(link)).toBe('unread: 1 review, 1 text');
  });

  it('keeps the stored value of a part that cannot be read any more', async () => {
    const photo = { templateUrl: 'https://i.example/1', preview: null, image: 'https://i.example/1' };
    change('4', { replyText: 'Thank you', replyDate: '2026-01-02T00:00:00', images: [photo] });
    const link = await collected();
    const stored = () =>
      database.query('select * from review where link_id = $1 and external_id = $2', [link.linkId, '4']);
    const before = await stored();
    const lost: Unread = { author: 1, text: 1, date: 1, rating: 1, reply: 1, photo: 1 };
    const nothing = { author: null, text: null, reviewDate: null, rating: null, ratingOriginal: null, replyText: null };
    change('4', { ...nothing, replyDate: null, images: [], unread: lost });
    expect(await collect(link)).toBe('unread');
    expect(await stored()).toEqual(before);
    change('4', { ...nothing, replyDate: null, images: [], unread: { text: 1 } });
    await collect(link);
    expect(await stored()).toMatchObject([{ author: null, text: before[0]?.['text'], reply_text: null, rating: null }]);
  });
});
