import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtInSources, type CollectedReview, type PlatformSource, type StoredRecord } from '@libs/sources';
import { parseInPlace } from '@libs/sources/conformance/parse-in-place';
import type { AnyParser } from '@libs/sources/parsing/serve-parsers';
import { parsers } from '@libs/sources/platforms/parsers';
import { schemaOrgSource } from '@libs/sources/platforms/schema-org';
import { contentOf } from './domain/review-content';
import { rereadContent } from './domain/reread-content';
import { scrubRaw } from './domain/scrub-raw';

const NOW = new Date('2026-11-27T12:00:00Z');
const SHOP = schemaOrgSource({ slug: 'shop', displayName: 'Shop', hosts: ['shop.example'], ratingScale: 5 });
const fixture = (slug: string, file: string): string =>
  readFileSync(join(__dirname, '../../../libs/sources/platforms', slug, 'fixtures', file), 'utf8');
const sourceOf = (slug: string): PlatformSource => builtInSources.find(({ facts }) => facts.slug === slug) ?? SHOP;

/** Documents of platforms, by their parsers. */
interface Case {
  readonly slug: string;
  readonly url: string;
  readonly parser: string;
  readonly facts: unknown;
  readonly text: string;
}

const app = { storefront: 'us', id: '595068606' };
const CASES: readonly Case[] = [
  {
    slug: 'steam',
    url: 'https://store.steampowered.com/app/220',
    parser: 'steam/reviews',
    facts: { appId: '220' },
    text: fixture('steam', 'appreviews.json'),
  },
  {
    slug: 'app-store',
    url: 'https://apps.apple.com/us/app/id595068606',
    parser: 'app-store/row',
    facts: app,
    text: fixture('app-store', 'row.json'),
  },
  {
    slug: 'app-store',
    url: 'https://apps.apple.com/us/app/id595068606',
    parser: 'app-store/feed',
    facts: app,
    text: fixture('app-store', 'feed.json'),
  },
  {
    ...{ slug: 'app-store', url: 'https://apps.apple.com/us/app/id595068606', parser: 'app-store/connect-reviews' },
    facts: { status: 200, app },
    text: JSON.stringify({
      data: [
        {
          ...{
            type: 'customerReviews',
            id: 'r-1',
            relationships: { response: { data: { id: 'a-1', type: 'customerReviewResponses' } } },
          },
          attributes: {
            rating: 4,
            title: 'Handy',
            body: 'Every day.',
            reviewerNickname: 'Ada Lovett',
            createdDate: '2026-05-02T10:00:00-07:00',
            territory: 'USA',
          },
        },
        {
          type: 'customerReviews',
          id: 'r-2',
          attributes: {
            rating: 1,
            title: null,
            body: 'No.',
            reviewerNickname: 'Bo',
            createdDate: '2026-05-03T10:00:00-07:00',
          },
        },
      ],
      included: [
        {
          type: 'customerReviewResponses',
          id: 'a-1',
          attributes: { responseBody: 'Thanks', lastModifiedDate: '2026-05-04T10:00:00-07:00', state: 'PUBLISHED' },
        },
      ],
      links: { next: null },
    }),
  },
  {
    ...{ slug: 'google', url: 'https://www.google.com/maps?cid=1', parser: 'google/reviews', facts: { status: 200 } },
    text: JSON.stringify({
      reviews: [
        {
          ...{
            reviewId: 'g-1',
            starRating: 'FOUR',
            comment: 'Bright',
            createTime: '2026-05-02T10:00:00Z',
            updateTime: '2026-05-02T10:00:00Z',
          },
          reviewer: { displayName: 'Ada Lovett', profilePhotoUrl: 'https://lh3.example/1' },
          reviewReply: { comment: 'Thanks', updateTime: '2026-05-03T10:00:00Z' },
        },
      ],
      totalReviewCount: 1,
      averageRating: 4,
    }),
  },
  {
    slug: 'odrs',
    url: 'https://odrs.gnome.org/',
    parser: 'odrs/reviews',
    facts: {},
    text: fixture('odrs', 'reviews.json'),
  },
  {
    slug: 'mozilla-amo',
    url: 'https://addons.mozilla.org/firefox/addon/lantern/',
    parser: 'mozilla-amo/ratings',
    facts: { addon: 'lantern' },
    text: fixture('mozilla-amo', 'ratings.json'),
  },
  {
    slug: 'yotpo',
    url: 'https://api-cdn.yotpo.com/v1/widget/key/products/1/reviews.json',
    parser: 'yotpo/reviews',
    facts: null,
    text: fixture('yotpo', 'reviews.json'),
  },
  {
    slug: 'bazaarvoice',
    url: 'https://api.bazaarvoice.com/data/reviews.json?filter=productid:1',
    parser: 'bazaarvoice/reviews',
    facts: { status: 200, productId: '1' },
    text: fixture('bazaarvoice', 'reviews.json'),
  },
  {
    slug: 'wildberries',
    url: 'https://www.wildberries.ru/catalog/1234567/detail.aspx',
    parser: 'wildberries/feedbacks',
    facts: { article: '1234567' },
    text: fixture('wildberries', 'feedbacks.json'),
  },
  {
    slug: 'tripadvisor',
    url: 'https://www.tripadvisor.com/Hotel_Review-g1-d2-Reviews-x.html',
    parser: 'tripadvisor/reviews',
    facts: { status: 200 },
    text: fixture('tripadvisor', 'reviews.json'),
  },
  {
    slug: 'yelp',
    url: 'https://www.yelp.com/biz/inn',
    parser: 'yelp/reviews',
    facts: { status: 200 },
    text: fixture('yelp', 'reviews.json'),
  },
  {
    ...{ slug: 'shop', url: 'https://shop.example/lantern', parser: 'schema-org/page' },
    facts: {
      pageUrl: 'https://shop.example/lantern',
      ratingScale: 5,
      now: NOW,
      status: 200,
      marks: { cloudflare: false, waf: false },
    },
    text: `<html><body><script type="application/ld+json">${JSON.stringify({
      '@type': 'Product',
      name: 'Storm lantern',
      review: [
        {
          '@type': 'Review',
          author: { '@type': 'Person', name: 'Ada Lovett', url: '/users/1' },
          datePublished: '2026-05-02',
          reviewBody: 'It&#39;s bright',
          name: 'Storm lantern',
          reviewRating: { ratingValue: '4' },
        },
        {
          '@type': 'Review',
          author: 'Bo Hart',
          datePublished: '2026-05-03',
          reviewBody: 'Dim',
          headline: 'Well',
          reviewRating: { ratingValue: 2, bestRating: 10 },
        },
        {
          '@type': 'Review',
          author: 'Bo Hart',
          datePublished: '2026-05-03',
          reviewBody: 'Dim',
          headline: 'Well',
          reviewRating: { ratingValue: 2, bestRating: 10 },
        },
      ],
    })}</script></body></html>`,
  },
];

