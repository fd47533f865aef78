/** Pages made to break a reader: they are read or refused, soon, and never anything else. */
import * as fc from 'fast-check';
import { Changed } from '../../source-errors';
import { parsePage, type ParsedPage } from './parse';

const parse = (body: string): ParsedPage =>
  parsePage(`<!DOCTYPE html><html lang="en"><body>${body}</body></html>`, {
    pageUrl: 'https://inns.example/harbour',
    ratingScale: 5,
    now: new Date('2026-11-21T12:00:00Z'),
  });
const ld = (value: unknown): string =>
  `<script type="application/ld+json">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`;
const inn = (review: unknown): string => ld({ '@type': 'Hotel', name: 'Harbour Inn', review });
const REVIEW = { '@type': 'Review', author: 'Orla Quinn', reviewBody: 'Calm rooms.', datePublished: '2026-05-02' };

describe('hostile pages (reliability: malformed pages)', () => {
  const within = (ms: number, html: string): void => {
    const started = performance.now();
    try {
      parse(html);
    } catch (error) {
      expect(error).toBeInstanceOf(Changed);
    }
    expect(performance.now() - started).toBeLessThan(ms);
  };
  const items = Array.from({ length: 300 }, (_, n) => `i${n}`);

  it.each<[name: string, html: string]>([
    [
      'items that all refer to each other',
      items.map((id) => `<div id="${id}" itemscope itemprop="review" itemref="${items.join(' ')}"></div>`).join(''),
    ],
    ['an item that names itself as its review', ld({ '@type': 'Hotel', '@id': '#h', review: ['#h', { '@id': '#h' }] })],
    [
      'two items that name each other',
      ld([
        { '@type': 'Hotel', '@id': '#a', review: '#b' },
        { '@type': 'Hotel', '@id': '#b', review: '#a' },
      ]),
    ],
    ['elements nested 50 000 deep', '<div itemscope typeof="Review">'.repeat(50_000)],
    ['a megabyte of blanks in JSON', `<script type="application/ld+json">{"a":1,${' '.repeat(1_000_000)}}x</script>`],
    [
      'a megabyte of blanks in text',
      `<div itemscope itemtype="https://schema.org/Review"><p itemprop="reviewBody">${'<i> </i>'.repeat(120_000)}</p></div>`,
    ],
    ['a megabyte of blanks in a rating', inn({ ...REVIEW, reviewRating: `1${' '.repeat(1_000_000)}x` })],
    ['a megabyte of "<p "', inn({ ...REVIEW, reviewBody: '<p '.repeat(300_000) })],
    ['a megabyte of "&"', inn({ ...REVIEW, reviewBody: '&'.repeat(1_000_000) })],
    [
      'a hundred thousand properties',
      `<div itemscope itemtype="https://schema.org/Review">${'<b itemprop="a">1</b>'.repeat(100_000)}</div>`,
    ],
    [
      'ten thousand alike in two blocks',
      inn(
        Array.from({ length: 10_000 }, (_, n) => ({
          '@type': 'Review',
          author: 'Anonymous',
          reviewRating: 5,
          dateCreated: `2026-05-02T10:00:${n}`,
        })),
      ).repeat(2),
    ],
  ])('%s: read or refused within seconds', (_name, html) => {
    within(20_000, html);
  });

  it('whatever the markup, a page is read or refused as Changed', () => {
    const tokens = fc.constantFrom(
      '<div itemscope itemtype="https://schema.org/Review">',
      '<p itemprop="reviewBody">',
      '<b itemprop="author" itemscope>',
      '<i typeof="Review">',
      '<a property="url" href="//[">',
      '<time itemprop="datePublished" datetime="x">',
      '</div>',
      '</p>',
      'text &amp; &#xD800; &#0;',
      '<img itemprop="image" src="http://">',
      '<script type="application/ld+json">',
      '</script>',
      '{"@type":"Review","reviewBody":',
      '[',
      ']',
      '}',
      '"a"',
      ',',
      'null',
      '"@graph":',
      '"review":',
      '"author":{"name":',
      '1e999',
      '<base href="::">',
      '<link rel=next href="http://%">',
      '\u0000',
      '<!--',
    );
    fc.assert(
      fc.property(fc.array(tokens, { maxLength: 40 }), (parts) => {
        try {
          const page = parse(parts.join(''));
          expect(JSON.parse(JSON.stringify(page.reviews))).toEqual(page.reviews);
        } catch (error) {
          if (!(error instanceof Changed)) throw error;
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
