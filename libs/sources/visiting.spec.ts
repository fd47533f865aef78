import { aCollectedReview } from '@test/support/collected-review';
import { parseInPlace } from './conformance/parse-in-place';
import { parser } from './parsing/parser';
import type { PackedReviews } from './parsing/packed-reviews';
import { joinedLists, remadeList } from './review-list';
import { Blocked, Changed } from './source-errors';
import { unseenReviews, verifyByCounter, verifyEmptyList, withoutKnown } from './visiting';

interface Page {
  readonly ids: readonly (string | null)[];
  readonly unread: number;
}

const page = parser('test/page', (_, { ids, unread }: Page) => ({
  reviews: ids.map((externalId) => aCollectedReview({ externalId })),
  unread: { review: unread },
  fault: unread > 0 ? 'A review is foreign' : null,
}));
const pageOf = async (ids: Page['ids'], unread = 0): Promise<PackedReviews> =>
  (await parseInPlace(page, '', { ids, unread })).reviews;
const idsOf = (reviews: PackedReviews): (string | null)[] => Array.from(reviews, ({ externalId }) => externalId);

describe('reviews that no earlier page had', () => {
  it('are those with a new id; the page keeps what was not read', async () => {
    const known = new Set(['1']);
    const unseen = unseenReviews(await pageOf(['1', '2', '2', '3'], 2), known);
    expect([idsOf(unseen), unseen.unread, unseen.shown]).toEqual([['2', '3'], { review: 2 }, 4]);
    expect([...known]).toEqual(['1', '2', '3']);
  });

  it('a review without an id is counted as unread, and not dropped in silence', async () => {
    const unseen = withoutKnown(await pageOf(['1', null, null], 1), new Set());
    expect([idsOf(unseen), unseen.unread, unseen.fault]).toEqual([['1'], { review: 3 }, 'A review is foreign']);
    expect(unseenReviews(await pageOf([null]), new Set()).fault).toBe('A review has no id');
  });

  it.each<[string, readonly string[], Page]>([
    ['repeats itself', ['1', '2'], { ids: ['1', '2'], unread: 0 }],
    ['repeats itself beside an unread review', ['1'], { ids: ['1'], unread: 1 }],
    ['has a first page of several reviews of which none was read', [], { ids: [], unread: 2 }],
    ['has a first page of several reviews without ids', [], { ids: [null, null], unread: 0 }],
  ])('throws for a list that %s', async (_, known, { ids, unread }) => {
    const reviews = await pageOf(ids, unread);
    expect(() => unseenReviews(reviews, new Set(known))).toThrow(Changed);
  });

  it.each<[string, readonly string[], Page]>([
    ['a first page without reviews', [], { ids: [], unread: 0 }],
    ['a first page of one unread review', [], { ids: [], unread: 1 }],
    ['a later page of unread reviews', ['1'], { ids: [], unread: 5 }],
    ['a page with one readable review of many', [], { ids: ['1'], unread: 99 }],
  ])('accepts %s', async (_, known, { ids, unread }) => {
    const unseen = unseenReviews(await pageOf(ids, unread), new Set(known));
    expect(unseen.unread.review ?? 0).toBe(unread);
  });
});

describe('an empty list (contract §10.2)', () => {
  const toolsWith = (hasStored: boolean) => ({ hasStoredReviews: () => Promise.resolve(hasStored) });

  it.each<[string, Parameters<typeof verifyEmptyList>[1], boolean, boolean]>([
    ['nothing else is known', {}, false, true],
    ['the counter is 0', { reviewCount: 0, rating: null }, false, true],
    ['the counter is above 0', { reviewCount: 1 }, false, false],
    ['the object has a rating', { reviewCount: 0, rating: 4 }, false, false],
    ['reviews are stored', { reviewCount: 0, rating: null }, true, false],
  ])('if %s', async (_, stated, hasStored, isAccepted) => {
    const verified = verifyEmptyList('no list', stated, toolsWith(hasStored));
    await (isAccepted ? expect(verified).resolves.toBeUndefined() : expect(verified).rejects.toThrow(Blocked));
  });

  it.each<[string, number | null, boolean, boolean]>([
    ['the counter is 0, also with stored reviews', 0, true, true],
    ['the counter is above 0', 1, false, false],
    ['the counter is unknown and no review is stored', null, false, true],
    ['the counter is unknown and reviews are stored', null, true, false],
  ])('of a platform with a reliable counter, if %s', async (_, count, hasStored, isAccepted) => {
    const verified = verifyByCounter('no list', count, toolsWith(hasStored));
    await (isAccepted ? expect(verified).resolves.toBeUndefined() : expect(verified).rejects.toThrow(Blocked));
  });
});

describe('lists that are made of others', () => {
  it('keep what was not read', async () => {
    const lists = [await pageOf(['1'], 1), await pageOf(['2'], 2)];
    const [joined, remade] = [joinedLists(lists), remadeList([aCollectedReview()], lists)];
    expect([joined.length, joined.unread, [...joined].length]).toEqual([2, { review: 3 }, 2]);
    expect([remade.length, remade.unread, [...remade].length]).toEqual([1, { review: 3 }, 1]);
  });
});
