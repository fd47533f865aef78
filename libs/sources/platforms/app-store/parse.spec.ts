import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectedReview } from '../../collected-review';
import { unreadIn } from '../../conformance/unread-in';
import { Changed } from '../../source-errors';
import type { Unread } from '../../unread';
import type { CollectedReview } from '../../source';
import { readCounter, readFeed, readLookup, readRow } from './parse';

const APP = { id: '6400000001', storefront: 'gb' };
const fixture = (name: string): unknown => JSON.parse(readFileSync(join(__dirname, 'fixtures', name), 'utf8'));
const rowOf = (...items: unknown[]): unknown => ({ userReviewList: items });
const feedOf = (...entry: unknown[]): unknown => ({ feed: { entry } });

describe('the row of the App Store (contract §2.3)', () => {
  it('reads each review with its reply', () => {
    const { reviews } = readRow(fixture('row.json'), APP);
    expect(reviews).toHaveLength(3);
    expect(reviews[0]).toEqual(
      collectedReview({
        externalId: '14700000003',
        author: 'Tessa Brackenridge',
        text: 'Tides & tables\n\nIt didn\'t drain my battery & the maps load "at once".\n\nWell done!',
        reviewDate: '2026-10-02T23:15:09',
        ratingOriginal: '5',
        rating: 5,
        reviewUrl: 'https://apps.apple.com/gb/app/id6400000001?see-all=reviews',
        replyText: "Thank you, Tessa!\n\nWe're glad it helps.",
        replyDate: '2026-10-04T16:00:00',
        raw: expect.objectContaining({
          userReviewId: '14700000003',
          voteCount: 2,
          customerType: 'Customers',
        }) as CollectedReview['raw'],
      }),
    );
    expect(reviews.map(({ text }) => text).slice(1)).toEqual(['潮の時間がすぐ分かる🌊', 'Crashes']);
  });

  it('accepts an empty list', () => {
    expect(readRow({ userReviewList: [] }, APP)).toEqual({ reviews: [] });
  });

  it.each<[string, object, Partial<CollectedReview>]>([
    ['a rating that is null', { rating: null }, { rating: null, ratingOriginal: null }],
    ['an absent rating', { rating: undefined }, { rating: null, ratingOriginal: null }],
    ['a rating of 0', { rating: 0 }, { rating: null, ratingOriginal: '0' }],
    ['a rating of 6', { rating: 6 }, { rating: null, ratingOriginal: '6' }],
    ['a rating that is a word', { rating: 'five' }, { rating: null, ratingOriginal: 'five' }],
    ['a rating with a comma', { rating: '4,5' }, { rating: 4.5, ratingOriginal: '4,5' }],
    ['no date', { date: undefined }, { reviewDate: null }],
    ['an invalid date', { date: 'yesterday' }, { reviewDate: null }],
    ['a date on 30 February', { date: '2026-02-30T10:00:00Z' }, { reviewDate: null }],
    ['a date on 29 February', { date: '2028-02-29T20:00:00Z' }, { reviewDate: '2028-02-29T12:00:00' }],
    ['a date in the last hour of summer time', { date: '2026-11-01T08:30:00Z' }, { reviewDate: '2026-11-01T01:30:00' }],
    [
      'a date in the first hour after summer time',
      { date: '2026-11-01T09:30:00Z' },
      { reviewDate: '2026-11-01T01:30:00' },
    ],
    ['a date without a zone', { date: '2026-03-04T05:06:07' }, { reviewDate: '2026-03-04T05:06:07' }],
    ['no name', { name: undefined }, { author: null }],
    ['an escaped name', { name: 'Zo&euml; O&#8217;Hara &amp; co' }, { author: 'Zoë O’Hara & co' }],
    [
      'references of old editors and of all names',
      {
        title: 'It&#146;s great',
        body: 'Bright &#151; really&#133; caf&eacute; &rsquo;n more &#x27;ok&#x27;',
        developerResponse: { body: 'We&#146;re glad', modified: null },
      },
      { text: "It’s great\n\nBright — really… café ’n more 'ok'", replyText: 'We’re glad' },
    ],
    [
      'words after an ampersand',
      { title: null, body: 'a?b=1&region=eu R&D, B&not C' },
      { text: 'a?b=1&region=eu R&D, B&not C' },
    ],
    ['no text', { title: ' ', body: '\r\n' }, { text: null }],
    ['only a title', { title: 'Fine', body: null }, { text: 'Fine' }],
    ['a numeric id', { userReviewId: 77 }, { externalId: '77' }],
    [
      'an empty reply',
      { developerResponse: { body: '', modified: '2026-01-01T00:00:00Z' } },
      { replyText: null, replyDate: null },
    ],
    ['a reply without a date', { developerResponse: { body: 'Hi' } }, { replyText: 'Hi', replyDate: null }],
    ['no reply', { developerResponse: null }, { replyText: null, replyDate: null }],
  ])('reads a review with %s', (_what, change, expected) => {
    const item = {
      userReviewId: '1',
      title: 'T',
      body: 'B',
      name: 'N',
      rating: 3,
      date: '2026-05-05T05:05:05Z',
      ...change,
    };
    expect(readRow(rowOf(item), APP).reviews[0]).toMatchObject(expected);
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a list', []],
    ['an object of another type', { reviews: [] }],
    ['a list that is an object', { userReviewList: {} }],
  ])('throws Changed for %s', (_what, value) => {
    expect(() => readRow(value, APP)).toThrow(Changed);
  });

  const item = { userReviewId: '1', title: 'T', body: 'B', name: 'N', rating: 3, date: '2026-05-05T05:05:05Z' };

  it.each<[string, unknown, Unread]>([
    ['a review without an id', { ...item, userReviewId: undefined }, { review: 1 }],
    ['an empty id', { ...item, userReviewId: '' }, { review: 1 }],
    ['a review that is a string', 'review', { review: 1 }],
    ['a body that is an object', { ...item, body: { text: 'B' } }, { text: 1 }],
    ['no rating', { ...item, rating: null }, { rating: 1 }],
    ['a rating of 6', { ...item, rating: 6 }, { rating: 1 }],
    ['no date', { ...item, date: undefined }, { date: 1 }],
    ['an unknown date', { ...item, date: 'yesterday' }, { date: 1 }],
    ['a reply without a text', { ...item, developerResponse: { modified: '2026-01-01T00:00:00Z' } }, { reply: 1 }],
    ['a reply that is a text', { ...item, developerResponse: 'Hi' }, { reply: 1 }],
    ['an unknown date of a reply', { ...item, developerResponse: { body: 'Hi', modified: 'x' } }, { reply_date: 1 }],
    ['a name that is an object', { ...item, name: { first: 'N' } }, { author: 1 }],
  ])('counts %s, and reads the other reviews (§10.2)', (_what, odd, unread) => {
    const page = readRow(rowOf({ ...item, userReviewId: '0' }, odd, { ...item, userReviewId: '2' }), APP);
    expect(unreadIn(page)).toEqual(unread);
    expect([page.reviews[0], page.reviews.at(-1)]).toMatchObject([{ externalId: '0' }, { externalId: '2' }]);
  });
});

