import { inn, ld, only, parse, REVIEW } from '@test/support/schema-org-pages';

/** The original, which is stored as written, and the rating on the scale from 1 to 5. */
const ratingOf = (rating: unknown, scale = 5): [unknown, unknown] => {
  const review = only(parse(inn({ ...REVIEW, reviewRating: rating }), scale));
  return [review.ratingOriginal, review.rating];
};

describe('scales of ratings (contract §2.3)', () => {
  it.each<[value: unknown, best: unknown, declared: number, rating: number | null]>([
    // The scale in the value is what visitors see.
    ['4/5', 10, 5, 4],
    ['9/10', 5, 5, 4.5],
    ['80%', 5, 5, 4],
    ['80 %', 10, 5, 4],
    ['4 out of 5', 10, 10, 4],
    ['4.5 out of 5 stars', 10, 100, 4.5],
    ['8 von 10', 5, 5, 4],
    ['★★★★☆', 10, 10, 4],
    ['★★★☆☆', 100, 5, 3],
    ['Rated 3 out of 5', '10', 5, 3],
    ['5 üzerinden 4', 10, 5, 4],
    ['16/20', 5, 5, 4],
    ['90/100', 5, 5, 4.5],
    ['4/5', 5, 5, 4],
    ['4/5', '5', 10, 4],
    ['6/5', 10, 5, null],
    ['120%', 5, 5, null],
    // Otherwise the scale of the markup.
    ['4', 10, 5, 2],
    [4, '10', 5, 2],
    ['4 stars', 10, 5, 2],
    ['8 points', '10 points', 5, 4],
    [80, '100%', 5, 4],
    [8, 'out of 10', 5, 4],
    [8, '/10', 5, 4],
    [8, '10,0', 5, 4],
    [4, '5 étoiles', 10, 4],
    [4, '★★★★★', 10, 4],
    // Otherwise the declared scale.
    ['4 étoiles', undefined, 5, 4],
    ['8 étoiles', undefined, 10, 4],
    ['★★★★', undefined, 5, 4],
    [4, '', 5, 4],
    [4, 'many', 5, 4],
    [4, 0, 5, 4],
    // A scale that is not understood, or on which a lower value is better.
    [4, '1-10', 5, null],
    [4, '{{ best 10 }}', 5, null],
  ])('reads %j with bestRating %j and the declared scale %d as %p', (ratingValue, bestRating, declared, rating) => {
    expect(ratingOf({ '@type': 'Rating', ratingValue, bestRating }, declared)).toEqual([String(ratingValue), rating]);
  });

  it('does not read a scale on which a lower value is better', () => {
    expect(ratingOf({ ratingValue: 2, bestRating: 1, worstRating: 6 })).toEqual(['2', null]);
    expect(ratingOf({ ratingValue: 2, bestRating: 5, worstRating: 1 })).toEqual(['2', 2]);
  });

  it.each<[what: string, rating: unknown, scale: number, unread: readonly string[]]>([
    ['a rating', { ratingValue: '4/5' }, 5, []],
    ['no rating', undefined, 5, []],
    ['an empty rating', { '@type': 'Rating' }, 5, []],
    ['an empty value', { ratingValue: ' ' }, 5, []],
    ['no stars', { ratingValue: 0, bestRating: 5 }, 5, []],
    ['no stars as signs', { ratingValue: '☆☆☆☆☆' }, 5, []],
    ['a recommendation', { ratingValue: 1, bestRating: 1 }, 5, []],
    ['a word', { ratingValue: 'good' }, 5, ['rating']],
    ['an ambiguous text', { ratingValue: '4 (good)' }, 5, ['rating']],
    ['a value above its scale', { ratingValue: 6 }, 5, ['rating']],
    ['a negative value', { ratingValue: -1 }, 5, ['rating']],
    ['an object', { ratingValue: { amount: 4 } }, 5, ['rating']],
    ['a scale that is not understood', { ratingValue: 4, bestRating: '1-5' }, 5, ['rating']],
  ])('reports what cannot be read: %s', (_what, reviewRating, scale, unread) => {
    expect(parse(inn({ ...REVIEW, reviewRating }), scale).unread).toEqual(unread);
  });
});

