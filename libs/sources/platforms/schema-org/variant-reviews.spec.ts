import { inn, ld, PAGE, parse, texts } from '@test/support/schema-org-pages';

const review = (reviewBody: string, more: object = {}): object => ({
  '@type': 'Review',
  author: 'Ada Lovett',
  reviewBody,
  ...more,
});
const [one, two, three] = [review('One'), review('Two'), review('Three')];
const variant = (name: string, rest: object): object => ({ '@type': 'Product', name, ...rest });
const group = (rest: object): object => ({ '@type': 'ProductGroup', name: 'Lamp', productGroupID: 'L1', ...rest });
const counted = (reviewCount: number, ratingValue = 4): object => ({
  '@type': 'AggregateRating',
  ratingValue,
  reviewCount,
});
const RED = variant('Lamp, red', { '@id': '#red', review: [one, two] });
const BLUE = variant('Lamp, blue', { '@id': '#blue', review: three });

interface Expected {
  readonly texts: readonly string[];
  readonly name: string | null;
  readonly counter?: number | null;
}

const PAGES: readonly (readonly [what: string, html: string, expected: Expected])[] = [
  ['variants of a group', ld(group({ hasVariant: [RED, BLUE] })), { texts: ['One', 'Two', 'Three'], name: 'Lamp' }],
  [
    'variants and a counter',
    ld(group({ hasVariant: [RED, BLUE], aggregateRating: counted(3) })),
    { texts: ['One', 'Two', 'Three'], name: 'Lamp', counter: 3 },
  ],
  [
    'variants of the group with the page’s address',
    ld(group({ url: PAGE, hasVariant: [RED, BLUE], aggregateRating: counted(3) })),
    { texts: ['One', 'Two', 'Three'], name: 'Lamp', counter: 3 },
  ],
  ['one variant', ld(group({ hasVariant: RED })), { texts: ['One', 'Two'], name: 'Lamp' }],
  [
    'the group and its variants',
    ld(group({ review: three, hasVariant: [RED] })),
    { texts: ['Three', 'One', 'Two'], name: 'Lamp' },
  ],
  [
    'variants by reference',
    ld({ '@graph': [group({ hasVariant: [{ '@id': '#red' }, { '@id': '#blue' }] }), RED, BLUE] }),
    { texts: ['One', 'Two', 'Three'], name: 'Lamp' },
  ],
  [
    'variants in another block',
    ld(group({ hasVariant: [{ '@id': '#red' }] })) + ld(RED),
    { texts: ['One', 'Two'], name: 'Lamp' },
  ],
  [
    'products that are variants of a group',
    ld({
      '@graph': [
        group({ '@id': '#g' }),
        { ...RED, isVariantOf: { '@id': '#g' } },
        { ...BLUE, isVariantOf: { '@id': '#g' } },
      ],
    }),
    { texts: ['One', 'Two', 'Three'], name: 'Lamp' },
  ],
  [
    'a product with its group inside',
    ld({ ...RED, isVariantOf: group({ review: three }) }),
    { texts: ['Three', 'One', 'Two'], name: 'Lamp' },
  ],
  [
    'products with a group that the page does not have',
    ld([
      { ...RED, isVariantOf: { '@id': '#g' } },
      { ...BLUE, isVariantOf: { '@id': '#g' } },
    ]),
    { texts: ['One', 'Two', 'Three'], name: 'Lamp, red' },
  ],
  [
    'products with the id of a group',
    ld([{ ...RED, inProductGroupWithID: 'L1' }, group({ hasVariant: BLUE })]),
    { texts: ['One', 'Two', 'Three'], name: 'Lamp' },
  ],
  [
    'products with one group id',
    ld([
      { ...RED, inProductGroupWithID: 'L1' },
      { ...BLUE, inProductGroupWithID: 'L1' },
    ]),
    { texts: ['One', 'Two', 'Three'], name: 'Lamp, red' },
  ],
  [
    'groups with one id inside the variants',
    ld([RED, BLUE].map((item) => ({ ...item, isVariantOf: group({}) }))),
    { texts: ['One', 'Two', 'Three'], name: 'Lamp' },
  ],
  [
    'the variant with the page’s address',
    ld({ ...RED, url: PAGE, isVariantOf: group({ aggregateRating: counted(2) }) }),
    { texts: ['One', 'Two'], name: 'Lamp, red', counter: 2 },
  ],
  [
    'a group without a name',
    ld({ '@type': 'ProductGroup', hasVariant: [RED, BLUE] }),
    { texts: ['One', 'Two', 'Three'], name: 'Lamp, red' },
  ],
  [
    'variants with one counter each, all equal',
    ld(group({ hasVariant: [RED, BLUE].map((item) => ({ ...item, aggregateRating: counted(3) })) })),
    { texts: ['One', 'Two', 'Three'], name: 'Lamp', counter: 3 },
  ],
  [
    'variants with different counters',
    ld(
      group({
        hasVariant: [
          { ...RED, aggregateRating: counted(2) },
          { ...BLUE, aggregateRating: counted(1) },
        ],
      }),
    ),
    { texts: ['One', 'Two', 'Three'], name: 'Lamp', counter: null },
  ],
  [
    'a review that names a variant',
    ld([group({ hasVariant: [RED] }), review('Three', { itemReviewed: { name: 'Lamp, red' } })]),
    { texts: ['One', 'Two', 'Three'], name: 'Lamp' },
  ],
  [
    'a review that names the group inside a variant',
    ld(group({ hasVariant: variant('Lamp, red', { review: review('One', { itemReviewed: { name: 'Lamp' } }) }) })),
    { texts: ['One'], name: 'Lamp' },
  ],
  [
    'microdata',
    '<div itemscope itemtype="https://schema.org/ProductGroup"><h1 itemprop="name">Lamp</h1><div itemprop="hasVariant" itemscope itemtype="https://schema.org/Product"><i itemprop="name">Red</i><div itemprop="review" itemscope itemtype="https://schema.org/Review"><p itemprop="reviewBody">One</p></div></div></div>',
    { texts: ['One'], name: 'Lamp' },
  ],
  [
    'a group beside another product with more reviews',
    ld([group({ url: PAGE, hasVariant: [BLUE] }), variant('Other', { review: [review('A'), review('B')] })]),
    { texts: ['Three'], name: 'Lamp' },
  ],
  [
    'variants that together have more reviews than another product',
    ld([variant('Other', { review: [review('A'), review('B')] }), group({ hasVariant: [RED, BLUE] })]),
    { texts: ['One', 'Two', 'Three'], name: 'Lamp' },
  ],
  [
    'reviews of an aggregate rating',
    ld(variant('Lamp', { aggregateRating: { ...counted(2), review: [one, two] } })),
    { texts: ['One', 'Two'], name: 'Lamp', counter: 2 },
  ],
  [
    'reviews of the item and of its aggregate rating',
    ld(variant('Lamp', { review: three, aggregateRating: { ...counted(3), reviews: [one, two] } })),
    { texts: ['Three', 'One', 'Two'], name: 'Lamp', counter: 3 },
  ],
  [
    'reviews of an aggregate rating that names its item',
    ld({ ...counted(2), itemReviewed: { '@type': 'Product', name: 'Lamp' }, review: [one, two] }),
    { texts: ['One', 'Two'], name: 'Lamp', counter: 2 },
  ],
  [
    'reviews of the item in an aggregate rating',
    ld({ ...counted(2), itemReviewed: variant('Lamp', { review: [one, two] }) }),
    { texts: ['One', 'Two'], name: 'Lamp', counter: 2 },
  ],
  [
    'reviews of an aggregate rating by reference',
    ld({
      '@graph': [
        variant('Lamp', { aggregateRating: { '@id': '#all' } }),
        { ...counted(2), '@id': '#all', review: [one, two] },
      ],
    }),
    { texts: ['One', 'Two'], name: 'Lamp', counter: 2 },
  ],
  [
    'reviews of an offer',
    ld(variant('Lamp', { offers: { '@type': 'Offer', price: 5, review: [one, two] } })),
    { texts: ['One', 'Two'], name: 'Lamp' },
  ],
  [
    'reviews of several offers',
    ld(
      variant('Lamp', {
        offers: [
          { '@type': 'Offer', review: one },
          { '@type': 'Offer', review: two },
        ],
      }),
    ),
    { texts: ['One', 'Two'], name: 'Lamp' },
  ],
  [
    'reviews of an aggregate offer',
    ld(
      variant('Lamp', {
        offers: { '@type': 'AggregateOffer', review: one, offers: [{ '@type': 'Offer', review: two }] },
      }),
    ),
    { texts: ['One', 'Two'], name: 'Lamp' },
  ],
  [
    'the aggregate rating of an offer',
    ld(variant('Lamp', { offers: { '@type': 'Offer', aggregateRating: counted(2), review: [one, two] } })),
    { texts: ['One', 'Two'], name: 'Lamp', counter: 2 },
  ],
  [
    'an offer of the same item',
    ld(variant('Lamp', { offers: { '@type': 'Offer', itemOffered: variant('Lamp', { review: [one, two] }) } })),
    { texts: ['One', 'Two'], name: 'Lamp' },
  ],
  [
    'an offer of an item with reviews',
    ld({ '@type': 'Offer', price: 5, itemOffered: variant('Lamp', { review: [one, two] }) }),
    { texts: ['One', 'Two'], name: 'Lamp' },
  ],
  [
    'an offer with reviews of an item',
    ld({ '@type': 'Offer', review: [one, two], itemOffered: variant('Lamp', {}) }),
    { texts: ['One', 'Two'], name: 'Lamp' },
  ],
  [
    'a list beside a review',
    inn([one, { '@type': 'ItemList', itemListElement: [{ '@type': 'ListItem', position: 1, item: two }, three] }]),
    { texts: ['One', 'Two', 'Three'], name: 'Harbour Inn' },
  ],
  [
    'a list without types of its elements',
    inn({
      '@type': 'ItemList',
      itemListElement: [{ '@type': 'ListItem', item: { reviewBody: 'One' } }, { reviewBody: 'Two' }],
    }),
    { texts: ['One', 'Two'], name: 'Harbour Inn' },
  ],
  [
    'further reviews of the reviewed item',
    ld(review('One', { itemReviewed: variant('Lamp', { review: [two, three], aggregateRating: counted(3) }) })),
    { texts: ['One', 'Two', 'Three'], name: 'Lamp', counter: 3 },
  ],
];

