/** Pages that are expensive or impossible to parse. Each must be parsed, or refused with Changed, in linear time. */
import * as fc from 'fast-check';
import { FAR_FROM_QUADRATIC, growth } from '@test/support/growth';
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

describe('hostile pages', () => {
  const parseOrRefuse = (html: string): void => {
    try {
      parse(html);
    } catch (error) {
      if (!(error instanceof Changed)) throw error;
    }
  };
  const mutualReferences = (count: number): string => {
    const ids = Array.from({ length: count }, (_, n) => `i${n}`);
    return ids.map((id) => `<div id="${id}" itemscope itemprop="review" itemref="${ids.join(' ')}"></div>`).join('');
  };

  it.each<[name: string, html: string]>([
    [
      'an item that refers to itself as its review',
      ld({ '@type': 'Hotel', '@id': '#h', review: ['#h', { '@id': '#h' }] }),
    ],
    [
      'two items that refer to each other',
      ld([
        { '@type': 'Hotel', '@id': '#a', review: '#b' },
        { '@type': 'Hotel', '@id': '#b', review: '#a' },
      ]),
    ],
  ])('terminates for %s', (_name, html) => {
    parseOrRefuse(html);
  });

  const attributes = (count: number): string => Array.from({ length: count }, (_, n) => `a${n}`).join(' ');

  it('refuses a tag with more than 1,000 attributes', () => {
    const mark = 'itemscope itemtype="https://schema.org/Review"';
    const review = (attributeText: string): string =>
      `<div ${attributeText} ${mark}><p itemprop="reviewBody">Calm.</p></div>`;
    expect(parse(review(`${attributes(998)} ${attributes(998)}`)).reviews).toHaveLength(1);
    expect(() => parse(review(attributes(999)))).toThrow(Changed);
  });

  it.each<[name: string, html: (size: number) => string]>([
    ['items that all refer to each other', (size) => mutualReferences(Math.sqrt(size / 5))],
    // The HTML parser scans the open elements, up to its limit of nesting; below a thousand of them this costs little.
    ['nested elements', (size) => '<div itemscope typeof="Review">'.repeat(size / 50)],
    ['spaces in JSON', (size) => `<script type="application/ld+json">{"a":1,${' '.repeat(size)}}x</script>`],
    [
      'spaces in a text',
      (size) =>
        `<div itemscope itemtype="https://schema.org/Review"><p itemprop="reviewBody">${'<i> </i>'.repeat(size / 8)}</p></div>`,
    ],
    ['spaces in a rating', (size) => inn({ ...REVIEW, reviewRating: `1${' '.repeat(size)}x` })],
    ['spaces in a title', (size) => inn({ ...REVIEW, headline: `a${' '.repeat(size)}b` })],
    ['attributes of one tag', (size) => `<p ${attributes(size / 8)}>`],
    ['attributes of tags with 999 attributes each', (size) => `<p ${attributes(999)}>`.repeat(size / 6_000)],
    ['"<p "', (size) => inn({ ...REVIEW, reviewBody: '<p '.repeat(size / 3) })],
    ['"&"', (size) => inn({ ...REVIEW, reviewBody: '&'.repeat(size) })],
    [
      'properties of one item',
      (size) =>
        `<div itemscope itemtype="https://schema.org/Review">${'<b itemprop="a">1</b>'.repeat(size / 10)}</div>`,
    ],
    [
      'similar reviews in two blocks',
      (size) =>
        inn(
          Array.from({ length: size / 100 }, (_, n) => ({
            '@type': 'Review',
            author: 'Anonymous',
            reviewRating: 5,
            dateCreated: `2026-05-02T10:00:${n}`,
          })),
        ).repeat(2),
    ],
  ])('takes linear time for a megabyte of %s', (_name, html) => {
    expect(growth(8_000, html, parseOrRefuse)).toBeLessThan(FAR_FROM_QUADRATIC);
    parseOrRefuse(html(1_000_000));
  });

  it('parses or refuses any markup with Changed', () => {
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
