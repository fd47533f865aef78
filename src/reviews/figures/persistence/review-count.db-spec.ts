import { insertReviews } from '@test/support/review-factory';
import { aLink, storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';
import type { Coverage } from '../../domain/coverage';
import type { CountCell, CountedScope } from '../domain/counted';
import { ReviewCountQuery } from './review-count.query';

const TODAY = '2026-05-20';
const DEFAULT_RANGE = { from: '2000-01-01', to: TODAY };
const ALL_TIME = { from: '2000-01-01', to: TODAY, undated: true };
const A_WEEK = { from: '2026-05-03', to: '2026-05-09', undated: false };
const A_QUARTER = { from: '2026-03-01', to: '2026-05-31', undated: false };

/** A coverage contains only objects of its account. The statements nevertheless filter by account. */
describe('reviews of another account are not counted (contract §7.1)', () => {
  let fixture: StoreFixture;
  let counts: ReviewCountQuery;
  let link: LinkFixture;
  let otherLink: LinkFixture;

  beforeAll(async () => {
    fixture = await storeFixture();
    const { database } = fixture;
    counts = new ReviewCountQuery(database);
    link = await aLink(database);
    otherLink = await aLink(database);
    const seeds = [link, otherLink].flatMap((one) =>
      Array.from({ length: 3 }, (_, n) => ({ ...one, rating: 5, reviewDate: `2026-05-0${n + 4}T10:00:00` })),
    );
    await insertReviews(database, seeds);
  });
  afterAll(() => fixture?.close());

  const scope = (accountId: number, covered: LinkFixture, visiblePerLink: number | null): CountedScope => {
    const coverage: Coverage = {
      accountId,
      mode: 'object',
      objectIds: [covered.objectId],
      links: [{ id: covered.linkId, objectId: covered.objectId, sourceId: covered.sourceId }],
      includesEveryLink: true,
    };
    return { coverage, visiblePerLink, rating: { lowest: 100, highest: 500, unrated: true } };
  };
  const sum = (cells: readonly CountCell[]): number => cells.reduce((total, cell) => total + cell.n, 0);

  it.each<[string, (scope: CountedScope) => Promise<readonly CountCell[]>, number | null]>([
    ['a summary of all time, from the archive', (reviews) => counts.ofSummary(reviews, ALL_TIME, DEFAULT_RANGE), null],
    [
      'a summary of whole months, from their counters',
      (reviews) => counts.ofSummary(reviews, A_QUARTER, DEFAULT_RANGE),
      null,
    ],
    ['a summary of a week, from the rows', (reviews) => counts.ofSummary(reviews, A_WEEK, DEFAULT_RANGE), null],
    ['a series', (reviews) => counts.ofSeries(reviews, A_WEEK, { granularity: 'day', bySource: false }), null],
    ['a summary inside a trial', (reviews) => counts.ofSummary(reviews, ALL_TIME, DEFAULT_RANGE), 20],
  ])('%s counts only the reviews of the account', async (_, count, visiblePerLink) => {
    expect(sum(await count(scope(otherLink.accountId, otherLink, visiblePerLink)))).toBe(3);
    expect(sum(await count(scope(link.accountId, otherLink, visiblePerLink)))).toBe(0);
  });
});