describe('reviews of variants, offers and aggregate ratings', () => {
  it.each(PAGES)('reads %s', (_what, html, expected) => {
    const page = parse(html);
    expect({ texts: texts(page).sort(), name: page.object.name }).toEqual({
      texts: [...expected.texts].sort(),
      name: expected.name,
    });
    if (expected.counter !== undefined) expect(page.counter).toBe(expected.counter);
    expect(page.unread).toEqual([]);
  });

  it.each<[what: string, html: string]>([
    ['a related product', inn(one, { isRelatedTo: variant('Other', { review: two }) })],
    ['the variants of a similar product', inn(one, { isSimilarTo: group({ hasVariant: [RED, BLUE] }) })],
    [
      'an accessory',
      ld([
        variant('Harbour Inn', { url: PAGE, review: one }),
        variant('Shade', { isAccessoryOrSparePartFor: { name: 'Harbour Inn' }, review: [two, three] }),
      ]),
    ],
    [
      'the seller of an offer',
      inn(one, {
        offers: { '@type': 'Offer', seller: { '@type': 'Organization', name: 'Shop', review: [two, three] } },
      }),
    ],
    [
      'another offered item',
      inn(one, { offers: { '@type': 'Offer', itemOffered: variant('Other', { review: [two, three] }) } }),
    ],
    [
      'another group',
      ld([
        { ...group({ hasVariant: [RED, BLUE] }), url: '/other' },
        variant('Harbour Inn', { url: PAGE, review: one }),
      ]),
    ],
    ['a review of a review', inn({ ...one, review: two })],
  ])('omits the reviews of %s', (_what, html) => {
    expect(texts(parse(html))).toEqual(['One']);
  });

  it('reports a review of an item that has no other, beside a review of no item', () => {
    const page = parse(ld(variant('Lamp', { review: { '@id': '#gone' } })) + ld(one));
    expect([texts(page), page.unread, page.isComplete]).toEqual([['One'], ['review'], false]);
  });

  it.each<[what: string, review: unknown, unread: readonly string[]]>([
    ['a text', 'Great lamp, bought two.', ['review']],
    ['a text in a list', { '@type': 'ItemList', itemListElement: ['Great lamp, bought two.'] }, ['review']],
    ['an object of another type', { '@type': 'Offer', reviewBody: 'Great.' }, ['review']],
    ['a text in an unknown property', { '@type': 'Review', content: 'Great.' }, ['review']],
    ['an author and a date', { '@type': 'Review', author: 'Ada', datePublished: '2026-05-02' }, []],
    ['a text in an object of another form', { '@type': 'Review', reviewBody: { html: 'Great.' } }, ['review']],
    ['the number of reviews', '12', []],
    ['the number of reviews with a word', '12 reviews', []],
    ['the address of the reviews', 'https://inns.example/reviews', []],
    ['an unfilled template', { '@type': 'Review' }, []],
    ['an aggregate rating', counted(3), []],
  ])('reports what is in the place of a review and is none: %s', (_what, value, unread) => {
    const page = parse(inn([one, value]));
    expect([texts(page), page.unread]).toEqual([['One'], unread]);
    expect(page.isComplete).toBe(unread.length === 0);
  });
});