describe('the feed of the App Store (contract §2.3)', () => {
  it('omits the app itself and accepts an entry without a date', () => {
    const { reviews } = readFeed(fixture('feed.json'), APP);
    expect(reviews.map(({ externalId }) => externalId)).toEqual([
      '14700000003',
      '14700000002',
      '14700000001',
      '2700000009',
    ]);
    expect(reviews[3]).toMatchObject({ text: 'From 2018\n\nNo date here.', reviewDate: null, rating: 3 });
    expect(reviews.every(({ replyKnown }) => replyKnown === false)).toBe(true);
  });

  it('reads an escaped text and name like the row', () => {
    const text = 'It&#146;s caf&eacute; R&amp;D';
    const [inRow] = readRow(rowOf({ userReviewId: '1', title: text, body: text, name: text }), APP).reviews;
    const label = { label: text };
    const [inFeed] = readFeed(
      feedOf({
        id: { label: '1' },
        author: { name: label },
        title: label,
        content: label,
        'im:rating': { label: '5' },
      }),
      APP,
    ).reviews;
    expect(inRow).toMatchObject({ author: 'It’s café R&D', text: 'It’s café R&D\n\nIt’s café R&D' });
    expect(inFeed).toMatchObject({ author: inRow?.author, text: inRow?.text });
  });

  it('returns the same reviews as the row, except for replies', () => {
    const comparable = ({
      raw: _raw,
      replyText: _text,
      replyDate: _date,
      replyKnown: _known,
      ...rest
    }: CollectedReview) => rest;
    const row = readRow(fixture('row.json'), APP).reviews.map(comparable);
    expect(readFeed(fixture('feed.json'), APP).reviews.slice(0, 3).map(comparable)).toEqual(row);
  });

  it.each<[string, unknown, number]>([
    ['no entry', { feed: {} }, 0],
    ['a single entry as an object', { feed: { entry: { id: { label: '5' }, 'im:rating': { label: '2' } } } }, 1],
    ['only the app', { feed: { entry: { id: { label: 'https://apps.apple.com/us/app/x/id1' } } } }, 0],
    ['an empty list', { feed: { entry: [] } }, 0],
  ])('reads a feed with %s', (_what, value, count) => {
    expect(readFeed(value, APP).reviews).toHaveLength(count);
  });

  it.each<[string, unknown]>([
    ['no feed', {}],
    ['a feed that is a list', { feed: [] }],
    ['an entry that is a text', { feed: { entry: 'T' } }],
  ])('throws Changed for %s', (_what, value) => {
    expect(() => readFeed(value, APP)).toThrow(Changed);
  });

  it.each<[string, unknown, Unread]>([
    [
      'a review whose id is a URL',
      { id: { label: 'https://apps.apple.com/review/5' }, 'im:rating': { label: '2' } },
      { review: 1 },
    ],
    ['an entry without an id', { title: { label: 'T' } }, { review: 1 }],
    ['labels without their objects', { id: '5' }, { review: 1 }],
    ['an unknown date', { id: { label: '5' }, 'im:rating': { label: '2' }, updated: { label: 'x' } }, { date: 1 }],
    ['no rating', { id: { label: '5' } }, { rating: 1 }],
  ])('counts %s, and reads the other reviews (§10.2)', (_what, odd, unread) => {
    const entry = { id: { label: '1' }, 'im:rating': { label: '2' } };
    const page = readFeed(feedOf(entry, odd, { ...entry, id: { label: '9' } }), APP);
    expect(unreadIn(page)).toEqual(unread);
    expect([page.reviews[0], page.reviews.at(-1)]).toMatchObject([{ externalId: '1' }, { externalId: '9' }]);
  });
});

