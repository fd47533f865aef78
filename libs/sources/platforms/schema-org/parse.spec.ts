import { inn, ld, only, PAGE, parse, REVIEW, texts } from '@test/support/schema-org-pages';
import { page as pageParser } from './parsers';

describe('reviews in JSON-LD (contract §2.3)', () => {
  it.each<[name: string, html: string]>([
    ['in `review`', inn(REVIEW)],
    ['in a list', inn([REVIEW])],
    ['in `reviews`', ld({ '@type': 'Hotel', name: 'Harbour Inn', reviews: [REVIEW] })],
    ['in `Review`', ld({ '@type': 'Hotel', name: 'Harbour Inn', Review: [REVIEW] })],
    ['in a graph', ld({ '@context': 'https://schema.org', '@graph': [{ '@type': 'Hotel', review: [REVIEW] }] })],
    ['in an array of documents', ld([{ '@type': 'WebSite' }, { '@type': 'Hotel', review: REVIEW }])],
    ['as the top-level item', ld(REVIEW)],
    ['of which `@type` is a list', inn({ ...REVIEW, '@type': ['Thing', 'Review'] })],
    ['of which `@type` is an address', inn({ ...REVIEW, '@type': 'http://schema.org/Review' })],
    [
      'with prefixed names',
      ld({
        '@type': 'schema:Hotel',
        'schema:review': {
          '@type': 'schema:Review',
          'schema:author': 'Orla Quinn',
          'schema:reviewBody': 'Calm rooms.',
          'schema:datePublished': '2026-05-02',
        },
      }),
    ],
    ['with `@value` objects', inn({ ...REVIEW, reviewBody: { '@value': 'Calm rooms.', '@language': 'en' } })],
    [
      'without a type, in `review`',
      inn({ author: 'Orla Quinn', reviewBody: 'Calm rooms.', datePublished: '2026-05-02' }),
    ],
    [
      'by reference',
      ld({
        '@graph': [
          { '@type': 'Hotel', review: [{ '@id': '#r-a' }] },
          { ...REVIEW, '@id': '#r-a' },
        ],
      }),
    ],
    [
      'by `itemReviewed`',
      ld({
        '@graph': [
          { '@type': 'Hotel', '@id': '#h', name: 'H' },
          { ...REVIEW, itemReviewed: { '@id': '#h' } },
        ],
      }),
    ],
    ['by `@reverse`', ld({ '@type': 'Hotel', name: 'H', '@reverse': { itemReviewed: [REVIEW] } })],
    ['in a list of reviews', ld({ '@type': 'ItemList', itemListElement: [{ '@type': 'ListItem', item: REVIEW }] })],
    [
      'in a script with an upper-case media type',
      inn(REVIEW).replace('application/ld+json', 'Application/LD+JSON; charset=utf-8'),
    ],
    [
      'in <noscript>',
      `<noscript><div itemscope itemtype="https://schema.org/Review"><b itemprop="author">Orla Quinn</b><p itemprop="reviewBody">Calm rooms.</p><meta itemprop="datePublished" content="2026-05-02"></div></noscript>`,
    ],
  ])('reads a review %s', (_name, html) => {
    expect(only(parse(html))).toMatchObject({
      author: 'Orla Quinn',
      text: 'Calm rooms.',
      reviewDate: '2026-05-02T00:00:00',
    });
  });
});

