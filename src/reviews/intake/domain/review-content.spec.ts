import { optionalTexts, REVIEW_PART_NAMES, type CollectedReview } from '@libs/sources';
import { aCollectedReview } from '@test/support/collected-review';
import { contentOf, factsOfChange, factsOfNew, mergeContent, type ReviewContent } from './review-content';

const collected = (changes: Partial<CollectedReview> = {}): CollectedReview =>
  aCollectedReview({ text: 'Good', ratingOriginal: '9.0', rating: 4.5, ...changes });
const content = (changes: Partial<CollectedReview> = {}): ReviewContent => contentOf(collected(changes));

describe('contentOf (contract §2.3, §10)', () => {
  it.each<[string, Partial<CollectedReview>, Partial<ReviewContent>]>([
    ['masks the author', {}, { author: 'Anna M. K.' }],
    ['stores the rating in hundredths', { rating: 3.33 }, { rating: 333 }],
    ['stores no rating for an unrated review', { rating: null }, { rating: null }],
    [
      'stores texts in NFC with one line end',
      { text: 'Cafe\u0301\r\nb', replyText: 'Merci\r\n\r\ne\u0301', ...optionalTexts((name) => `a\r${name}\u2028b`) },
      { text: 'Café\nb', replyText: 'Merci\n\né', ...optionalTexts((name) => `a\n${name}\nb`) },
    ],
    ['masks an author whose blank is not seen', { author: 'Zoe\u3164Lovett' }, { author: 'Zoe L.' }],
    ['turns an author round whose surname is first', { author: 'Lovett, Zoe' }, { author: 'Zoe L.' }],
    ['stores an author in NFC', { author: 'Zoe\u0308 E\u0301mile' }, { author: 'Zoë É.' }],
    [
      'leaves an address as it is',
      { reviewUrl: 'https://a.example/cafe\u0301' },
      { reviewUrl: 'https://a.example/cafe\u0301' },
    ],
    ['stores an empty text as null', { text: '  \n ' }, { text: null }],
    ['removes NUL and replaces lone surrogates', { text: 'a\u0000b\ud800' }, { text: 'ab\ufffd' }],
    ['stores a date that does not exist as null', { reviewDate: '2026-02-30T00:00:00' }, { reviewDate: null }],
    ['stores a rating of 0 as null', { rating: 0 }, { rating: null }],
    ['stores a rating above 5 as null', { rating: 6, ratingOriginal: '6' }, { rating: null, ratingOriginal: '6' }],
    [
      'stores no reply date without a reply',
      { replyText: ' ', replyDate: '2026-05-02T00:00:00' },
      { replyText: null, replyDate: null },
    ],
  ])('%s', (_, changes, expected) => {
    expect(content(changes)).toMatchObject(expected);
  });
});