describe('the App Store’s data about the app (contract §2.1)', () => {
  it('reads the name and the average rating, but not the number of ratings as the number of reviews', () => {
    expect(readLookup(fixture('lookup.json'))).toEqual({
      name: 'Tidewatch: Harbour Times',
      reviewCount: null,
      rating: 4.39,
      ratingOriginal: '4.38711',
    });
  });

  it('returns null for an unknown app, and no rating for an app without ratings', () => {
    expect(readLookup({ resultCount: 0, results: [] })).toBeNull();
    expect(
      readLookup({ resultCount: 1, results: [{ trackName: 'New', averageUserRating: 0, userRatingCount: 0 }] }),
    ).toEqual({ name: 'New', reviewCount: null, rating: null, ratingOriginal: null });
  });

  it.each<[string, unknown]>([
    ['another layout', { data: [] }],
    ['a text', 'ok'],
    ['results of another type', { resultCount: 1, results: [7] }],
  ])('throws Changed for %s', (_what, value) => {
    expect(() => readLookup(value)).toThrow(Changed);
  });

  it('reads the number of reviews with text', () => {
    expect(readCounter({ totalNumberOfReviews: 12, ratingCount: 900 })).toBe(12);
    for (const value of [{}, { totalNumberOfReviews: '12' }, { totalNumberOfReviews: -1 }, null]) {
      expect(() => readCounter(value)).toThrow(Changed);
    }
  });
});
