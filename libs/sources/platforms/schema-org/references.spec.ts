import * as fc from 'fast-check';
import { FAR_FROM_QUADRATIC, growth } from '@test/support/growth';
import { ld, only, PAGE, parse, REVIEW, texts } from '@test/support/schema-org-pages';
import type { CollectedReview } from '../../source';

const lamp = (review: unknown, more: object = {}): object => ({ '@type': 'Product', name: 'Lamp', review, ...more });
const fields = (html: string, ...names: readonly (keyof CollectedReview)[]): unknown[] => {
  const review = only(parse(html));
  return names.map((name) => review[name]);
};
/** A page of which the review has these properties and the graph these nodes. */
const graph = (properties: object, ...nodes: readonly object[]): string =>
  ld({ '@graph': [lamp({ ...REVIEW, ...properties }), ...nodes] });

const ADA = { '@type': 'Person', '@id': '#person-7', name: 'Ada Lovett' };
const PHOTO = { '@type': 'ImageObject', '@id': '#photo-1', contentUrl: '/1.jpg' };
const REPLY = { '@type': 'Comment', '@id': '#reply-1', text: 'Thank you!', datePublished: '2026-05-04' };
const imageOf = (html: string): string[] => only(parse(html)).images.map(({ templateUrl }) => templateUrl);

const REFERENCES: readonly (readonly [what: string, html: string, field: keyof CollectedReview, expected: unknown])[] =
  [
    ['the author', graph({ author: { '@id': '#person-7' } }, ADA), 'author', 'Ada Lovett'],
    [
      'the author with a type',
      graph({ author: { '@type': 'Person', '@id': '#person-7' } }, ADA),
      'author',
      'Ada Lovett',
    ],
    ['the author in a list', graph({ author: [{ '@id': '#person-7' }] }, ADA), 'author', 'Ada Lovett'],
    ['the author by a text', graph({ author: '#person-7' }, ADA), 'author', 'Ada Lovett'],
    [
      'the author by `id`',
      graph({ author: { id: '#person-7' } }, { type: 'Person', id: '#person-7', name: 'Ada Lovett' }),
      'author',
      'Ada Lovett',
    ],
    [
      'the author by a blank node',
      graph({ author: { '@id': '_:b7' } }, { ...ADA, '@id': '_:b7' }),
      'author',
      'Ada Lovett',
    ],
    [
      'the author by given and family name',
      graph({ author: { '@id': '#person-7' } }, { '@id': '#person-7', givenName: 'Ada', familyName: 'Lovett' }),
      'author',
      'Ada Lovett',
    ],
    ['the creator', graph({ author: undefined, creator: { '@id': '#person-7' } }, ADA), 'author', 'Ada Lovett'],
    [
      'an author whose node is in another property',
      graph({ author: { '@id': '#person-7' }, about: { '@type': 'Thing', mentions: ADA } }),
      'author',
      'Ada Lovett',
    ],
    [
      'an author in another block',
      `${ld(lamp({ ...REVIEW, author: { '@id': '#person-7' } }))}${ld(ADA)}`,
      'author',
      'Ada Lovett',
    ],
    [
      'an author in an earlier block',
      `${ld(ADA)}${ld(lamp({ ...REVIEW, author: { '@id': '#person-7' } }))}`,
      'author',
      'Ada Lovett',
    ],
    [
      'an author in microdata',
      `${ld(lamp({ ...REVIEW, author: { '@id': '#person-7' } }))}<div itemscope itemtype="https://schema.org/Person" itemid="#person-7"><b itemprop="name">Ada Lovett</b></div>`,
      'author',
      'Ada Lovett',
    ],
    [
      'an author by the whole address of a relative id',
      graph({ author: { '@id': `${PAGE}#person-7` } }, ADA),
      'author',
      'Ada Lovett',
    ],
    [
      'an author by a relative id of a whole address',
      graph({ author: { '@id': '#person-7' } }, { ...ADA, '@id': `${PAGE}#person-7` }),
      'author',
      'Ada Lovett',
    ],
    [
      'an author whose name is in the second node',
      graph({ author: { '@id': '#person-7' } }, { '@id': '#person-7', url: '/people/7' }, ADA),
      'author',
      'Ada Lovett',
    ],
    [
      'the rating',
      graph(
        { reviewRating: { '@id': '#rating-1' } },
        { '@type': 'Rating', '@id': '#rating-1', ratingValue: 8, bestRating: 10 },
      ),
      'rating',
      4,
    ],
    ['the rating by a text', graph({ reviewRating: '#rating-1' }, { '@id': '#rating-1', ratingValue: 4 }), 'rating', 4],
    [
      'a rating among aspects',
      graph(
        { reviewRating: [{ '@id': '#a' }, { '@id': '#b' }] },
        { '@id': '#a', ratingValue: 1, reviewAspect: 'Noise' },
        { '@id': '#b', ratingValue: 4 },
      ),
      'rating',
      4,
    ],
    ['a response', graph({ publisherResponse: { '@id': '#reply-1' } }, REPLY), 'replyText', 'Thank you!'],
    [
      'the date of a response',
      graph({ publisherResponse: { '@id': '#reply-1' } }, REPLY),
      'replyDate',
      '2026-05-04T00:00:00',
    ],
    [
      'a comment of an organization',
      graph({ comment: { '@id': '#reply-1' } }, { ...REPLY, author: { '@type': 'Organization' } }),
      'replyText',
      'Thank you!',
    ],
    [
      'the author of a comment',
      graph(
        { comment: { '@id': '#reply-1' } },
        { ...REPLY, author: { '@id': '#shop' } },
        { '@type': 'Organization', '@id': '#shop', name: 'Lamps' },
      ),
      'replyText',
      'Thank you!',
    ],
    [
      'a comment of a person',
      graph({ comment: { '@id': '#reply-1' } }, { ...REPLY, author: { '@id': '#person-7' } }, ADA),
      'replyText',
      null,
    ],
    [
      'pros',
      graph(
        { positiveNotes: { '@id': '#pros' } },
        { '@type': 'ItemList', '@id': '#pros', itemListElement: [{ name: 'Light' }, { name: 'Price' }] },
      ),
      'positive',
      'Light\nPrice',
    ],
    [
      'an element of cons',
      graph({ negativeNotes: { itemListElement: [{ '@id': '#con' }] } }, { '@id': '#con', name: 'Heavy' }),
      'negative',
      'Heavy',
    ],
    [
      'the item of an element of cons',
      graph(
        { negativeNotes: { itemListElement: [{ '@type': 'ListItem', item: { '@id': '#con' } }] } },
        { '@id': '#con', name: 'Heavy' },
      ),
      'negative',
      'Heavy',
    ],
  ];

