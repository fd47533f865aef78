import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectedReview } from '../../collected-review';
import { unreadIn } from '../../conformance/unread-in';
import { Changed } from '../../source-errors';
import type { CollectedReview } from '../../source';
import type { Unread } from '../../unread';
import { readDetails, readRatingsPage, readRefusal } from './parse';

const fixture: unknown = JSON.parse(readFileSync(join(__dirname, 'fixtures', 'ratings.json'), 'utf8'));
const rating = { id: 1, body: 'Good.', score: 4, created: '2026-01-02T03:04:05Z' };
const pageWith = (change: object): unknown => ({ count: 1, next: null, results: [{ ...rating, ...change }] });

describe("Mozilla's list of ratings (contract §2.3)", () => {
  it('reads ratings with and without text, and replies', () => {
    const { reviews, total, hasNext } = readRatingsPage(fixture, 'tab-lantern');
    expect({ count: reviews.length, total, hasNext }).toEqual({ count: 3, total: 3, hasNext: false });
    expect(reviews[0]).toEqual(
      collectedReview({
        externalId: '900003',
        author: 'Ottoline Marsh',
        text: "It's bright & quick.\nNow <b>everything</b> glows.",
        reviewDate: '2026-07-03T21:04:05',
        ratingOriginal: '5',
        rating: 5,
        reviewUrl: 'https://addons.mozilla.org/firefox/addon/tab-lantern/reviews/900003/',
        replyText: 'Thank you & enjoy!',
        replyDate: '2026-07-04T08:00:00',
        raw: expect.objectContaining({ id: 900003, version: { id: 11, version: '2.0' } }) as CollectedReview['raw'],
      }),
    );
    expect(reviews[1]).toMatchObject({ author: null, text: null, rating: 1, replyText: null, replyDate: null });
    expect(reviews[2]).toMatchObject({ author: null, text: null, rating: 3, reviewDate: '2026-06-30T21:59:59' });
  });

  it.each<[string, object, Partial<CollectedReview>]>([
    ['a text that was escaped twice', { body: '&amp;lt;b&amp;gt; &amp;amp;' }, { text: '&lt;b&gt; &amp;' }],
    ['a text with an unknown reference', { body: 'a &nothing; b & c' }, { text: 'a &nothing; b & c' }],
    ['references of old editors', { body: 'It&#146;s &eacute;&region B&not C' }, { text: 'It’s é&region B&not C' }],
    ['tags', { body: '<p>Bright</p><p>and <i>quick</i> &lt;3</p>' }, { text: 'Bright\n\nand quick <3' }],
    ['a blank text', { body: ' \n ' }, { text: null }],
    ['a score of 0', { score: 0 }, { rating: null, ratingOriginal: '0' }],
    ['a score of 6', { score: 6 }, { rating: null, ratingOriginal: '6' }],
    [
      'a name that begins like an automatic name',
      { user: { name: 'Firefox user 7 fan' } },
      { author: 'Firefox user 7 fan' },
    ],
    [
      'a reply without a text',
      { reply: { body: null, created: '2026-01-03T00:00:00Z' } },
      { replyText: null, replyDate: null },
    ],
    ['a reply without a date', { reply: { body: 'Hm.' } }, { replyText: 'Hm.', replyDate: null }],
    ['an unknown field', { language: 'en' }, { externalId: '1' }],
  ])('reads a rating with %s', (_what, change, expected) => {
    expect(readRatingsPage(pageWith(change), 'a').reviews[0]).toMatchObject(expected);
  });

  it('encodes a GUID in the address of a review', () => {
    const { reviews } = readRatingsPage(pageWith({}), '{01234567-89ab-cdef-0123-456789abcdef}');
    expect(reviews[0]?.reviewUrl).toContain('/addon/%7B01234567-89ab-cdef-0123-456789abcdef%7D/reviews/1/');
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a list', []],
    ['results that are an object', { count: 1, next: null, results: {} }],
    ['no counter', { next: null, results: [] }],
    ['a negative counter', { count: -1, next: null, results: [] }],
    ['no next page', { count: 0, results: [] }],
    ['a next page that is a number', { count: 0, next: 2, results: [] }],
  ])('throws Changed for %s', (_what, value) => {
    expect(() => readRatingsPage(value, 'a')).toThrow(Changed);
  });

  it.each<[string, object, Unread]>([
    ['a rating without an id', { id: undefined }, { review: 1 }],
    ['an id that is a text', { id: '1' }, { review: 1 }],
    ['an id that is too large', { id: 1e300 }, { review: 1 }],
    ['a score that is a text', { score: '5' }, { rating: 1 }],
    ['a score that is null', { score: null }, { rating: 1 }],
    ['a score of 6', { score: 6 }, { rating: 1 }],
    ['a body that is an object', { body: { 'en-US': 'x' } }, { text: 1 }],
    ['no date', { created: null }, { date: 1 }],
    ['the date 0000-00-00', { created: '0000-00-00T00:00:00Z' }, { date: 1 }],
    ['a date that is a number', { created: 1_790_000_000 }, { date: 1 }],
    ['a reply that is a list', { reply: [] }, { reply: 1 }],
    ['a reply without a text', { reply: { created: '2026-01-03T00:00:00Z' } }, { reply: 1 }],
    ['a user that is a text', { user: 'Ann' }, { author: 1 }],
  ])('counts %s, and reads the other ratings (§10.2)', (_what, change, unread) => {
    const whole = { id: 1, score: 5, created: '2026-01-01T00:00:00Z' };
    const results = [whole, { ...whole, id: 2, ...change }, { ...whole, id: 3 }];
    const page = readRatingsPage({ count: 3, next: null, results }, 'a');
    expect(unreadIn(page)).toEqual(unread);
    expect([page.reviews[0], page.reviews.at(-1)]).toMatchObject([{ externalId: '1' }, { externalId: '3' }]);
  });
});

