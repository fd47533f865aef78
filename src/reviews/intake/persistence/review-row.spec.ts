import { aCollectedReview } from '@test/support/collected-review';
import { REVIEW_COLUMNS } from '../../persistence/review-columns';
import { contentOf, type ReviewContent } from '../domain/review-content';
import { CONTENT_FIELDS } from './content-forms';
import { COPIED_COLUMNS, newReview } from './review-copy';
import { contentHash } from './review-identity';

const content = (changes: Partial<ReviewContent> = {}): ReviewContent => ({
  ...contentOf(aCollectedReview()),
  ...changes,
});

describe('the registry of columns and the content of a review', () => {
  it('assigns one column to every property of the content', () => {
    expect(CONTENT_FIELDS.map(({ key }) => key).sort()).toEqual(Object.keys(content()).sort());
  });

  it('COPY writes every inserted column once, and every line has a value for each', () => {
    const inserted = REVIEW_COLUMNS.filter((column) => 'inserted' in column || 'content' in column);
    expect([...COPIED_COLUMNS].sort()).toEqual(inserted.map(({ name }) => name).sort());
    const review = newReview({ externalId: '1', content: content(), hash: 'ab', raw: {} });
    expect(review.columns.split('\t')).toHaveLength(COPIED_COLUMNS.length - COPIED_COLUMNS.indexOf('content_hash'));
  });
});

describe('the content hash (contract §10)', () => {
  it('has consecutive positions for the hashed columns', () => {
    const hashPositions = CONTENT_FIELDS.flatMap(({ hash }) => hash ?? []).sort((a, b) => a - b);
    expect(hashPositions).toEqual(hashPositions.map((_, index) => index + 1));
  });

  it.each<[string, Partial<ReviewContent>]>([
    ['the author', { author: 'Bo' }],
    ['a missing text', { text: null }],
    ['a text moved to the positive part', { text: null, positive: 'Friendly and quick' }],
    ['the rating', { rating: 400 }],
    ['a reply', { replyText: 'Thanks' }],
    ['an image', { images: [{ templateUrl: 'https://images.example/1', preview: null, image: null }] }],
    ['the provider', { isNative: false }],
  ])('changes with %s', (_, changes) => {
    expect(contentHash(content(changes))).not.toBe(contentHash(content()));
  });

  it('does not change with the precision of the date, because clients do not receive it', () => {
    expect(contentHash(content({ datePrecision: 'day' }))).toBe(contentHash(content()));
  });

  it('ignores the columns without a value that follow the last value', () => {
    const keysAfterRating = CONTENT_FIELDS.filter(({ hash }) => hash !== null && hash > 7).map(({ key }) => key);
    expect(keysAfterRating).toEqual(expect.arrayContaining(['reviewUrl', 'replyText', 'images', 'isNative']));
    // SHA-256 of the parts up to the rating, joined by NUL.
    expect(contentHash(content())).toBe('d08a320bac1e7076a67a27b5e5ce7db7');
  });
});
