import { only, parse, script, texts } from '@test/support/schema-org-pages';
import { Changed } from '../../source-errors';

const review = (text: string, rest = ''): string =>
  `{"@type":"Review","author":"Ada Lovett","datePublished":"2026-05-02","reviewBody":"${text}"${rest}}`;
const product = (members: string): string =>
  `{"@context":"https://schema.org","@type":"Product","name":"Lamp",${members}}`;

/** Templates print a key for each element of a list. */
const KEPT: readonly (readonly [what: string, text: string, expected: readonly string[]])[] = [
  [
    'review, three times',
    product(['One', 'Two', 'Three'].map((text) => `"review":${review(text)}`).join(',')),
    ['One', 'Two', 'Three'],
  ],
  ['reviews', product(`"reviews":${review('One')},"reviews":${review('Two')}`), ['One', 'Two']],
  [
    'review and a list',
    product(`"review":[${review('One')},${review('Two')}],"review":${review('Three')}`),
    ['One', 'Two', 'Three'],
  ],
  ['two lists', product(`"review":[${review('One')}],"review":[${review('Two')}]`), ['One', 'Two']],
  [
    'review and reviews',
    product(`"review":${review('One')},"reviews":[${review('Two')}],"review":${review('Three')}`),
    ['One', 'Three', 'Two'],
  ],
  ['review in two spellings', product(`"review":${review('One')},"Review":${review('Two')}`), ['One', 'Two']],
  ['a prefixed key', product(`"schema:review":${review('One')},"schema:review":${review('Two')}`), ['One', 'Two']],
  [
    'a key that is an address',
    product(`"https://schema.org/review":${review('One')},"https://schema.org/review":${review('Two')}`),
    ['One', 'Two'],
  ],
  ['an empty list', product(`"review":${review('One')},"review":[]`), ['One']],
  ['null', product(`"review":${review('One')},"review":null`), ['One']],
  ['an empty object', product(`"review":${review('One')},"review":{}`), ['One']],
  ['a comma at the end', product(`"review":${review('One')},"review":${review('Two')},`), ['One', 'Two']],
  ['comments', product(`"review":${review('One')}, // next\n"review":${review('Two')}`), ['One', 'Two']],
  [
    '@graph',
    `{"@graph":[${product(`"review":${review('One')}`)}],"@graph":[${product(`"review":${review('Two')}`)}]}`,
    ['One', 'Two'],
  ],
  [
    '@graph without lists',
    `{"@graph":${product(`"review":${review('One')}`)},"@graph":{"@type":"WebPage","name":"Lamp"}}`,
    ['One'],
  ],
  ['@set', product(`"review":{"@set":[${review('One')}],"@set":[${review('Two')}]}`), ['One', 'Two']],
  ['@list', product(`"review":{"@list":[${review('One')}],"@list":[${review('Two')}]}`), ['One', 'Two']],
  [
    'itemListElement',
    `{"@type":"ItemList","itemListElement":{"@type":"ListItem","item":${review('One')}},"itemListElement":{"@type":"ListItem","item":${review('Two')}}}`,
    ['One', 'Two'],
  ],
  [
    'hasVariant',
    `{"@type":"ProductGroup","name":"Lamp","hasVariant":${product(`"review":${review('One')}`)},"hasVariant":${product(`"review":${review('Two')}`)}}`,
    ['One', 'Two'],
  ],
  [
    'mainEntity',
    `{"@type":"WebPage","mainEntity":${product(`"review":${review('One')}`)},"mainEntity":{"@type":"FAQPage","name":"Questions"}}`,
    ['One'],
  ],
  ['@type, of which one is Review', product(`"review":{"@type":"Review","@type":"Thing","reviewBody":"One"}`), ['One']],
  [
    'reviewBody, which are parts',
    product(`"review":{"@type":"Review","reviewBody":"One","reviewBody":"Two"}`),
    ['One\n\nTwo'],
  ],
  ['the same reviewBody', product(`"review":{"@type":"Review","reviewBody":"One","reviewBody":"One"}`), ['One']],
  ['two equal reviews', product(`"review":${review('One')},"review":${review('One')}`), ['One', 'One']],
  [
    'a review that is printed twice and counted once',
    product(`"aggregateRating":{"ratingValue":5,"reviewCount":1},"review":${review('One')},"review":${review('One')}`),
    ['One'],
  ],
  [
    'review of two items',
    `[${product(`"review":${review('One')}`)},{"@type":"Product","name":"Lamp","review":${review('Two')},"review":${review('Three')}}]`,
    ['One', 'Two', 'Three'],
  ],
  [
    'review in microdata beside it',
    `${product(`"review":${review('One')},"review":${review('Two')}`)}</script><div itemscope itemtype="https://schema.org/Review"><p itemprop="reviewBody">Three</p></div><script>`,
    ['One', 'Two', 'Three'],
  ],
];

