import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectedReview } from '../../collected-review';
import { unreadIn } from '../../conformance/unread-in';
import { Blocked, Changed, Gone, Temporary, Throttled, Unavailable } from '../../source-errors';
import type { CollectedReview } from '../../source';
import type { Unread } from '../../unread';
import { readObject, readReviewPage } from './parse';
import { pageObject, reviewPage } from './parsers';

const fixture: unknown = JSON.parse(readFileSync(join(__dirname, 'fixtures', 'ratings.json'), 'utf8'));
const facts = { pageId: '100064000000001', withComments: true };
const pageOf = (change: object): unknown => ({ data: [{ created_time: '2026-05-04T10:00:00+0000', ...change }] });

describe("Facebook's list of reviews (contract §2.3)", () => {
  it('reads recommendations, the last comment of the page, and the cursor of the next page', () => {
    const { reviews, after } = readReviewPage(fixture, facts);
    expect(after).toBe('QVFBinvented');
    expect(reviews[0]).toEqual(
      collectedReview({
        externalId: '2000000000000001',
        author: 'Leopold Anselm',
        text: 'The herons are real.',
        reviewDate: '2026-05-04T19:30:00',
        ratingOriginal: 'recommended',
        rating: null,
        replyText: 'Last answer.',
        replyDate: '2026-05-06T08:00:00',
        replyKnown: true,
        raw: expect.objectContaining({ recommendation_type: 'positive' }) as CollectedReview['raw'],
      }),
    );
    expect(reviews[1]).toMatchObject({ author: null, text: null, ratingOriginal: 'not_recommended', rating: null });
  });

  it('reads an old review with stars, whose id is the time of its creation', () => {
    expect(readReviewPage(fixture, facts).reviews[2]).toMatchObject({
      externalId: 'rating-2017-03-01T00:00:07',
      rating: 2,
      ratingOriginal: '2',
      reviewDate: '2017-03-01T00:00:07',
      replyText: null,
    });
  });

  it('does not know replies if comments were not requested', () => {
    const { reviews } = readReviewPage(pageOf({ open_graph_story: { id: '5' } }), { ...facts, withComments: false });
    expect(reviews[0]).toMatchObject({ replyText: null, replyKnown: false });
  });

  it.each<[string, object, Partial<CollectedReview>]>([
    ['an unknown kind of recommendation', { recommendation_type: 'MIXED' }, { ratingOriginal: 'mixed', rating: null }],
    ['a kind that is a property of objects', { recommendation_type: 'constructor' }, { ratingOriginal: 'constructor' }],
    ['a kind in upper case', { recommendation_type: 'POSITIVE' }, { ratingOriginal: 'recommended' }],
    ['an empty kind and stars', { recommendation_type: '', rating: 4 }, { ratingOriginal: '4', rating: 4 }],
    ['neither', {}, { ratingOriginal: null, rating: null }],
    ['stars above the scale', { rating: 6 }, { ratingOriginal: '6', rating: null }],
    ['neither a story nor a date', { created_time: null }, { externalId: null, reviewDate: null }],
    ['a field that is not known', { has_photo: true }, { externalId: 'rating-2026-05-04T10:00:00' }],
  ])('reads a review with %s', (_what, change, expected) => {
    expect(readReviewPage(pageOf(change), facts).reviews[0]).toMatchObject(expected);
  });

  it('ends the list if there is no next page, also with a cursor', () => {
    expect(readReviewPage({ data: [], paging: { cursors: { after: 'x' } } }, facts).after).toBeNull();
    expect(readReviewPage({ data: [] }, facts).after).toBeNull();
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a list', []],
    ['reviews that are an object', { data: {} }],
    ['a next page without a cursor', { data: [], paging: { next: 'https://graph.facebook.com/x?after=1' } }],
  ])('throws Changed for %s', (_what, value) => {
    expect(() => readReviewPage(value, facts)).toThrow(Changed);
  });

  it.each<[string, object, Unread]>([
    ['a rating that is a text', { recommendation_type: null, rating: 'five' }, { rating: 1 }],
    ['neither a recommendation nor stars', { recommendation_type: null }, { rating: 1 }],
    ['stars above the scale', { recommendation_type: null, rating: 6 }, { rating: 1 }],
    ['a text that is a number', { review_text: 5 }, { text: 1 }],
    ['comments that are a list', { open_graph_story: { id: '1', comments: [] } }, { reply: 1 }],
    ['a comment that is a text', { open_graph_story: { id: '1', comments: { data: ['x'] } } }, { reply: 1 }],
    ['a story that is a text', { open_graph_story: 'x' }, { review: 1 }],
    ['a date that does not exist', { created_time: '0000-00-00T00:00:00+0000' }, { date: 1 }],
    ['a reviewer that is a text', { reviewer: 'Leopold' }, { author: 1 }],
  ])('counts %s, and reads the other reviews (§10.2)', (_what, change, unread) => {
    const whole = (id: string) => ({
      ...{ created_time: '2026-05-04T10:00:00+0000', recommendation_type: 'positive', open_graph_story: { id } },
    });
    const page = readReviewPage({ data: [whole('1'), { ...whole('2'), ...change }, whole('3')] }, facts);
    expect(unreadIn(page)).toEqual(unread);
    expect([page.reviews[0], page.reviews.at(-1)]).toMatchObject([{ externalId: '1' }, { externalId: '3' }]);
  });
});

