import { ld, only, parse, texts } from '@test/support/schema-org-pages';

const review = (reviewBody: string): object => ({ '@type': 'Review', author: 'Ada Lovett', reviewBody });
const [one, two, three] = [review('One'), review('Two'), review('Three')];
const lamp = (rest: object): object => ({ '@type': 'Product', name: 'Lamp', ...rest });

/** PHP writes a list as an object if its keys are not 0, 1, 2 …, for example after an element was removed. */
const LISTS: readonly (readonly [what: string, document: object, expected: readonly string[]])[] = [
  ['review without the second element', lamp({ review: { 0: one, 2: two } }), ['One', 'Two']],
  ['review from one', lamp({ review: { 1: one, 2: two } }), ['One', 'Two']],
  ['review with one element', lamp({ review: { 3: one } }), ['One']],
  ['review with ids of the database', lamp({ review: { 48213: one, 48220: two } }), ['One', 'Two']],
  ['review with long ids', lamp({ review: { 9918273645: one, 123456789012345678: two } }), ['One', 'Two']],
  ['review with ids that begin with a digit', lamp({ review: { '5f0c-a1': one, '7b': two } }), ['One', 'Two']],
  ['review with ids of which one begins with a letter', lamp({ review: { b2: one, '5f0c-a1': two } }), ['One', 'Two']],
  ['review with leading zeros', lamp({ review: { '01': one, '02': two } }), ['One', 'Two']],
  ['reviews', lamp({ reviews: { 0: one, 2: two } }), ['One', 'Two']],
  ['a prefixed review', lamp({ 'schema:review': { 0: one, 2: two } }), ['One', 'Two']],
  ['a list in such a list', lamp({ review: { 0: [one, two], 2: { 1: three } } }), ['One', 'Two', 'Three']],
  ['such a list in a list', lamp({ review: [{ 0: one, 2: two }, three] }), ['One', 'Two', 'Three']],
  ['null in such a list', lamp({ review: { 0: null, 2: one } }), ['One']],
  ['the length of the list', lamp({ review: { 0: one, 1: two, length: 2 } }), ['One', 'Two']],
  ['@graph', { '@graph': { 0: { '@type': 'WebPage' }, 2: lamp({ review: [one, two] }) } }, ['One', 'Two']],
  ['@graph with a context', { '@context': 'https://schema.org', '@graph': { 5: lamp({ review: one }) } }, ['One']],
  ['@graph of such lists', { '@graph': { 0: lamp({ review: { 1: one, 4: two } }) } }, ['One', 'Two']],
  ['the document', { 0: { '@type': 'WebPage' }, 2: lamp({ review: one }) }, ['One']],
  [
    'the document with a context',
    { '@context': 'https://schema.org', 0: lamp({ review: one }), 1: { '@type': 'Brand' } },
    ['One'],
  ],
  ['a list beside the properties of a node', lamp({ review: { ...one, 0: two, 1: three } }), ['One', 'Two', 'Three']],
  ['a list beside a type only', lamp({ review: { '@type': 'Review', 0: one, 2: two } }), ['One', 'Two']],
  ['@set', lamp({ review: { '@set': { 0: one, 2: two } } }), ['One', 'Two']],
  ['@list', lamp({ review: { '@list': { 0: one, 2: two } } }), ['One', 'Two']],
  ['@included', { '@type': 'WebPage', name: 'Lamp', '@included': { 0: lamp({ review: one }) } }, ['One']],
  ['@reverse', { '@type': 'Product', name: 'Lamp', '@reverse': { itemReviewed: { 0: one, 2: two } } }, ['One', 'Two']],
  [
    'hasVariant',
    { '@type': 'ProductGroup', name: 'Lamp', hasVariant: { 0: lamp({ review: one }), 2: lamp({ review: two }) } },
    ['One', 'Two'],
  ],
  [
    'itemListElement',
    {
      '@type': 'ItemList',
      itemListElement: { 1: { '@type': 'ListItem', item: one }, 3: { '@type': 'ListItem', item: two } },
    },
    ['One', 'Two'],
  ],
  ['mainEntity', { '@type': 'WebPage', mainEntity: { 0: lamp({ review: one }) } }, ['One']],
  [
    'reviewBody, which are parts',
    lamp({ review: { '@type': 'Review', reviewBody: { 0: 'One', 2: 'Two' } } }),
    ['One\n\nTwo'],
  ],
  ['@type', lamp({ review: { '@type': { 0: 'Review', 2: 'Thing' }, reviewBody: 'One' } }), ['One']],
  [
    'references',
    {
      '@graph': {
        0: lamp({ review: { 0: { '@id': '#a' }, 2: { '@id': '#b' } } }),
        1: { ...one, '@id': '#a' },
        3: { ...two, '@id': '#b' },
      },
    },
    ['One', 'Two'],
  ],
];