describe("Mozilla's data about the add-on (contract §2.1)", () => {
  it.each<[string, object, object]>([
    ['a name by locale', { name: { de: 'Laterne', 'en-US': 'Lantern' }, default_locale: 'de' }, { name: 'Laterne' }],
    ['no default locale', { name: { de: 'Laterne', 'en-US': 'Lantern' } }, { name: 'Lantern' }],
    ['only another locale', { name: { fr: null, de: 'Laterne', _default: 'de' } }, { name: 'Laterne' }],
    ['a plain name', { name: 'Lantern' }, { name: 'Lantern' }],
    ['a name of a built-in property', { name: { __proto__: null }, default_locale: 'constructor' }, { name: null }],
    ['no name', {}, { name: null, ratingCount: null, rating: null, ratingOriginal: null }],
    [
      'an average',
      { ratings: { average: 4.2347, count: 9 } },
      { rating: 4.23, ratingOriginal: '4.2347', ratingCount: 9 },
    ],
    ['no ratings', { ratings: { average: 0, count: 0 } }, { rating: null, ratingOriginal: null, ratingCount: 0 }],
  ])('reads details with %s', (_what, value, expected) => {
    expect(readDetails(value)).toMatchObject(expected);
  });

  it('throws Changed for another format', () => {
    for (const value of [null, [], { ratings: { count: 'many' } }]) expect(() => readDetails(value)).toThrow(Changed);
  });

  it('counts a name and an average that it cannot read (§10.2)', () => {
    expect(readDetails({ name: 5, ratings: { average: 'good' } }).unread).toEqual({ name: 1, average: 1 });
    expect(readDetails({ ratings: { average: 6 } }).unread).toEqual({ average: 1 });
  });
});

describe("Mozilla's refusals (contract §10)", () => {
  it.each<[string, boolean]>([
    ['{"detail":"x","is_disabled_by_developer":true,"is_disabled_by_mozilla":false}', true],
    ['{"detail":"Authentication credentials were not provided."}', false],
    ['<html><title>403 Forbidden</title></html>', false],
    ['', false],
    ['null', false],
    ['['.repeat(100_000), false],
  ])('reads %.60s', (body, isDisabled) => {
    expect(readRefusal(body)).toEqual({ isDisabled });
  });
});