describe("Facebook's description of a page", () => {
  it('reads the name, the rating and the number of reviews', () => {
    expect(readObject({ name: 'Herons', overall_star_rating: 4.8, rating_count: 12 })).toEqual({
      name: 'Herons',
      reviewCount: 12,
      rating: 4.8,
      ratingOriginal: '4.8',
    });
    expect(readObject({ overall_star_rating: 0 })).toEqual({
      name: null,
      reviewCount: null,
      rating: null,
      ratingOriginal: null,
    });
  });
});

describe('errors of the Graph API', () => {
  const error = (code: number, error_subcode?: number): string =>
    JSON.stringify({ error: { message: 'EAAtoken', type: 'OAuthException', code, error_subcode } });
  const plain = { ...facts, withComments: false };

  it.each([
    [190, undefined, Unavailable],
    [102, undefined, Unavailable],
    [10, undefined, Unavailable],
    [200, undefined, Unavailable],
    [283, undefined, Unavailable],
    [4, undefined, Throttled],
    [17, undefined, Throttled],
    [32, undefined, Throttled],
    [613, undefined, Throttled],
    [1, undefined, Temporary],
    [2, undefined, Temporary],
    [368, undefined, Blocked],
    [100, 33, Gone],
    [803, undefined, Gone],
    [100, undefined, Changed],
    [12, undefined, Changed],
    [999_999, undefined, Changed],
  ])('throws the class of %d (%s), without the message', (code, subcode, type) => {
    const text = error(code, subcode);
    for (const read of [
      () => reviewPage.read(text, { ...plain, status: 400 }),
      () => pageObject.read(text, { status: 400 }),
    ]) {
      expect(read).toThrow(type);
      expect(read).not.toThrow(/EAA/);
    }
  });

  it.each([
    [403, '{}', Unavailable],
    [404, '{}', Gone],
    [400, '{}', Changed],
    [403, '<title>Access Denied</title>', Blocked],
    [200, '<html>Log in</html>', Changed],
  ])('throws the error of the status %d with %s', (status, text, type) => {
    expect(() => reviewPage.read(text, { ...plain, status })).toThrow(type);
  });

  it('reports that comments are refused instead of throwing', () => {
    for (const code of [100, 12, 10, 200])
      expect(reviewPage.read(error(code), { ...facts, status: 400 })).toMatchObject({ areCommentsRefused: true });
    expect(() => reviewPage.read(error(190), { ...facts, status: 401 })).toThrow(Unavailable);
  });
});