/** Contract §10.4; docs/command-line.md: `hrev sources reparse`. */
describe('stored records that are read again', () => {
  it.each(CASES)('of $slug ($parser) give the same reviews', async ({ slug, url, parser: name, facts, text }) => {
    const source = sourceOf(slug);
    const parser = parsers.find((one) => one.name === name) as AnyParser;
    const reviews = [...((await parseInPlace(parser, text, facts as never)).reviews ?? [])] as CollectedReview[];
    expect(reviews.length).toBeGreaterThan(0);
    const records = reviews.map(({ raw, author }) => scrubRaw(raw, author, source.facts.rawPrivacy)) as StoredRecord[];
    const page = { url, name: 'Storm lantern', parse: parseInPlace, now: NOW };
    const read = (await source.reread?.read(records, page)) ?? [];
    expect(read).toHaveLength(reviews.length);
    for (const [n, review] of reviews.entries()) {
      const before = contentOf(review);
      expect(read[n]).not.toBeNull();
      expect(rereadContent(before, read[n] as CollectedReview, source.reread?.keeps ?? [])).toEqual(before);
      // The record of the record is the record.
      expect(scrubRaw(read[n]?.raw ?? {}, read[n]?.author ?? null, source.facts.rawPrivacy)).toEqual(records[n]);
    }
  });

  it.each(CASES)('of $slug ($parser) are unread if they are not of this kind', async ({ slug, url }) => {
    const page = { url, name: null, parse: parseInPlace, now: NOW };
    const records: StoredRecord[] = [
      {},
      { id: 5 },
      { id: null, reviewId: {}, score: 'x', userReviewId: [], Id: {}, attributes: 1 },
    ];
    expect(await sourceOf(slug).reread?.read(records, page)).toEqual([null, null, null]);
  });

  it('one by one, if one of them cannot be read', async () => {
    const source = sourceOf('odrs');
    const good = (n: number): StoredRecord => ({
      review_id: n,
      date_created: 1_700_000_000,
      rating: 80,
      summary: `No ${n}`,
    });
    const records = Array.from({ length: 250 }, (_, n) =>
      n % 100 === 7 ? { ...good(n + 1), review_id: {} } : good(n + 1),
    );
    const read = await source.reread?.read(records, {
      url: 'https://odrs.gnome.org/',
      name: null,
      parse: parseInPlace,
      now: NOW,
    });
    expect(read?.flatMap((review, n) => (review === null ? [n] : []))).toEqual([7, 107, 207]);
    expect(read?.[8]?.text).toBe('No 9');
  });

  it('keep what is stored of a part that cannot be read', async () => {
    const record: StoredRecord = { review_id: 1, date_created: 1_700_000_000, rating: 80, summary: 'Bright' };
    const read = async (stored: StoredRecord): Promise<CollectedReview> => {
      const page = { url: 'https://odrs.gnome.org/', name: null, parse: parseInPlace, now: NOW };
      const [review] = (await sourceOf('odrs').reread?.read([stored], page)) ?? [];
      return review as CollectedReview;
    };
    const stored = contentOf(await read(record));
    const collected = await read({ ...record, rating: 'x', summary: 'Brighter' });
    expect(collected.unread).toEqual({ rating: 1 });
    expect(rereadContent(stored, collected, [])).toEqual({ ...stored, text: 'Brighter' });
  });
});