describe('references to nodes by id', () => {
  it.each<[name: string, node: object]>([
    ['with one property', { '@id': '#h', name: 'Harbour Inn' }],
    ['with a type and one property', { '@type': 'Hotel', '@id': '#h', name: 'Harbour Inn' }],
    ['with several properties', { '@type': 'Hotel', '@id': '#h', name: 'Harbour Inn', telephone: '1' }],
  ])('resolves a reference to the reviewed item, a node %s', (_name, node) => {
    const page = parse(ld({ '@graph': [{ ...REVIEW, itemReviewed: { '@id': '#h' } }, node] }));
    expect([page.object.name, texts(page)]).toEqual(['Harbour Inn', ['Calm rooms.']]);
  });

  it('resolves a reference to an aggregate rating with one property', () => {
    const graph = [
      { '@type': 'Hotel', name: 'Harbour Inn', review: REVIEW, aggregateRating: { '@id': '#all' } },
      { '@type': 'AggregateRating', '@id': '#all', reviewCount: 12 },
    ];
    expect(parse(ld({ '@graph': graph })).object).toMatchObject({ name: 'Harbour Inn', reviewCount: 12 });
  });

  it('resolves a reference to the first node with properties', () => {
    const graph = [
      { ...REVIEW, itemReviewed: { '@id': '#h' } },
      { '@type': 'Hotel', '@id': '#h' },
      { '@type': 'Hotel', '@id': '#h', name: 'Harbour Inn' },
      { '@type': 'Hotel', '@id': '#h', name: 'Cliff Inn' },
    ];
    expect(parse(ld({ '@graph': graph })).object.name).toBe('Harbour Inn');
  });

  it.each<[name: string, stubs: readonly object[]]>([
    ['references to missing nodes', [{ '@id': '#x' }, { '@id': '#y' }]],
    ['reviews with only a type', [{ '@type': 'Review' }, { '@type': 'Review' }]],
  ])('does not count %s as reviews when it selects the item of the page', (_name, stubs) => {
    const graph = [
      { '@type': 'Hotel', name: 'Cliff Inn', review: stubs },
      { '@type': 'Hotel', name: 'Harbour Inn', review: REVIEW },
    ];
    const page = parse(ld({ '@graph': graph }));
    expect([page.object.name, texts(page)]).toEqual(['Harbour Inn', ['Calm rooms.']]);
  });

  it.each<[name: string, review: object, expected: (string | null)[]]>([
    ['with only a type', { '@type': 'Review' }, []],
    ['with one property', { '@type': 'Review', reviewBody: 'Calm rooms.' }, ['Calm rooms.']],
    ['with one property and without a type', { reviewBody: 'Calm rooms.' }, ['Calm rooms.']],
    ['with another type', { '@type': 'Offer', reviewBody: 'Calm rooms.' }, []],
  ])('reads or omits a review %s', (_name, review, expected) => {
    expect(texts(parse(inn(review)))).toEqual(expected);
  });
});

describe('reviews in microdata and RDFa (contract §2.3)', () => {
  it('reads microdata with nested items, texts, links and itemref', () => {
    const page = parse(`
      <div itemscope itemtype="http://schema.org/Hotel" itemref="more"><h1 itemprop="name">Harbour Inn</h1>
        <div itemprop="review" itemscope itemtype="http://schema.org/Review">
          <a itemprop="author" href="/people/7">Orla
             Quinn</a>
          <span itemprop="reviewRating" itemscope itemtype="http://schema.org/Rating"><meta itemprop="ratingValue" content="4,5"></span>
          <p itemprop="reviewBody">Calm rooms.<br>Good   tea &amp; cake.</p><time itemprop="datePublished" datetime="2026-05-02T10:20">May</time>
          <a itemprop="url" href="/harbour?review=48213">link</a><img itemprop="image" src="/p/1.jpg">
        </div></div>
      <div id="more"><span itemprop="aggregateRating" itemscope itemtype="http://schema.org/AggregateRating"><b itemprop="reviewCount">1</b> <b itemprop="ratingValue">4.5</b></span></div>`);
    expect(page.object).toEqual({ name: 'Harbour Inn', reviewCount: 1, rating: 4.5, ratingOriginal: '4.5' });
    expect(only(page)).toMatchObject({
      externalId: '48213',
      author: 'Orla Quinn',
      text: 'Calm rooms.\nGood tea & cake.',
      ratingOriginal: '4,5',
      rating: 4.5,
      reviewDate: '2026-05-02T10:20:00',
      datePrecision: 'exact',
      reviewUrl: 'https://inns.example/harbour?review=48213',
      images: [{ templateUrl: 'https://inns.example/p/1.jpg', preview: null, image: 'https://inns.example/p/1.jpg' }],
      raw: { '@type': 'Review', author: 'Orla Quinn', reviewBody: 'Calm rooms.\nGood tea & cake.' },
    });
  });

  const SHOP = 'itemscope itemtype="https://schema.org/WebPage"';
  const LAMP =
    '<div itemscope itemtype="https://schema.org/Product"><b itemprop="name">Storm lamp</b><div itemprop="review" itemscope itemtype="https://schema.org/Review"><p itemprop="reviewBody">Calm.</p></div></div>';
  it.each<[name: string, html: string]>([
    ['microdata, in the item of the page', `<body ${SHOP}><h1 itemprop="name">Shop</h1>${LAMP}</body>`],
    ['microdata, two items deep', `<body ${SHOP}><div itemprop="mainEntity" ${SHOP}>${LAMP}</div></body>`],
    [
      'microdata, in an element that another item includes',
      `<div ${SHOP} itemref="all"></div><div id="all"><b itemprop="name">Shop</b>${LAMP}</div>`,
    ],
    [
      'RDFa, in the item of the page',
      '<body vocab="https://schema.org/" typeof="WebPage"><h1 property="name">Shop</h1><div typeof="Product"><b property="name">Storm lamp</b><div property="review" typeof="Review"><p property="reviewBody">Calm.</p></div></div></body>',
    ],
  ])('reads an item that is no property of the item around it: %s', (_name, html) => {
    const page = parse(html);
    expect([page.object.name, texts(page)]).toEqual(['Storm lamp', ['Calm.']]);
  });

  it('terminates for a microdata item that refers to itself', () => {
    const page = parse(
      '<div id="a" itemscope itemtype="https://schema.org/Review" itemprop="review" itemref="a b"><p itemprop="reviewBody">Once.</p></div><div id="b" itemprop="name" itemscope itemref="a"></div>',
    );
    expect(texts(page).length).toBeLessThanOrEqual(1);
  });

  it('reads RDFa with a vocabulary or a prefix, and ignores Open Graph', () => {
    for (const s of ['', 'schema:']) {
      const page =
        parse(`<meta property="og:title" content="no review"><div vocab="https://schema.org/" typeof="${s}Hotel">
        <span property="${s}name">Harbour Inn</span><div property="${s}review" typeof="${s}Review">
        <span property="${s}author" typeof="${s}Person"><i property="${s}name">Orla Quinn</i></span><p property="${s}reviewBody">Calm rooms.</p>
        <span property="${s}reviewRating" typeof="${s}Rating"><i property="${s}ratingValue" content="8"></i><i property="${s}bestRating">10</i></span>
        <time property="${s}datePublished" datetime="2026-05-02"></time></div></div>`);
      expect(page.object.name).toBe('Harbour Inn');
      expect(only(page)).toMatchObject({ author: 'Orla Quinn', text: 'Calm rooms.', rating: 4, ratingOriginal: '8' });
    }
  });
});