describe('the figures of the item', () => {
  const figures = (aggregateRating: object): unknown[] => {
    const { object, counter } = parse(
      inn(REVIEW, { aggregateRating: { '@type': 'AggregateRating', ...aggregateRating } }),
    );
    return [object.rating, object.ratingOriginal, object.reviewCount, counter];
  };

  it.each<[aggregate: object, rating: number | null, count: number | null]>([
    [{ ratingValue: '4.5 out of 5', reviewCount: '1,234 reviews' }, 4.5, 1_234],
    [{ ratingValue: '4,5', reviewCount: '1.234' }, 4.5, 1_234],
    [{ ratingValue: '8,6', bestRating: '10', reviewCount: '1 204' }, 4.3, 1_204],
    [{ ratingValue: '90%', bestRating: 5, reviewCount: '12 Bewertungen' }, 4.5, 12],
    [{ ratingValue: '★★★★☆', reviewCount: '(308)' }, 4, 308],
    [{ ratingValue: 'Rated 4.50 out of 5 based on 12 customer ratings', reviewCount: 12 }, 4.5, 12],
    [{ ratingValue: '4.9/5', bestRating: 10, reviewCount: '12 отзывов' }, 4.9, 12],
    [{ ratingValue: 4.5, reviewCount: '0' }, 4.5, 0],
  ])('reads %j', (aggregate, rating, count) => {
    expect(figures(aggregate)).toEqual([
      rating,
      String((aggregate as { ratingValue: string | number }).ratingValue),
      count,
      count,
    ]);
  });

  it('does not take a number of ratings for the number of reviews', () => {
    expect(figures({ ratingValue: 4.5, ratingCount: 120 })).toEqual([4.5, '4.5', null, null]);
    expect(figures({ ratingValue: 4.5, ratingCount: 120, reviewCount: 12 })).toEqual([4.5, '4.5', 12, 12]);
  });

  it('reports figures that cannot be read', () => {
    const aggregateRating = { '@type': 'AggregateRating', ratingValue: 'very good', reviewCount: '12k' };
    expect(parse(inn(REVIEW, { aggregateRating })).unread).toEqual(['count', 'average']);
  });
});

describe('ratings in microdata and RDFa', () => {
  const inMicrodata = (rating: string): string =>
    `<div itemscope itemtype="https://schema.org/Review"><p itemprop="reviewBody">Calm.</p>${rating}</div>`;

  it.each<[markup: string, original: string, rating: number]>([
    ['<span itemprop="reviewRating">★★★★☆</span>', '★★★★☆', 4],
    ['<meta itemprop="reviewRating" content="4/5">', '4/5', 4],
    [
      '<div itemprop="reviewRating" itemscope><b itemprop="ratingValue">4,5</b> von <b itemprop="bestRating">5</b></div>',
      '4,5',
      4.5,
    ],
    [
      '<div itemprop="reviewRating" itemscope><span itemprop="ratingValue">Rated <b>4</b> out of 5</span></div>',
      'Rated 4 out of 5',
      4,
    ],
    [
      '<div itemprop="reviewRating" itemscope><meter itemprop="ratingValue" value="8"></meter><data itemprop="bestRating" value="10"></data></div>',
      '8',
      4,
    ],
    [
      '<div itemprop="reviewRating" itemscope><span itemprop="ratingValue">4 / 5</span><meta itemprop="bestRating" content="10"></div>',
      '4 / 5',
      4,
    ],
  ])('reads %s', (markup, original, rating) => {
    expect(only(parse(inMicrodata(markup)))).toMatchObject({ ratingOriginal: original, rating });
  });
});

it('reads six ratings that are written for people', () => {
  const values = [
    '4.5 out of 5 stars',
    '4/5 stars',
    'Rated 3 out of 5',
    '4,5 sur 5 étoiles',
    '2 von 5 Sternen',
    '4 étoiles',
  ];
  const page = parse(
    ld({
      '@type': 'Product',
      name: 'Lamp',
      review: values.map((ratingValue, n) => ({
        '@type': 'Review',
        reviewBody: `Review ${n}`,
        reviewRating: { ratingValue },
      })),
    }),
  );
  expect(page.reviews.map(({ rating, ratingOriginal }) => [rating, ratingOriginal])).toEqual(
    [4.5, 4, 3, 4.5, 2, 4].map((rating, index) => [rating, values[index]]),
  );
});