describe('references to nodes of a page', () => {
  it.each(REFERENCES)('reads %s', (_what, html, field, expected) => {
    expect(fields(html, field)).toEqual([expected]);
    expect(parse(html).unread).toEqual([]);
  });

  it.each<[what: string, html: string, expected: readonly string[]]>([
    ['an image', graph({ image: { '@id': '#photo-1' } }, PHOTO), ['https://inns.example/1.jpg']],
    [
      'images',
      graph({ image: [{ '@id': '#photo-1' }, { '@id': '#photo-2' }] }, PHOTO, { '@id': '#photo-2', url: '/2.jpg' }),
      ['https://inns.example/1.jpg', 'https://inns.example/2.jpg'],
    ],
    ['associated media', graph({ associatedMedia: { '@id': '#photo-1' } }, PHOTO), ['https://inns.example/1.jpg']],
    [
      'an image by the address that is its id',
      graph({ image: { '@id': '/1.jpg' } }),
      ['/1.jpg'].map((path) => `https://inns.example${path}`),
    ],
  ])('reads %s', (_what, html, expected) => {
    expect(imageOf(html)).toEqual(expected);
  });

  it('reads a video and its thumbnail', () => {
    const html = graph(
      { video: { '@id': '#video' } },
      { '@type': 'VideoObject', '@id': '#video', contentUrl: '/v.mp4', thumbnail: { '@id': '#photo-1' } },
      PHOTO,
    );
    expect(only(parse(html)).videos).toMatchObject([
      { kind: 'file', videoUrl: 'https://inns.example/v.mp4', thumbnail: 'https://inns.example/1.jpg' },
    ]);
  });

  it('reads references of microdata and RDFa', () => {
    const microdata = `<div itemscope itemtype="https://schema.org/Review"><p itemprop="reviewBody">Calm.</p><link itemprop="author" href="#person-7"></div>`;
    const rdfa = `<div vocab="https://schema.org/" typeof="Review"><p property="reviewBody">Calm.</p><span property="author" resource="#person-7"></span></div>`;
    for (const html of [microdata, rdfa]) expect(fields(html + ld(ADA), 'author')).toEqual(['Ada Lovett']);
  });

  it('reads blank nodes in their block only', () => {
    const person = (name: string): object => ({ '@type': 'Person', '@id': '_:b0', name });
    const block = (text: string, name: string): string =>
      ld({ '@graph': [{ ...REVIEW, reviewBody: text, author: { '@id': '_:b0' } }, person(name)] });
    const page = parse(block('One', 'Ada') + block('Two', 'Bo'));
    expect(page.reviews.map(({ author, text }) => [author, text])).toEqual([
      ['Ada', 'One'],
      ['Bo', 'Two'],
    ]);
  });

  it('does not mix the properties of reviews that have one id', () => {
    const page = parse(
      ld({
        '@graph': [
          lamp([{ '@id': '#review' }]),
          { '@type': 'Review', '@id': '#review', reviewBody: 'One' },
          { '@type': 'Review', '@id': '#review', reviewBody: 'Two', reviewRating: 1 },
        ],
      }),
    );
    expect(page.reviews.map(({ text, rating }) => [text, rating])).toEqual([
      ['One', null],
      ['Two', 1],
    ]);
  });

  it('reports references to nodes that the page does not have', () => {
    const properties = {
      author: { '@id': '#x' },
      reviewRating: { '@id': '#y' },
      ownerResponse: { '@id': '#z' },
      image: { '@id': '#i' },
    };
    expect([...parse(graph(properties)).unread].sort()).toEqual(['author', 'photo', 'rating', 'reply']);
    const missing = parse(ld(lamp([REVIEW, { '@id': '#review-2' }])));
    expect([missing.unread, missing.isComplete]).toEqual([['review'], false]);
  });

  it.each<[what: string, html: string]>([
    ['itself', graph({ author: { '@id': '#a' } }, { '@id': '#a', name: { '@id': '#a' }, author: { '@id': '#a' } })],
    ['its review', graph({ '@id': '#r', comment: { '@id': '#r' }, author: { '@id': '#r' } })],
    [
      'each other',
      graph(
        { ownerResponse: { '@id': '#a' } },
        { '@id': '#a', text: 'A', comment: { '@id': '#b' } },
        { '@id': '#b', text: 'B', comment: { '@id': '#a' } },
      ),
    ],
    [
      'its list',
      graph({ positiveNotes: { '@id': '#l' } }, { '@id': '#l', itemListElement: [{ '@id': '#l' }, { name: 'Light' }] }),
    ],
  ])('ends for a node that refers to %s', (_what, html) => {
    expect(texts(parse(html))[0]).toContain('Calm rooms.');
  });

  describe('in raw', () => {
    const rawOf = (html: string): unknown => only(parse(html)).raw;

    it('replaces references that were read by their nodes', () => {
      const html = graph(
        { reviewRating: { '@id': '#rating' }, ownerResponse: { '@id': '#reply-1' }, author: { '@id': '#person-7' } },
        { '@type': 'Rating', '@id': '#rating', ratingValue: 4 },
        { ...REPLY, author: { '@id': '#person-7' } },
        { ...ADA, telephone: '1', email: 'a@l.example' },
      );
      expect(rawOf(html)).toMatchObject({
        author: { '@type': 'Person', name: 'Ada Lovett' },
        reviewRating: { '@type': 'Rating', '@id': '#rating', ratingValue: 4 },
        ownerResponse: { '@type': 'Comment', '@id': '#reply-1', text: 'Thank you!', datePublished: '2026-05-04' },
      });
      expect(JSON.stringify(rawOf(html))).not.toMatch(/telephone|l\.example/);
    });

    it('keeps other references', () => {
      const html = graph(
        { publisher: { '@id': '#shop' }, itemReviewed: { '@id': '#lamp' } },
        { '@type': 'Organization', '@id': '#shop', name: 'Lamps' },
      );
      expect(rawOf(html)).toMatchObject({ publisher: { '@id': '#shop' }, itemReviewed: { '@id': '#lamp' } });
    });

    it('is finite for nodes that refer to each other', () => {
      const html = graph(
        { comment: { '@id': '#a' } },
        { '@id': '#a', text: 'A', comment: [{ '@id': '#b' }, { '@id': '#a' }] },
        { '@id': '#b', text: 'B', comment: [{ '@id': '#a' }, { '@id': '#b' }] },
      );
      expect(JSON.stringify(rawOf(html)).length).toBeLessThan(2_000);
    });
  });

  it.each<[what: string, nodes: (size: number) => readonly object[]]>([
    [
      'reviews that refer to one large text',
      (size) => [
        { '@id': '#t', text: 'x'.repeat(size) },
        ...many(size / 100, (n) => ({ ...REVIEW, reviewBody: `R${n}`, ownerResponse: { '@id': '#t' } })),
      ],
    ],
    [
      'reviews that refer to one large list',
      (size) => [
        { '@id': '#l', itemListElement: many(size / 20, (n) => `N${n}`) },
        ...many(size / 100, (n) => ({ ...REVIEW, reviewBody: `R${n}`, positiveNotes: { '@id': '#l' } })),
      ],
    ],
    [
      'lists that refer to lists',
      (size) => [
        { '@id': '#t', name: 'x'.repeat(size / 10) },
        { '@id': '#l', itemListElement: many(size / 20, () => ({ '@id': '#t' })) },
        ...many(size / 100, (n) => ({ ...REVIEW, reviewBody: `R${n}`, positiveNotes: { '@id': '#l' } })),
      ],
    ],
    [
      'nodes with one id',
      (size) =>
        many<object>(size / 40, (n) => ({ '@id': '#p', [`p${n}`]: 1 })).concat(
          many<object>(size / 100, (n) => ({ ...REVIEW, reviewBody: `R${n}`, author: { '@id': '#p' } })),
        ),
    ],
    [
      'references among comments',
      (size) => [
        { ...REVIEW, comment: { '@id': '#0' } },
        ...many(size / 100, (n) => ({
          '@id': `#${n}`,
          text: `C${n}`,
          comment: many(20, (k) => ({ '@id': `#${(n * 7 + k) % 1000}` })),
        })),
      ],
    ],
  ])('takes linear time for %s', (_what, nodes) => {
    const html = (size: number): string => ld({ '@graph': nodes(size) });
    expect(growth(20_000, html, (page) => parse(page))).toBeLessThan(FAR_FROM_QUADRATIC);
    const { reviews } = parse(html(300_000));
    expect(JSON.stringify(reviews).length).toBeLessThan(300_000 * 60);
  });

  it('reads a reference like its node, wherever it occurs', () => {
    const node = fc.record({
      author: fc.constantFrom<unknown>('Ada Lovett', { '@type': 'Person', name: 'Bo Hart' }, { name: ['Cy', 'Dunn'] }),
      reviewRating: fc.constantFrom<unknown>(
        { ratingValue: 4 },
        { ratingValue: '7', bestRating: 10 },
        { ratingValue: 'good' },
      ),
      image: fc.constantFrom<unknown>({ contentUrl: '/1.jpg' }, { url: '/2.jpg', thumbnailUrl: '/t.jpg' }),
      ownerResponse: fc.constantFrom<unknown>(
        { text: 'Thank you!' },
        { text: ['One', 'Two'], datePublished: '2026-05-04' },
      ),
    });
    fc.assert(
      fc.property(node, fc.boolean(), (properties, inOtherBlock) => {
        const nodes: object[] = [];
        const referring = Object.fromEntries(
          Object.entries(properties).map(([name, value]) => {
            if (typeof value !== 'object' || value === null) return [name, value];
            nodes.push({ ...value, '@id': `#${name}` });
            return [name, { '@id': `#${name}` }];
          }),
        );
        const html = inOtherBlock
          ? ld(lamp({ ...REVIEW, ...referring })) + nodes.map((value) => ld(value)).join('')
          : graph(referring, ...nodes);
        const { raw: _raw, ...byReference } = only(parse(html));
        const { raw: _nestedRaw, ...nested } = only(parse(ld(lamp({ ...REVIEW, ...properties }))));
        expect(byReference).toEqual(nested);
      }),
      { numRuns: 60 },
    );
  });
});

function many<T>(count: number, element: (index: number) => T): T[] {
  return Array.from({ length: Math.floor(count) }, (_, index) => element(index));
}
