import type { FolderDirectory } from '@src/folders';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import {
  manyObjectsHarness,
  feedHarness,
  seededRandom,
  type FeedHarness,
  type GeneratedReview,
} from '@test/support/feed-harness';
import { CoverageService } from '../../coverage.service';
import type { FeedQueryParams } from '../../domain/feed-filter';
import { ReviewFeedService } from '../review-feed.service';
import type { Reader } from '../../reader';
import { CompositionQuery } from '../../persistence/composition.query';
import { FeedCountQuery } from './feed-count.query';
import { FeedQuery, NewestPageQuery } from './feed.query';
import { SingleReviewQuery } from './single-review.query';

/**
 * Compares pages of the feed with a reference implementation, which filters and sorts arrays. There are enough reviews for every
 * strategy to be used. The large object has a removed link, so only the small objects use `NewestPageQuery`.
 */
const SIZE = 7_000;
const CASES = 250;
const seed = Number(process.env['HREV_TEST_SEED'] ?? Date.now() % 1_000_000);

interface Case {
  readonly params: FeedQueryParams;
  readonly objectId: number | null;
  readonly visiblePerLink: number | null;
  readonly offset: number;
  readonly limit: number;
}

describe(`contract §4.4: a page of the feed equals the reference (seed ${seed})`, () => {
  const random = seededRandom(seed);
  let fixture: StoreFixture;
  let harness: FeedHarness;
  let feed: ReviewFeedService;

  beforeAll(async () => {
    fixture = await storeFixture();
    harness = await feedHarness(fixture.database, SIZE, random);
    feed = feedOf(fixture);
  });
  afterAll(() => fixture.close());

  const read = (one: Case): Promise<{ ids: number[]; total: number }> => readPage(feed, harness, one);

  const expectReference = async (one: Case): Promise<void> => {
    const { objectId, offset, visiblePerLink, params } = one;
    const title = { objectId, offset, visiblePerLink, order: `${params.sortBy} ${params.sortOrder}` };
    expect({ title, ...(await read(one)) }).toEqual({ title, ...referencePage(harness, one) });
  };

  it.each(['desc', 'asc'] as const)('for the default parameters at the boundary offsets, %s', async (sortOrder) => {
    for (const objectId of [harness.largeObjectId, null]) {
      for (const offset of [0, 99, 500, 2_000, 3_000, 3_001, 3_333, 5_700, 5_900, 6_400, 7_000, 9_999_999]) {
        await expectReference({
          params: { ...defaultParams, sortOrder },
          objectId,
          visiblePerLink: null,
          offset,
          limit: 100,
        });
      }
    }
  });

  it('for the newest reviews of objects without removed links', async () => {
    const objectIds = new Set(harness.liveLinks.map((link) => link.objectId));
    objectIds.delete(harness.largeObjectId);
    for (const objectId of objectIds) {
      for (const overrides of [{}, { includeDeleted: true }, { showHidden: true }, { minRating: 0 }]) {
        for (const [offset, limit] of [
          [0, 100],
          [0, 1_000],
          [100, 20],
          [101, 20],
          [99, 1_000],
          [400, 10],
        ] as const) {
          const params = { ...defaultParams, ...overrides };
          await expectReference({ params, objectId, visiblePerLink: null, offset, limit });
        }
      }
    }
  });

  it('for ranges of dates in whole months and edges', async () => {
    const ranges = [
      ['2021-03-01', '2024-05-31'],
      ['2021-03-15', '2024-05-20'],
      [undefined, '2024-05-20'],
      ['2026-10-02', undefined],
      ['2024-05-02', '2024-05-20'],
    ] as const;
    for (const objectId of [harness.largeObjectId, null]) {
      for (const [publishedFrom, publishedTo] of ranges) {
        for (const overrides of [{}, { minRating: 0, maxRating: 2 }, { showHidden: true }, { hasText: true }]) {
          const params = { ...defaultParams, ...overrides, publishedFrom, publishedTo };
          await expectReference({ params, objectId, visiblePerLink: null, offset: 20, limit: 50 });
        }
      }
    }
  });

  it('for a trial whose cut is among the undated reviews of a link (contract §8)', async () => {
    for (const { linkId, objectId } of harness.liveLinks) {
      const live = harness.reviews.filter((review) => review.linkId === linkId && !review.deletedAt);
      const dated = live.filter((review) => review.reviewDate).length;
      for (const visiblePerLink of [Math.max(1, dated), dated + 1, live.length + 1]) {
        const params = { ...defaultParams, linkIds: [linkId], includeDeleted: true, showHidden: true };
        await expectReference({ params, objectId, visiblePerLink, offset: Math.max(0, dated - 40), limit: 1_000 });
      }
    }
  });

  it(`for ${CASES} random filters, orders and offsets`, async () => {
    for (let n = 0; n < CASES; n += 1) {
      const one = randomCase(harness, random);
      expect({ n, one, ...(await read(one)) }).toEqual({ n, one, ...referencePage(harness, one) });
    }
  });
});

