// cspell:disable
import fc from 'fast-check';
import { FAR_FROM_QUADRATIC, growth } from '@test/support/growth';
import { matchUnseen, mayBeAnyOf, type CarryOverOptions } from './carry-over';
import { ComparedReview, type IdentifyingFields } from './compared-review';
import { matchesOf, type Matches } from './match-reviews';

const OPTIONS: CarryOverOptions = { asOf: new Date('2026-11-27T00:00:00Z'), isSelection: false };
const LOST = '\uFFFD';
const LONG = 'The soup was cold, the waiter was kind, and we came back the next day for more';

const aReview = (externalId: string, fields: Partial<IdentifyingFields> = {}): IdentifyingFields => ({
  ...{ externalId, author: 'Ada L.', text: 'Bright and light', reviewDate: '2026-05-02T00:00:00', rating: 400 },
  ...fields,
});
const isStored = (review: IdentifyingFields, isDeleted = false): IdentifyingFields => ({ ...review, isDeleted });
const compared = (reviews: readonly IdentifyingFields[]): ComparedReview[] =>
  reviews.map((review) => new ComparedReview(review));
function matchesFor(
  incoming: readonly IdentifyingFields[],
  unseen: readonly IdentifyingFields[],
  options: Partial<CarryOverOptions> = {},
): Matches {
  const reviews = compared(incoming);
  const candidates = compared(unseen).filter(mayBeAnyOf(reviews));
  return matchesOf(matchUnseen(reviews, candidates, { ...OPTIONS, ...options }));
}
const pairsOf = (...lists: Parameters<typeof matchesFor>): string[] =>
  [...matchesFor(...lists).pairs].map((pair) => pair.join('=')).sort();

