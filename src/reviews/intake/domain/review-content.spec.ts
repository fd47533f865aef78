import type { CollectedReview } from '@libs/sources';
import { contentOf, factsOfChange, factsOfNew, mergeContent, type ReviewContent } from './review-content';

const collected = (changes: Partial<CollectedReview> = {}): CollectedReview => ({
  externalId: '1',
  author: 'Anna Maria Kowalska',
  text: 'Good',
  positive: null,
  negative: null,
  reviewDate: '2026-05-01T12:30:00',
  datePrecision: 'exact',
  ratingOriginal: '9.0',
  rating: 4.5,
  reviewUrl: null,
  replyText: null,
  replyDate: null,
  images: [],
  videos: [],
  isNative: true,
  raw: {},
  ...changes,
});
const content = (changes: Partial<CollectedReview> = {}): ReviewContent => contentOf(collected(changes));

describe('what of a review is stored (contract §2.3, §10)', () => {
  it.each<[string, Partial<CollectedReview>, Partial<ReviewContent>]>([
    ['masks the author', {}, { author: 'Anna M. K.' }],
    ['keeps the rating in hundredths', { rating: 3.33 }, { rating: 333 }],
    ['leaves an unrated review unrated', { rating: null }, { rating: null }],
    ['an empty text becomes null', { text: '  \n ' }, { text: null }],
    ['removes NUL and mends lone surrogates', { text: 'a\u0000b\ud800' }, { text: 'ab\ufffd' }],
    ['a date that does not exist becomes null', { reviewDate: '2026-02-30T00:00:00' }, { reviewDate: null }],
    ['a rating of 0 becomes null', { rating: 0 }, { rating: null }],
    ['a rating above 5 becomes null', { rating: 6, ratingOriginal: '6' }, { rating: null, ratingOriginal: '6' }],
    [
      'keeps no reply date without a reply',
      { replyText: ' ', replyDate: '2026-05-02T00:00:00' },
      { replyText: null, replyDate: null },
    ],
  ])('%s', (_, given, expected) => {
    expect(content(given)).toMatchObject(expected);
  });
});

describe('a review seen again (contract §10)', () => {
  it.each<[string, Partial<CollectedReview>, Partial<CollectedReview>, string | null]>([
    ['a new exact date replaces the old one', {}, { reviewDate: '2026-05-03T08:00:00' }, '2026-05-03T08:00:00'],
    [
      'a relative date never overwrites a better one',
      {},
      { reviewDate: '2026-05-09T00:00:00', datePrecision: 'relative' },
      '2026-05-01T12:30:00',
    ],
    [
      'nor an earlier relative one: recomputing it is no change',
      { reviewDate: '2026-05-01T00:00:00', datePrecision: 'relative' },
      { reviewDate: '2026-05-09T00:00:00', datePrecision: 'relative' },
      '2026-05-01T00:00:00',
    ],
    [
      'an exact date replaces a relative one',
      { datePrecision: 'relative' },
      { reviewDate: '2026-04-30T09:00:00' },
      '2026-04-30T09:00:00',
    ],
    [
      'the bare day of the same moment changes nothing',
      {},
      { reviewDate: '2026-05-01T00:00:00', datePrecision: 'day' },
      '2026-05-01T12:30:00',
    ],
    [
      'another bare day is a change',
      {},
      { reviewDate: '2026-05-02T00:00:00', datePrecision: 'day' },
      '2026-05-02T00:00:00',
    ],
    ['a missing date keeps the stored date', {}, { reviewDate: null }, '2026-05-01T12:30:00'],
    [
      'a date replaces a missing one',
      { reviewDate: null },
      { reviewDate: '2026-05-02T00:00:00' },
      '2026-05-02T00:00:00',
    ],
  ])('%s', (_, stored, seen, date) => {
    expect(mergeContent(content(stored), content(seen), { replyKnown: true }).reviewDate).toBe(date);
  });

  it('a visit that cannot see replies keeps the stored reply', () => {
    const stored = content({ replyText: 'Thank you', replyDate: '2026-05-02T00:00:00' });
    expect(mergeContent(stored, content(), { replyKnown: false })).toMatchObject({
      replyText: 'Thank you',
      replyDate: '2026-05-02T00:00:00',
    });
    expect(mergeContent(stored, content(), { replyKnown: true })).toMatchObject({ replyText: null, replyDate: null });
  });
});

describe('facts of a run (contract §6.1, §6.5)', () => {
  const plain = content();
  const replied = content({ replyText: 'Thank you' });
  const photos = [{ templateUrl: 'https://i/{size}', preview: null, image: 'https://i/1' }];
  const dated = (replyDate: string | null) => content({ replyText: 'Thank you', replyDate, images: photos });
  const stored = (replyDate: string | null) => ({ content: dated(replyDate), isDeleted: false });
  it('a new review appeared; one that arrives with a reply also counts as replied', () => {
    expect(factsOfNew(plain)).toEqual(['appeared']);
    expect(factsOfNew(replied)).toEqual(['appeared', 'replied']);
  });
  it.each([
    ['an edit', { content: plain, isDeleted: false }, content({ text: 'Better' }), true, ['changed']],
    ['a first reply', { content: plain, isDeleted: false }, replied, true, ['changed', 'replied']],
    [
      'a changed reply is not redelivered',
      { content: replied, isDeleted: false },
      content({ replyText: 'Thanks!' }),
      true,
      ['changed'],
    ],
    [
      'a reply whose date was in another time zone',
      stored('2026-05-02T10:00:00'),
      dated('2026-05-02T17:00:00'),
      true,
      [],
    ],
    ['a reply whose date was not known', stored(null), dated('2026-05-02T17:00:00'), true, []],
    ['a reply that no longer has a date', stored('2026-05-02T10:00:00'), dated(null), true, []],
    [
      'the same with another text of the reply',
      stored('2026-05-02T10:00:00'),
      content({ replyText: 'Thanks!', replyDate: '2026-05-02T17:00:00', images: photos }),
      true,
      ['changed'],
    ],
    [
      'the same with another rating',
      stored('2026-05-02T10:00:00'),
      content({ replyText: 'Thank you', replyDate: '2026-05-02T17:00:00', images: photos, rating: 2 }),
      true,
      ['changed'],
    ],
    [
      'the same of a deleted review that comes back',
      { ...stored('2026-05-02T10:00:00'), isDeleted: true },
      dated('2026-05-02T17:00:00'),
      true,
      ['restored'],
    ],
    ['a deleted review that comes back', { content: plain, isDeleted: true }, plain, false, ['restored']],
  ])('%s', (_, stored, now, changed, facts) => {
    expect(factsOfChange(stored, now, changed)).toEqual(facts);
  });
});