describe('keys that a template repeats', () => {
  it.each(KEPT)('keeps all values of %s', (_what, text, expected) => {
    expect(texts(parse(script(text)))).toEqual(expected);
  });

  it('keeps images, authors, comments and notes', () => {
    const members = [
      '"author":{"@type":"Person","name":"Ada Lovett"},"author":{"@type":"Person","name":"Bo Hart"}',
      '"image":"/1.jpg","image":{"contentUrl":"/2.jpg"}',
      '"positiveNotes":"Light","positiveNotes":"Price"',
      '"comment":{"author":{"@type":"Person","name":"Cy"},"text":"No."},"comment":{"author":{"@type":"Organization","name":"Lamps"},"text":"Thank you!"}',
    ];
    const { author, images, positive, replyText } = only(
      parse(script(product(`"review":{"@type":"Review","reviewBody":"One",${members.join(',')}}`))),
    );
    expect([author, images.length, positive, replyText]).toEqual([
      'Ada Lovett, Bo Hart',
      2,
      'Light\nPrice',
      'Thank you!',
    ]);
  });

  it.each<[what: string, members: string, expected: object]>([
    ['an author in two forms', '"author":"Ada Lovett","author":{"name":"Ada Lovett"}', { author: 'Ada Lovett' }],
    ['a date', '"datePublished":"2026-05-01","datePublished":"2026-05-02"', { reviewDate: '2026-05-02T00:00:00' }],
    ['a title', '"name":"First","name":"Last"', { text: 'Last\n\nOne' }],
    ['the value of a rating', '"reviewRating":{"ratingValue":1,"ratingValue":4}', { rating: 4 }],
    ['a scale', '"reviewRating":{"ratingValue":4,"bestRating":10,"bestRating":5}', { rating: 4 }],
    [
      'ratings of aspects',
      '"reviewRating":{"ratingValue":2,"reviewAspect":"Price"},"reviewRating":{"ratingValue":5}',
      { rating: 5 },
    ],
    ['equal ratings', '"reviewRating":{"ratingValue":5},"reviewRating":{"ratingValue":"5"}', { rating: 5 }],
    ['different ratings', '"reviewRating":{"ratingValue":5},"reviewRating":{"ratingValue":2}', { rating: null }],
  ])('reads %s of which the key is repeated', (_what, members, expected) => {
    expect(only(parse(script(product(`"review":{"@type":"Review","reviewBody":"One",${members}}`))))).toMatchObject(
      expected,
    );
  });

  it('reports different ratings of one review as unread', () => {
    const ratings = '"reviewRating":{"ratingValue":5},"reviewRating":{"ratingValue":2}';
    const page = parse(script(product(`"review":{"@type":"Review","reviewBody":"One",${ratings}}`)));
    expect(page.unread).toEqual(['rating']);
  });

  it('does not read a part of a truncated block', () => {
    expect(() => parse(script(product(`"review":${review('One')},"review":{"@type":"Review"`).slice(0, -1)))).toThrow(
      Changed,
    );
  });
});