/** Contract §10.4: where the platform shows no ids, two of author, date and text carry a stored review over. */
describe('recognizing a review without an id of the platform under another id', () => {
  const undated = { reviewDate: null };
  const other = { author: 'Bo H.', text: 'Worth every cent of it', reviewDate: '2026-06-09T00:00:00', rating: 100 };

  it.each<[what: string, stored: Partial<IdentifyingFields>, today: Partial<IdentifyingFields>]>([
    ['nothing but the rating', { rating: 200 }, { rating: 400 }],
    ['the text', { text: 'Dim' }, {}],
    ['text and rating', { text: 'Dim', rating: 100 }, {}],
    ['a text on one side only', { text: null }, {}],
    ['the date', { reviewDate: '2024-01-09T00:00:00' }, {}],
    ['the date, of a short text', { reviewDate: '2024-01-09T00:00:00', text: 'OK' }, { text: 'OK' }],
    ['a date on one side only', undated, {}],
    ['a date on one side only, without a text', { ...undated, text: null }, { text: null }],
    ['a date on one side only, without an author', { ...undated, author: null }, { author: null }],
    ['the order of day and month', { reviewDate: '2026-02-05T00:00:00', author: null }, { author: null }],
    ['the author', { author: 'Bo H.' }, {}],
    ['an author on one side only', { author: null }, {}],
    ['a placeholder for the author', { author: 'Anonymous' }, {}],
    ['the order of the name', { author: 'Lovett, A.', text: null }, { text: null }],
    [
      'nothing but the rating, without author and text',
      { author: null, text: null, rating: 200 },
      { author: null, text: null },
    ],
    [
      'a relative date that became less exact',
      { isRelative: true, text: 'Dim' },
      { isRelative: true, reviewDate: '2026-05-14T00:00:00' },
    ],
    [
      'a relative date, in another form',
      { isRelative: true, author: null },
      { author: null, reviewDate: '2026-05-14T00:00:00' },
    ],
    [
      'undecoded escapes in author and text, and the date',
      { ...undated, author: 'Adax20Lovett', text: 'Brightx20andx20x6Cight' },
      {},
    ],
    [
      'undecoded escapes in author and text',
      { author: 'Adax20Lovett', text: 'Brightx20x26 light' },
      { text: 'Bright & light' },
    ],
    ['an undecoded first letter of the author', { author: 'x41da L.', text: null }, { text: null }],
    [
      'bytes in author and text that were not decoded',
      { author: '\uFFFD\uFFFD\uFFFD\uFFFD \uFFFD.', text: '\uFFFD\uFFFD\uFFFD 5!' },
      { author: 'Иван П.', text: 'Чай 5!' },
    ],
    [
      'bytes that were replaced together',
      { author: 'J\uFFFDrg \uFFFD.', text: '\uFFFD\uFFFD' },
      { author: 'Jörg Ö.', text: 'ёжик' },
    ],
    ['words of the text, and another form of the name', { author: 'Lovett, A.', text: 'Bright and so light' }, {}],
    ['words of the text, and a date on one side only', { ...undated, text: 'Bright and so light' }, {}],
    ['the end of a text, and a date on one side only', { ...undated, text: LONG.slice(0, 45) }, { text: LONG }],
  ])('is possible if they differ in %s', (_what, stored, today) => {
    expect(pairsOf([aReview('new', today)], [isStored(aReview('old', stored))])).toEqual(['new=old']);
    // Another review on each side changes nothing.
    const crowd = [isStored(aReview('old', stored)), isStored(aReview('other', other))];
    expect(pairsOf([aReview('new', today)], crowd)).toEqual(['new=old']);
  });

  it.each<[what: string, stored: Partial<IdentifyingFields>, today: Partial<IdentifyingFields>]>([
    ['author and text', { author: 'Bo H.', text: 'Dim' }, {}],
    ['author and date', { author: 'Bo H.', reviewDate: '2024-01-09T00:00:00' }, {}],
    ['date and text', { reviewDate: '2024-01-09T00:00:00', text: 'Dim' }, {}],
    ['the text, without authors', { author: null, text: 'Dim' }, { author: null }],
    ['the text, with a placeholder for the author', { author: 'Anonymous', text: 'Dim' }, { author: 'Anonymous' }],
    ['the date, without texts', { reviewDate: '2024-01-09T00:00:00', text: null }, { text: null }],
    ['the author, without texts', { author: 'Bo H.', text: null }, { text: null }],
    ['the date, without authors', { reviewDate: '2024-01-09T00:00:00', author: null }, { author: null }],
    ['words of the text, and the author', { author: 'Bo H.', text: 'Bright and so light' }, {}],
    ['words of the text, and the date', { reviewDate: '2024-01-09T00:00:00', text: 'Bright and so light' }, {}],
    [
      'relative dates that are far apart',
      { isRelative: true, text: 'Dim' },
      { isRelative: true, reviewDate: '2026-11-20T00:00:00' },
    ],
    [
      'bytes that cannot be of the author',
      { author: '\uFFFD\uFFFD', text: '\uFFFD\uFFFD\uFFFD 5!' },
      { author: 'Иван П.', text: 'Чай 5!' },
    ],
    [
      'bytes that cannot be of the text',
      { author: '\uFFFD\uFFFD\uFFFD\uFFFD', text: '\uFFFD\uFFFD\uFFFD 4!' },
      { author: 'Иван', text: 'Чай 5!' },
    ],
  ])('is not possible if they differ in %s', (_what, stored, today) => {
    expect(pairsOf([aReview('new', today)], [isStored(aReview('old', stored))])).toEqual([]);
  });

  it.each<[what: string, incoming: IdentifyingFields[], unseen: IdentifyingFields[]]>([
    [
      'two stored reviews of the author and day are left',
      [aReview('new', { text: 'Dim' })],
      [isStored(aReview('a', { text: 'X' })), isStored(aReview('b', { text: 'Y' }))],
    ],
    [
      'two new reviews of the author and day are left',
      [aReview('1', { text: 'X' }), aReview('2', { text: 'Y' })],
      [isStored(aReview('a', { text: 'Dim' }))],
    ],
    [
      'two authors of the day wrote the text',
      [aReview('new', { author: 'Cy D.' })],
      [isStored(aReview('a')), isStored(aReview('b', { author: 'Bo H.' }))],
    ],
  ])('carries no review over if %s', (_what, incoming, unseen) => {
    const matches = matchesFor(incoming, unseen);
    expect(matches.pairs.size).toBe(0);
    expect([...matches.ambiguous]).toEqual(incoming.map(({ externalId }) => externalId));
  });

  it('prefers the review with which more agrees, and leaves the other alone', () => {
    const unseen = [
      isStored(aReview('text', { text: 'Bright and so light' })),
      isStored(aReview('rest', { text: 'Dim' })),
    ];
    expect(pairsOf([aReview('new')], unseen)).toEqual(['new=text']);
    const sameRating = [isStored(aReview('a', { text: 'X', rating: 100 })), isStored(aReview('b', { text: 'Y' }))];
    expect(pairsOf([aReview('new')], sameRating)).toEqual(['new=b']);
  });

  it('pairs equal reviews in the order of the page', () => {
    const unseen = ['a', 'b', 'c'].map((id) => isStored(aReview(id, { rating: 100 })));
    expect(pairsOf([aReview('1'), aReview('2')], unseen)).toEqual(['1=a', '2=b']);
  });

  it('finds a deleted review only if no other is found and nothing contradicts', () => {
    const deleted = isStored(aReview('deleted', { text: 'Dim' }), true);
    expect(pairsOf([aReview('new')], [deleted])).toEqual(['new=deleted']);
    expect(pairsOf([aReview('new')], [deleted, isStored(aReview('live', { author: 'Bo H.' }))])).toEqual(['new=live']);
    expect(
      pairsOf([aReview('new')], [isStored(aReview('deleted', { reviewDate: '2024-01-09T00:00:00' }), true)]),
    ).toEqual([]);
    expect(pairsOf([aReview('new')], [isStored(aReview('deleted', { author: 'Bo H.' }), true)])).toEqual([]);
  });

  it.each<[what: string, stored: Partial<IdentifyingFields>, today: Partial<IdentifyingFields>, isFound: boolean]>([
    ['a short text with another date', { reviewDate: '2024-01-09T00:00:00' }, {}, false],
    ['a short text of another author', { author: 'Bo H.' }, {}, false],
    ['a long text with another date', { reviewDate: '2024-01-09T00:00:00', text: LONG }, { text: LONG }, true],
    ['a long text of another author', { author: 'Bo H.', text: LONG }, { text: LONG }, true],
    ['another text of the author and day', { text: 'Dim' }, {}, true],
    ['a date on one side only', { reviewDate: null }, {}, true],
  ])('on pages that show a selection, for %s: %s', (_what, stored, today, isFound) => {
    const pairs = pairsOf([aReview('new', today)], [isStored(aReview('old', stored))], { isSelection: true });
    expect(pairs).toEqual(isFound ? ['new=old'] : []);
  });

  describe('for any reviews', () => {
    const anyReview = fc.record({
      author: fc.constantFrom(null, 'Anonymous', 'Ada L.', 'Lovett, A.', 'Adax20Lovett', 'Bo H.', '\uFFFD\uFFFD'),
      text: fc.constantFrom(
        null,
        '',
        '👍',
        'Good',
        'Goodx21',
        'Bad',
        LONG,
        LONG.slice(0, 45),
        `${LONG}!`,
        '\uFFFD\uFFFD\uFFFD',
      ),
      reviewDate: fc.constantFrom(
        null,
        '2026-05-02T00:00:00',
        '2026-05-02T10:00:00',
        '2026-02-05T00:00:00',
        '2026-06-01T00:00:00',
      ),
      isRelative: fc.boolean(),
      rating: fc.constantFrom(null, 100, 500),
      isDeleted: fc.boolean(),
    });
    const anyList = (prefix: string) =>
      fc
        .array(anyReview, { maxLength: 12 })
        .map((reviews) => reviews.map((one, n) => ({ ...one, externalId: `${prefix}${n}` })));

    it('uses each review in at most one pair, and no pair is ambiguous', () => {
      fc.assert(
        fc.property(anyList('i'), anyList('s'), fc.boolean(), (incoming, unseen, isSelection) => {
          const { pairs, ambiguous } = matchesFor(incoming, unseen, { isSelection });
          expect(new Set(pairs.values()).size).toBe(pairs.size);
          expect([...pairs.keys()].filter((id) => ambiguous.has(id))).toEqual([]);
        }),
      );
    });

    it('pairs every review of a list with itself or with an equal one', () => {
      fc.assert(
        fc.property(anyList('r'), (reviews) => {
          const live = reviews.map((one) => ({ ...one, isDeleted: false }));
          const byId = new Map(live.map((one) => [one.externalId, { ...one, externalId: '' }]));
          const { pairs } = matchesFor(live, live);
          expect(pairs.size).toBe(live.length);
          for (const [one, other] of pairs) expect(byId.get(one)?.rating).toBe(byId.get(other)?.rating);
        }),
      );
    });
  });

  it.each<
    [string, (index: number) => Partial<IdentifyingFields>, (index: number) => Partial<IdentifyingFields>, number]
  >([
    ['whose ratings were read wrongly', () => ({ rating: 200 }), () => ({}), 10_000],
    ['that differ in nothing but the author', (n) => ({ author: `Old${n}` }), (n) => ({ author: `New${n}` }), 0],
    [
      'whose texts were edited',
      (n) => ({ author: `Author${n}`, text: 'Dim' }),
      (n) => ({ author: `Author${n}` }),
      10_000,
    ],
    [
      'without authors and with other texts',
      (n) => ({ author: null, text: `${n} ${LONG}` }),
      (n) => ({ author: null, text: `${LONG} ${n}` }),
      0,
    ],
    [
      'with bytes that were not decoded',
      (n) => ({ author: null, text: `\uFFFD ${n}` }),
      (n) => ({ author: null, text: `Ж ${n}` }),
      0,
    ],
  ])(
    'compares 10,000 with 10,000 reviews of one day %s in a bounded number of steps',
    (_what, stored, today, pairs) => {
      const list = (fields: (index: number) => Partial<IdentifyingFields>): IdentifyingFields[] =>
        Array.from({ length: 10_000 }, (_, n) => aReview(`${n}`, fields(n)));
      const matching = matchUnseen(compared(list(today)), compared(list(stored)), OPTIONS);
      let [steps, step] = [0, matching.next()];
      for (; step.done !== true; step = matching.next()) steps += 1;
      expect(step.value.pairs.size).toBe(pairs);
      // Some for each review and relation.
      expect(steps).toBeLessThan(20_000 * 40);
    },
  );

  describe('compares texts of which each has lost characters in a time that grows linearly', () => {
    const list = (count: number, first: string, words: number): IdentifyingFields[] =>
      Array.from({ length: count }, (_, n) =>
        aReview(`${n}`, {
          author: null,
          rating: Math.floor(n / 10),
          text: `${first}${'ab '.repeat(words)}${n + 1_000}`,
        }),
      );
    const compare = ([today, stored]: readonly (readonly IdentifyingFields[])[]): void =>
      void matchesOf(matchUnseen(compared(today ?? []), compared(stored ?? []), OPTIONS));

    it('with their length', () => {
      const lists = (words: number) => [list(20, 'Ж', words), list(100, LOST, words)];
      expect(growth(600, lists, compare)).toBeLessThan(FAR_FROM_QUADRATIC);
    });
    it('with their number', () => {
      const lists = (count: number) => [list(count, 'Ж', 60), list(count * 5, LOST, 60)];
      expect(growth(100, lists, compare)).toBeLessThan(FAR_FROM_QUADRATIC);
    });
  });
});