/** Sixty objects. The first has most of the reviews; the reviews of later objects are older on average. */
describe(`contract §4.4: a page of many objects equals the reference (seed ${seed})`, () => {
  const random = seededRandom(seed);
  let fixture: StoreFixture;
  let harness: FeedHarness;
  let feed: ReviewFeedService;

  beforeAll(async () => {
    fixture = await storeFixture();
    const sizes = [1_200, ...Array.from({ length: 59 }, () => Math.floor(random() * random() * 80))];
    harness = await manyObjectsHarness(fixture.database, sizes, random);
    feed = feedOf(fixture);
  });
  afterAll(() => fixture.close());

  it.each<[FeedQueryParams['sortBy'], FeedQueryParams['sortOrder']]>([
    ['date', 'desc'],
    ['date', 'asc'],
    ['reply_date', 'desc'],
    ['reply_date', 'asc'],
    ['rating', 'desc'],
    ['rating', 'asc'],
  ])('in the order %s %s, with and without filters, at several offsets', async (sortBy, sortOrder) => {
    const filters = [{}, { minRating: 4 }, { hasImages: true }, { showHidden: true, includeDeleted: true }];
    const ranges = [{ publishedFrom: '2023-05-14' }, { publishedTo: '2021-05-14' }];
    for (const overrides of [...filters, ...ranges, { onlyDeleted: true }, { sourceIds: [2] }]) {
      const params = { ...defaultParams, ...overrides, sortBy, sortOrder };
      for (const [offset, limit] of [
        [0, 1],
        [0, 10],
        [0, 100],
        [30, 100],
        [450, 100],
        [501, 20],
        [900, 1_000],
        [1_500, 1_000],
      ] as const) {
        const one = { params, objectId: null, visiblePerLink: null, offset, limit };
        expect({ overrides, ...one, ...(await readPage(feed, harness, one)) }).toEqual({
          overrides,
          ...one,
          ...referencePage(harness, one),
        });
      }
    }
  });
});

function feedOf({ database }: StoreFixture): ReviewFeedService {
  return new ReviewFeedService(
    // No case reads the feed of a folder.
    new CoverageService(new CompositionQuery(database), {} as FolderDirectory),
    new FeedQuery(database, new FeedCountQuery(database)),
    new NewestPageQuery(database),
    new SingleReviewQuery(database),
  );
}

async function readPage(
  feed: ReviewFeedService,
  { accountId }: FeedHarness,
  one: Case,
): Promise<{ ids: number[]; total: number }> {
  const reader = { accountId, entitlements: { visibleReviewsPerLink: one.visiblePerLink } } as Reader;
  const { objectId } = one;
  const selection = objectId === null ? ({ kind: 'account' } as const) : ({ kind: 'object', objectId } as const);
  const format = { version: 'v3', includeRaw: false, separatePosNeg: false } as const;
  const { before, items, after } = await feed.page(reader, selection, one.params, one, format);
  const page = JSON.parse(`${before}${items.join(',')}${after}`) as { data: { id: number }[]; total: number };
  return { ids: page.data.map((item) => item.id), total: page.total };
}

const defaultParams: FeedQueryParams = {
  linkIds: [],
  sourceIds: [],
  sortBy: 'date',
  sortOrder: 'desc',
  includeDeleted: false,
  onlyDeleted: false,
  showHidden: false,
  showPinned: false,
};