describe('selection of the page’s item and its reviews', () => {
  const other = {
    '@type': 'Product',
    name: 'Other',
    review: [
      { ...REVIEW, reviewBody: 'Foreign.' },
      { ...REVIEW, reviewBody: 'Foreign too.' },
    ],
  };
  const pageItem = { '@type': 'Hotel', name: 'Harbour Inn', url: PAGE, review: [REVIEW] };

  it.each<[name: string, html: string]>([
    ['a related product', ld({ ...pageItem, isRelatedTo: [other] })],
    ['another item with more reviews', ld({ '@graph': [other, pageItem] })],
    [
      'a list of other items',
      ld([
        { '@type': 'ItemList', itemListElement: [{ '@type': 'ListItem', item: other }] },
        { ...pageItem, url: undefined },
      ]),
    ],
    [
      'a review with another itemReviewed',
      ld([pageItem, { ...REVIEW, reviewBody: 'Foreign.', itemReviewed: { '@type': 'Hotel', name: 'Cliff Inn' } }]),
    ],
    [
      'a nested review with another itemReviewed',
      ld({
        ...pageItem,
        review: [REVIEW, { ...REVIEW, reviewBody: 'Foreign.', itemReviewed: { '@id': '#cliff', name: 'Cliff Inn' } }],
      }),
    ],
    ['a checked claim', ld([pageItem, { '@type': 'ClaimReview', reviewBody: 'Foreign.' }])],
    [
      'the shop with the most reviews',
      ld([
        { ...pageItem, url: undefined },
        {
          '@type': 'Organization',
          name: 'Inns',
          url: 'https://inns.example/',
          aggregateRating: { '@type': 'AggregateRating', reviewCount: 58859, ratingValue: 4.8 },
        },
      ]),
    ],
  ])('omits %s', (_name, html) => {
    const page = parse(html);
    expect(texts(page)).toEqual(['Calm rooms.']);
    expect(page.object).toMatchObject({ name: 'Harbour Inn', reviewCount: null });
  });

  it('reads aggregateRating as the rating of the item, not as a review', () => {
    const page = parse(
      inn(undefined, {
        aggregateRating: { '@type': 'AggregateRating', ratingValue: '8,6', bestRating: '10', reviewCount: '1,204' },
      }),
    );
    expect(page).toMatchObject({ reviews: [], hasMarkup: true, counter: 1204 });
    expect(page.object).toEqual({ name: 'Harbour Inn', reviewCount: 1204, rating: 4.3, ratingOriginal: '8,6' });
  });

  it('returns a review in JSON-LD and in microdata once, even if one of them has a truncated text and no time', () => {
    const body = 'The kettle whistles, the gulls answer, and the whole bay smells of toast in the morning.';
    const page = parse(
      inn({ ...REVIEW, reviewBody: `${body} We stayed for a week.`, datePublished: '2026-05-02T10:00:00Z' }) +
        `<div itemscope itemtype="https://schema.org/Review"><b itemprop="author">Orla Quinn</b><p itemprop="reviewBody">${body}…</p><meta itemprop="datePublished" content="2026-05-02"></div>`,
    );
    expect(only(page).reviewDate).toBe('2026-05-02T10:00:00');
  });

  const microdataReview = (rating: string, date: string, id: string): string =>
    `<div itemscope itemtype="https://schema.org/Review" itemid="${id}"><b itemprop="author">Orla Quinn</b>
      <p itemprop="reviewBody">Calm rooms.</p>${date === '' ? '' : `<meta itemprop="datePublished" content="${date}">`}
      ${rating === '' ? '' : `<meta itemprop="reviewRating" content="${rating}">`}</div>`;

  it.each<[what: string, html: string, count: number]>([
    ['with equal fields', microdataReview('4', '2026-05-02', '#review-48213'), 1],
    ['without a rating', microdataReview('', '2026-05-02', '#review-48213'), 1],
    ['without a date', microdataReview('4', '', '#review-48213'), 1],
    ['without an id', microdataReview('4', '2026-05-02', ''), 1],
    ['with another rating', microdataReview('3', '2026-05-02', '#review-48213'), 2],
    ['on another day', microdataReview('4', '2026-05-03', '#review-48213'), 2],
    ['with another id', microdataReview('4', '2026-05-02', '#review-48214'), 2],
  ])(
    'merges a review with the same text in another block only if its fields do not differ: %s',
    (_what, html, count) => {
      const review = { ...REVIEW, '@id': '#review-48213', reviewRating: { ratingValue: 4 } };
      expect(parse(inn(review) + html).reviews).toHaveLength(count);
    },
  );

  describe('equal reviews without ids (§10.4)', () => {
    const stars = {
      '@type': 'Review',
      author: 'Anonymous',
      reviewRating: { ratingValue: 5 },
      datePublished: '2026-05-02T10:00:00',
    };
    const later = { ...stars, datePublished: '2026-05-02T10:00:01' };
    const latest = { ...stars, datePublished: '2026-05-02T10:00:02' };
    const counting = (reviewCount: number, review: object[]): string =>
      inn(review, { aggregateRating: { '@type': 'AggregateRating', ratingValue: 5, reviewCount } });
    /** The second of a review's date, and which of the equal reviews it is. */
    const numbered = (html: string): string[] =>
      parse(html).reviews.map(({ reviewDate, occurrence }) => `${reviewDate?.slice(-1)}#${occurrence ?? 1}`);

    it.each<[what: string, html: string, expected: string[]]>([
      ['are reviews of their own', inn([stars, later, stars]), ['0#1', '1#1', '0#2']],
      [
        'are reviews of their own, beside others that occur once',
        inn([stars, stars, later, stars]),
        ['0#1', '0#2', '1#1', '0#3'],
      ],
      ['are reviews of their own if all are equal', inn([stars, stars]), ['0#1', '0#2']],
      [
        'are reviews of their own if the counter includes them',
        counting(3, [stars, later, stars]),
        ['0#1', '1#1', '0#2'],
      ],
      ['are one review if the counter includes it once', counting(2, [stars, later, stars]), ['0#1', '1#1']],
      ['are one review in two blocks', inn(stars) + inn(stars), ['0#1']],
      ['are as many as the block with the most of them has', inn(stars) + inn([stars, stars]), ['0#1', '0#2']],
      [
        'are one review each in a list that is printed twice',
        inn([stars, later, latest, stars, later, latest]),
        ['0#1', '1#1', '2#1'],
      ],
      [
        'are one review each in a list whose reviews are printed twice',
        inn([stars, stars, later, later, latest, latest]),
        ['0#1', '1#1', '2#1'],
      ],
    ])('%s', (_what, html, expected) => {
      expect(numbered(html)).toEqual(expected);
    });

    it('are one review if they have the same id', () => {
      const named = { ...stars, '@id': '#review-48213' };
      expect(parse(inn([named, named])).reviews).toHaveLength(1);
    });

    it('have different keys in their list', () => {
      const keys = parse(inn([stars, stars])).reviews.map((review) => pageParser.keyOf(review));
      expect(new Set(keys).size).toBe(2);
    });

    it('are merged with less precise ones of another block one by one', () => {
      const day = `<div itemscope itemtype="https://schema.org/Review"><b itemprop="author">Anonymous</b>
        <meta itemprop="reviewRating" content="5"><meta itemprop="datePublished" content="2026-05-02"></div>`;
      expect(parse(inn([stars, stars]) + day.repeat(2)).reviews).toHaveLength(2);
      expect(parse(inn(stars) + day.repeat(2)).reviews).toHaveLength(2);
    });
  });
});