describe('a review that is collected again (contract §10)', () => {
  it.each<[string, Partial<CollectedReview>, Partial<CollectedReview>, string | null]>([
    ['an exact date replaces the stored date', {}, { reviewDate: '2026-05-03T08:00:00' }, '2026-05-03T08:00:00'],
    [
      'a relative date does not replace an exact date',
      {},
      { reviewDate: '2026-05-09T00:00:00', datePrecision: 'relative' },
      '2026-05-01T12:30:00',
    ],
    [
      'a relative date does not replace an earlier relative date',
      { reviewDate: '2026-05-01T00:00:00', datePrecision: 'relative' },
      { reviewDate: '2026-05-09T00:00:00', datePrecision: 'relative' },
      '2026-05-01T00:00:00',
    ],
    [
      'an exact date replaces a relative date',
      { datePrecision: 'relative' },
      { reviewDate: '2026-04-30T09:00:00' },
      '2026-04-30T09:00:00',
    ],
    [
      'a day without a time does not replace an exact time of that day',
      {},
      { reviewDate: '2026-05-01T00:00:00', datePrecision: 'day' },
      '2026-05-01T12:30:00',
    ],
    [
      'another day without a time replaces an exact time',
      {},
      { reviewDate: '2026-05-02T00:00:00', datePrecision: 'day' },
      '2026-05-02T00:00:00',
    ],
    ['a missing date does not replace the stored date', {}, { reviewDate: null }, '2026-05-01T12:30:00'],
    [
      'a date replaces a missing date',
      { reviewDate: null },
      { reviewDate: '2026-05-02T00:00:00' },
      '2026-05-02T00:00:00',
    ],
  ])('%s', (_, stored, collectedAgain, date) => {
    expect(mergeContent(content(stored), content(collectedAgain), { replyKnown: true }).reviewDate).toBe(date);
  });

  it('a visit that cannot read replies does not remove the stored reply', () => {
    const stored = content({ replyText: 'Thank you', replyDate: '2026-05-02T00:00:00' });
    expect(mergeContent(stored, content(), { replyKnown: false })).toMatchObject({
      replyText: 'Thank you',
      replyDate: '2026-05-02T00:00:00',
    });
    expect(mergeContent(stored, content(), { replyKnown: true })).toMatchObject({ replyText: null, replyDate: null });
  });

  it('keeps the stored value of a part that the platform shows and that could not be read (§10.2)', () => {
    const photo = { templateUrl: 'https://i/{size}', preview: null, image: 'https://i/1' };
    const video = {
      kind: 'file',
      videoUrl: 'v',
      thumbnail: null,
      width: null,
      height: null,
      durationMs: null,
    } as const;
    const stored = content({
      reviewUrl: 'https://r/1',
      images: [photo],
      videos: [video],
      ...optionalTexts((name) => name),
      negative: null,
    });
    const nothing = { author: null, text: null, rating: null, ratingOriginal: null, reviewUrl: null };
    const collected = { ...stored, ...nothing, ...optionalTexts(() => null), images: [], videos: [] };
    const lost = Object.fromEntries(REVIEW_PART_NAMES.map((part) => [part, 1]));
    expect(mergeContent(stored, collected, { replyKnown: true, unread: lost })).toEqual(stored);
    expect(mergeContent(stored, collected, { replyKnown: true })).toEqual(collected);
    expect(mergeContent(collected, stored, { replyKnown: true, unread: lost })).toEqual(stored);
  });

  it.each<[string, string, string | null, string | null]>([
    ['the same reply without a date', 'Thank you', null, '2026-05-02T00:00:00'],
    ['the same reply with another date', 'Thank you', '2026-05-03T00:00:00', '2026-05-03T00:00:00'],
    ['another reply without a date', 'Thanks!', null, null],
  ])('stores the date of %s', (_what, replyText, replyDate, expected) => {
    const stored = content({ replyText: 'Thank you', replyDate: '2026-05-02T00:00:00' });
    const merged = mergeContent(stored, content({ replyText, replyDate }), { replyKnown: true });
    expect(merged).toMatchObject({ replyText, replyDate: expected });
  });
});

describe('facts of a run (contract §6.1, §6.5)', () => {
  const plain = content();
  const replied = content({ replyText: 'Thank you' });
  const photos = [{ templateUrl: 'https://i/{size}', preview: null, image: 'https://i/1' }];
  const dated = (replyDate: string | null) => content({ replyText: 'Thank you', replyDate, images: photos });
  const stored = (replyDate: string | null) => ({ content: dated(replyDate), isDeleted: false });
  it('a new review has the fact `appeared`, and `replied` if it has a reply', () => {
    expect(factsOfNew(plain)).toEqual(['appeared']);
    expect(factsOfNew(replied)).toEqual(['appeared', 'replied']);
  });
  it.each([
    ['an edited text', { content: plain, isDeleted: false }, content({ text: 'Better' }), true, ['changed']],
    ['a first reply', { content: plain, isDeleted: false }, replied, true, ['changed', 'replied']],
    ['a changed reply', { content: replied, isDeleted: false }, content({ replyText: 'Thanks!' }), true, ['changed']],
    ['a reply date in another time zone', stored('2026-05-02T10:00:00'), dated('2026-05-02T17:00:00'), true, []],
    ['a new date of a known reply', stored(null), dated('2026-05-02T17:00:00'), true, []],
    ['a missing date of a known reply', stored('2026-05-02T10:00:00'), dated(null), true, []],
    [
      'a reply date in another time zone and another reply text',
      stored('2026-05-02T10:00:00'),
      content({ replyText: 'Thanks!', replyDate: '2026-05-02T17:00:00', images: photos }),
      true,
      ['changed'],
    ],
    [
      'a reply date in another time zone and another rating',
      stored('2026-05-02T10:00:00'),
      content({ replyText: 'Thank you', replyDate: '2026-05-02T17:00:00', images: photos, rating: 2 }),
      true,
      ['changed'],
    ],
    [
      'a reply date in another time zone of a deleted review that is shown again',
      { ...stored('2026-05-02T10:00:00'), isDeleted: true },
      dated('2026-05-02T17:00:00'),
      true,
      ['restored'],
    ],
    ['a deleted review that is shown again', { content: plain, isDeleted: true }, plain, false, ['restored']],
  ])('returns the facts of %s', (_, stored, newContent, contentChanged, facts) => {
    expect(factsOfChange(stored, newContent, contentChanged)).toEqual(facts);
  });
});