function randomCase(harness: FeedHarness, random: () => number): Case {
  const chance = (p: number): boolean => random() < p;
  const pick = <T>(...items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const maybe = <T>(p: number, ...items: readonly T[]): T | undefined => (chance(p) ? pick(...items) : undefined);
  const minRating = maybe(0.25, 0, 0, 1, 2, 3.5, 4.349, 4.35, 5);
  const maxRating = maybe(0.2, 1, 2.5, 4.35, 5);
  const params: FeedQueryParams = {
    linkIds: chance(0.15) ? [pick(...harness.liveLinks).linkId, 999_999_999] : [],
    sourceIds: chance(0.15) ? [pick(1, 2, 3, 4, 77)] : [],
    sortBy: pick('date', 'rating', 'reply_date'),
    sortOrder: pick('desc', 'asc'),
    minRating,
    maxRating: maxRating !== undefined && maxRating < (minRating ?? 0) ? 5 : maxRating,
    publishedFrom: maybe(0.15, '2020-01-01', '2023-05-14', '2026-12-01'),
    publishedTo: maybe(0.15, '2026-12-31', '2026-12-28'),
    updatedAfter: maybe(0.15, '2026-10-01T00:00:00.000000', '2026-10-20T00:00:00.250000', '2026-10-28T00:00:00.000000'),
    hasImages: maybe(0.1, true, false),
    hasVideos: maybe(0.05, true, false),
    hasText: maybe(0.1, true, false),
    hasReply: maybe(0.15, true, false),
    search: maybe(0.2, 'room', ' отлично ', 'école', '100%', 'r_s', 'k\\s', '好词', 'rare', 'st 1', 'x', ' . ', '%%'),
    languages: maybe(0.3, ['en'], ['de'], ['ko', 'und'], ['xx'], []),
    includeDeleted: chance(0.15),
    onlyDeleted: chance(0.1),
    showHidden: chance(0.2),
    showPinned: chance(0.3),
  };
  return {
    params,
    objectId: chance(0.75) ? harness.largeObjectId : chance(0.5) ? null : pick(...harness.liveLinks).objectId,
    visiblePerLink: chance(0.15) ? pick(1, 20, 300) : null,
    offset: pick(0, 0, 3, 50, 700, 1_500, 3_200, Math.floor(random() * 7_000)),
    limit: pick(1, 10, 100, 1_000),
  };
}

/** The reference implementation. It follows the contract and shares no code with the queries. */
function referencePage(harness: FeedHarness, one: Case): { ids: number[]; total: number } {
  const inScope = harness.reviews.filter((review) => one.objectId === null || review.objectId === one.objectId);
  const visible = one.visiblePerLink === null ? inScope : trialView(inScope, one.visiblePerLink);
  const matching = visible.filter((review) => passes(review, one.params));
  const inObject = one.objectId !== null;
  const pinned = inObject
    ? matching.filter((review) => isPinned(review)).sort((a, b) => Number(a.pinPosition) - Number(b.pinPosition))
    : [];
  const unpinned = matching.filter((review) => !inObject || !isPinned(review)).sort(byOrder(one.params));
  const all = [...(one.params.showPinned ? pinned : []), ...unpinned];
  return { ids: all.slice(one.offset, one.offset + one.limit).map((review) => review.id), total: all.length };
}

const isPinned = (review: GeneratedReview): boolean => typeof review.pinPosition === 'number';

function trialView(reviews: readonly GeneratedReview[], perLink: number): readonly GeneratedReview[] {
  const byDate = byOrder({ sortBy: 'date', sortOrder: 'desc' });
  return [...new Set(reviews.map((review) => review.linkId))].flatMap((linkId) => {
    const ofLink = reviews.filter((review) => review.linkId === linkId).sort(byDate);
    const lastVisible = ofLink.filter((review) => !review.deletedAt)[perLink - 1];
    return lastVisible === undefined ? ofLink : ofLink.slice(0, ofLink.indexOf(lastVisible) + 1);
  });
}

function passes(review: GeneratedReview, params: FeedQueryParams): boolean {
  const search = (params.search ?? '').trim();
  const hasSearch = search.replace(/\s/g, '').length >= 2;
  const day = review.reviewDate?.slice(0, 10);
  const checks: readonly boolean[] = [
    params.linkIds.length === 0 || params.linkIds.includes(review.linkId),
    params.sourceIds.length === 0 || params.sourceIds.includes(review.sourceId),
    passesRating(review.rating ?? null, params),
    params.publishedFrom === undefined || (day !== undefined && day >= params.publishedFrom),
    params.publishedTo === undefined || (day !== undefined && day <= params.publishedTo),
    params.updatedAfter === undefined || Date.parse(review.updatedAt ?? '') > Date.parse(`${params.updatedAfter}Z`),
    params.hasImages === undefined || params.hasImages === Array.isArray(review.images),
    params.hasVideos === undefined || params.hasVideos === Array.isArray(review.videos),
    params.hasText === undefined || params.hasText === (typeof review.text === 'string'),
    params.hasReply === undefined || params.hasReply === (typeof review.replyText === 'string'),
    !params.languages?.length || params.languages.includes(review.language ?? 'und'),
    !hasSearch || (review.text ?? '').toLowerCase().includes(search.toLowerCase()),
    params.onlyDeleted ? Boolean(review.deletedAt) : params.includeDeleted || !review.deletedAt,
    params.showHidden || !review.hiddenAt,
  ];
  return checks.every((check) => check);
}

function passesRating(rating: number | null, { minRating, maxRating }: FeedQueryParams): boolean {
  if (rating === null) return minRating === 0 || (minRating === undefined && maxRating === undefined);
  return rating >= (minRating ?? 0) && rating <= (maxRating ?? 5);
}

function byOrder({
  sortBy,
  sortOrder,
}: Pick<FeedQueryParams, 'sortBy' | 'sortOrder'>): (a: GeneratedReview, b: GeneratedReview) => number {
  const key = (review: GeneratedReview): string | number | null =>
    ({ date: review.reviewDate, rating: review.rating, reply_date: review.replyDate })[sortBy] ?? null;
  return (a, b) => {
    const [x, y] = [key(a), key(b)];
    if (x !== null && y !== null && x !== y) return (x < y ? -1 : 1) * (sortOrder === 'asc' ? 1 : -1);
    if ((x === null) !== (y === null)) return x === null ? 1 : -1;
    // Contract §4.4 rule 2: reviews without a reply come last, after replies without a date.
    if (sortBy === 'reply_date' && Boolean(a.replyText) !== Boolean(b.replyText)) return a.replyText ? -1 : 1;
    return b.id - a.id;
  };
}
