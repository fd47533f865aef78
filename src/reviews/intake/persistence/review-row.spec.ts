import type { Database } from '@libs/database';
import { optionalTexts } from '@libs/sources';
import { aCollectedReview } from '@test/support/collected-review';
import type { Change } from '../../persistence/change-counter.store';
import { loadDetector } from '../text-language';
import { REVIEW_COLUMNS } from '../../persistence/review-columns';
import { contentOf, type ReviewContent } from '../domain/review-content';
import { contentHash } from './review-identity';
import { ReviewIntakeStore } from './review-intake.store';
import { CONTENT_FIELDS, INSERTED_NAMES, newReview } from './review-row';

const content = (changes: Partial<ReviewContent> = {}): ReviewContent => ({
  ...contentOf(aCollectedReview()),
  ...changes,
});

/** Every property has a value. */
const FULL = content({
  ...{ ...optionalTexts((name) => name), reviewUrl: 'https://reviews.example/1' },
  ...{ replyText: 'Thanks', replyDate: '2026-05-02T10:00:00' },
  images: [{ templateUrl: 'https://images.example/1', preview: null, image: null }],
  videos: [
    { kind: 'file', videoUrl: 'https://videos.example/1', thumbnail: null, width: 1, height: 2, durationMs: null },
  ],
});

describe('the registry of columns and the content of a review', () => {
  beforeAll(loadDetector);

  it('assigns one column to every property of the content', () => {
    expect(CONTENT_FIELDS.map(({ key }) => key).sort()).toEqual(Object.keys(content()).sort());
  });

  it('an insert writes every inserted column once, and a record has a value for each column with a content', () => {
    const inserted = REVIEW_COLUMNS.filter((column) => 'inserted' in column || 'content' in column);
    const review = newReview({ externalId: '1', content: FULL, hash: 'ab', raw: {} }, 0);
    const link = { accountId: 1, objectId: 2, linkId: 3, sourceId: 4, contentDays: null };
    const [statement] = new ReviewIntakeStore({} as Database).inserting(link, [review], [5], {} as Change);
    const [, columns = ''] = /insert into review \(([^)]*)\)/.exec(statement?.text ?? '') ?? [];
    expect(columns.split(/\s*,\s*/).sort()).toEqual(inserted.map(({ name }) => name).sort());
    const names = Object.keys(JSON.parse(review.record) as object);
    // The version of the detector is a constant of the statement.
    const written = INSERTED_NAMES.split(', ').filter((name) => name !== 'detector');
    expect(names.sort()).toEqual(['n', 'raw', ...written].sort());
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