describe('lists that are written as objects with numbers as keys', () => {
  it.each(LISTS)('reads %s', (_what, document, expected) => {
    const page = parse(ld(document));
    expect(texts(page)).toEqual(expected);
    expect(page.unread).toEqual([]);
  });

  it.each<[what: string, part: object, field: string, expected: unknown]>([
    [
      'author',
      { author: { 0: { '@type': 'Person', name: 'Ada Lovett' }, 2: { name: 'Bo Hart' } } },
      'author',
      'Ada Lovett, Bo Hart',
    ],
    ['reviewRating', { reviewRating: { 0: { ratingValue: 4 } } }, 'rating', 4],
    ['ratingValue', { reviewRating: { ratingValue: { 0: 4 } } }, 'rating', 4],
    ['datePublished', { datePublished: { 0: '2026-05-02' } }, 'reviewDate', '2026-05-02T00:00:00'],
    ['positiveNotes', { positiveNotes: { 0: 'Light', 2: 'Price' } }, 'positive', 'Light\nPrice'],
    [
      'the elements of notes',
      { negativeNotes: { itemListElement: { 1: { name: 'Heavy' }, 3: { name: 'Loud' } } } },
      'negative',
      'Heavy\nLoud',
    ],
    [
      'comment',
      { comment: { 0: { author: { '@type': 'Organization' }, text: 'Thank you!' } } },
      'replyText',
      'Thank you!',
    ],
    ['publisherResponse', { publisherResponse: { 1: { text: 'Thank you!' } } }, 'replyText', 'Thank you!'],
  ])('reads %s as such a list', (_what, part, field, expected) => {
    const value = only(parse(ld(lamp({ review: { '@type': 'Review', reviewBody: 'One', ...part } }))));
    expect(value).toMatchObject({ [field]: expected });
  });

  it.each<[what: string, review: object, expected: readonly string[], unread: readonly string[]]>([
    ['ids', { a17: one, b4: two }, ['One', 'Two'], []],
    ['ids, without types', { a17: { reviewBody: 'One' }, b4: { reviewBody: 'Two' } }, ['One', 'Two'], []],
    [
      'ids of which one has an object of another type',
      { a17: one, b4: { '@type': 'Offer', reviewBody: 'No' } },
      ['One'],
      ['review'],
    ],
    ['one key with a list', { data: [one, two] }, ['One', 'Two'], []],
    ['one key with a text', { html: 'One' }, [], ['review']],
  ])('reads reviews under %s as keys', (_what, list, expected, unread) => {
    const page = parse(ld([lamp({ review: list }), { '@type': 'AggregateRating', reviewCount: 2 }]));
    expect([texts(page), page.unread]).toEqual([expected, unread]);
  });

  it('reads images as such a list', () => {
    const { images } = only(
      parse(ld(lamp({ review: { ...one, image: { 0: '/1.jpg', 2: { contentUrl: '/2.jpg' } } } }))),
    );
    expect(images.map(({ image }) => image)).toEqual(['https://inns.example/1.jpg', 'https://inns.example/2.jpg']);
  });

  it('does not take sizes of an image for images', () => {
    const image = { '@type': 'ImageObject', contentUrl: '/1.jpg', '300x200': '/small.jpg', '2x': { src: '/2x.jpg' } };
    expect(only(parse(ld(lamp({ review: { ...one, image } })))).images).toHaveLength(1);
  });

  it('compares the counter with all elements', () => {
    const aggregateRating = { '@type': 'AggregateRating', ratingValue: 4, reviewCount: 2 };
    const page = parse(ld(lamp({ aggregateRating, review: { 0: one, 2: two } })));
    expect(page).toMatchObject({ counter: 2, isComplete: true, unread: [] });
  });
});
