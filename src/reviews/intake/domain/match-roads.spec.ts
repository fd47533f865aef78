import fc from 'fast-check';
import { FAR_FROM_QUADRATIC, growth } from '@test/support/growth';
import { matchesOf } from './match-reviews';
import { DATES_DIFFER_BY_MS, matchEdited, matchRoads, type RoadReview } from './match-roads';

const LONG = 'The soup was cold, the waiter was kind, and we came back the next day for more';
const HOUR_MS = 3_600_000;
const NOON = Date.UTC(2026, 4, 1, 12);
const at = (hours: number): string => new Date(NOON + hours * HOUR_MS).toISOString().slice(0, 19);

function aReview(externalId: string, fields: Partial<RoadReview> = {}): RoadReview {
  return { externalId, author: 'Ann B.', text: 'Friendly and quick', reviewDate: at(0), rating: 500, ...fields };
}
const pairsOf = (incoming: readonly RoadReview[], stored: readonly RoadReview[]): [string, string][] =>
  [...matchRoads(incoming, stored)].sort(([a], [b]) => (a < b ? -1 : 1));

/** Contract §2.3: a review that two roads show has one id. */
describe('matching the reviews of two roads', () => {
  const one = aReview('own');

  it.each<[string, Partial<RoadReview>, Partial<RoadReview>]>([
    ['equal fields', {}, {}],
    ['another author with the same words, because roads show names differently', { author: 'A.' }, { author: null }],
    ['another spelling of spaces, punctuation and case', { text: 'Friendly — and\n QUICK!' }, {}],
    ['a composed and a decomposed letter', { text: 'Café olé' }, { text: 'Café olé' }],
    ['a cut text', { text: `${LONG.slice(0, 60)}…` }, { text: LONG }],
    ['a cut text on the other side', { text: LONG }, { text: LONG.slice(0, 60) }],
    ['dates of distant time zones', { reviewDate: at(14) }, { reviewDate: at(-12) }],
    ['a day without a time', { reviewDate: '2026-05-01T00:00:00' }, { reviewDate: '2026-05-01T23:59:59' }],
    ['no text, and the same author', { text: null }, { text: '' }],
    ['no rating on both sides', { rating: null }, { rating: null }],
    ['emoji only', { text: '👍👍' }, { text: '👍 👍' }],
    ['an emoji with and without a variation selector', { text: '❤\uFE0F' }, { text: '❤' }],
  ])('pairs reviews with %s', (_, incoming, stored) => {
    expect(pairsOf([aReview('own', incoming)], [aReview('public', stored)])).toEqual([['own', 'public']]);
  });

  it.each<[string, Partial<RoadReview>, Partial<RoadReview>]>([
    ['another text', { text: 'Slow' }, {}],
    ['a short text that begins the other', { text: 'Friendly' }, { text: 'Friendly and quick' }],
    ['a long text that differs at its end', { text: `${LONG} soon` }, { text: `${LONG} later` }],
    ['a text on one side only, and the same author', { text: null }, {}],
    ['emoji on one side and no text on the other', { text: '👍' }, { text: null }],
    ['other emoji, and the same author', { text: '👍' }, { text: '👎' }],
    ['other emoji with variation selectors', { text: '❤\uFE0F' }, { text: '☹\uFE0F' }],
    ['words that differ by a vowel sign (Thai)', { text: 'ดี' }, { text: 'ดุ' }],
    ['words that differ by a vowel sign (Hindi)', { text: 'की' }, { text: 'का' }],
    ['no text, and other authors', { text: null }, { text: null, author: 'Bob' }],
    ['no text, and no author', { text: null, author: null }, { text: null, author: null }],
    ['another rating', { rating: 400 }, {}],
    ['a rating on one side only', { rating: null }, {}],
    ['no date on one side', { reviewDate: null }, {}],
    ['no dates', { reviewDate: null }, { reviewDate: null }],
    ['dates that differ by more than time zones', { reviewDate: at(37) }, {}],
  ])('does not pair reviews with %s', (_, incoming, stored) => {
    expect(pairsOf([aReview('own', incoming)], [aReview('public', stored)])).toEqual([]);
  });

  it('pairs dates that differ by exactly the limit', () => {
    expect(pairsOf([aReview('own', { reviewDate: at(DATES_DIFFER_BY_MS / HOUR_MS) })], [one])).toHaveLength(1);
  });

  it('pairs the same text of two authors by author', () => {
    const [ann, bob] = [{ author: 'Ann B.' }, { author: 'Bob' }];
    expect(pairsOf([aReview('1', bob), aReview('2', ann)], [aReview('a', ann), aReview('b', bob)])).toEqual([
      ['1', 'b'],
      ['2', 'a'],
    ]);
  });

  it.each<[string, RoadReview[], RoadReview[]]>([
    ['two stored reviews fit equally well', [one], [aReview('a'), aReview('b')]],
    ['two incoming reviews fit equally well', [aReview('1'), aReview('2')], [one]],
    [
      'the authors of neither side are known',
      [aReview('1', { author: null }), aReview('2', { author: null })],
      [aReview('a', { author: null }), aReview('b', { author: null })],
    ],
    [
      'a cut text begins two reviews',
      [aReview('1', { text: LONG.slice(0, 45) })],
      [aReview('a', { text: LONG }), aReview('b', { text: `${LONG} again` })],
    ],
  ])('pairs no review if %s', (_, incoming, stored) => {
    expect(pairsOf(incoming, stored)).toEqual([]);
  });

  it('prefers the whole text to a cut one, and leaves the worse candidate alone', () => {
    const cut = aReview('cut', { text: LONG.slice(0, 50), author: 'Zoe' });
    const whole = aReview('whole', { text: LONG, author: 'Zoe' });
    expect(pairsOf([aReview('own', { text: LONG })], [cut, whole])).toEqual([['own', 'whole']]);
  });

  describe('for any reviews', () => {
    const text = fc.constantFrom(
      null,
      '',
      '👍',
      '☹\uFE0F',
      'Good',
      'good!',
      'Bad',
      'ดี',
      'ดุ',
      LONG,
      LONG.slice(0, 45),
      `${LONG} 2`,
    );
    const anyReview = fc.record({
      author: fc.constantFrom(null, 'Ann B.', 'Bob'),
      text,
      reviewDate: fc.option(fc.integer({ min: -60, max: 60 }).map(at)),
      rating: fc.constantFrom(null, 100, 500),
    });
    const anyList = (prefix: string) =>
      fc
        .array(anyReview, { maxLength: 12 })
        .map((reviews) => reviews.map((review, index): RoadReview => ({ ...review, externalId: `${prefix}${index}` })));
    const lists = [anyList('i'), anyList('s')] as const;

    it('uses each review in at most one pair', () => {
      fc.assert(
        fc.property(...lists, (incoming, stored) => {
          const pairs = matchRoads(incoming, stored);
          expect(new Set(pairs.values()).size).toBe(pairs.size);
        }),
      );
    });

    it('finds the same pairs in both directions, and in any order of the lists', () => {
      fc.assert(
        fc.property(...lists, (incoming, stored) => {
          const pairs = pairsOf(incoming, stored);
          const back = [...matchRoads([...stored].reverse(), [...incoming].reverse())].map(([a, b]) => [b, a]);
          expect(back.sort(([a = ''], [b = '']) => (a < b ? -1 : 1))).toEqual(pairs);
        }),
      );
    });

    it('never pairs reviews whose texts differ, apart from cuts, case and punctuation', () => {
      const key = (review: RoadReview): string => (review.text ?? '').toLowerCase().replace(/[\s!\uFE0F]/g, '');
      fc.assert(
        fc.property(...lists, (incoming, stored) => {
          for (const [own, other] of matchRoads(incoming, stored)) {
            const texts = [...incoming, ...stored]
              .filter(({ externalId }) => [own, other].includes(externalId))
              .map(key);
            const [short = '', long = ''] = texts.sort((a, b) => a.length - b.length);
            expect(short === long || (short.length >= 36 && long.startsWith(short))).toBe(true);
          }
        }),
      );
    });

    it('pairs every review of a set with distinct texts with itself, and nothing else', () => {
      const distinct = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 30, unit: fc.constantFrom(...'abcd') }), {
        maxLength: 30,
      });
      fc.assert(
        fc.property(distinct, distinct, (shown, held) => {
          const incoming = shown.map((words) => aReview(`i ${words}`, { text: words }));
          const stored = held.map((words) => aReview(`s ${words}`, { text: words, reviewDate: at(20) }));
          const both = shown.filter((words) => held.includes(words));
          expect(matchRoads(incoming, stored)).toEqual(new Map(both.map((words) => [`i ${words}`, `s ${words}`])));
        }),
      );
    });
  });

  const listOf = (prefix: string, length: number, first: number, fields: (index: number) => Partial<RoadReview>) =>
    Array.from({ length }, (_, index) => aReview(`${prefix}${index}`, fields(first + index)));

  it.each<[string, (index: number) => Partial<RoadReview>, number]>([
    ['different texts', (index) => ({ text: `${index} ${LONG}` }), 1_000],
    ['texts that differ at their end', (index) => ({ text: `${LONG} ${10_000 + index}` }), 1_000],
    ['equal texts', () => ({ text: 'Great', author: null }), 0],
    ['no texts', (index) => ({ text: null, author: `Author ${index}` }), 1_000],
  ])('matches 1,000 with 5,000 reviews of one day with %s, in a time that grows linearly', (_, fields, pairs) => {
    const lists = (size: number) => [listOf('i', size, 0, fields), listOf('s', 5 * size, 0, fields)] as const;
    expect(matchRoads(...lists(1_000)).size).toBe(pairs);
    expect(growth(100, lists, (both) => void matchRoads(...both))).toBeLessThan(FAR_FROM_QUADRATIC);
  });

  it.each<[string, number, (index: number) => Partial<RoadReview>]>([
    ['that are equal', 500, () => ({})],
    ['that are equal, without a text', 500, () => ({ text: null })],
    ['that are equal, without an author', 500, () => ({ author: null })],
    ['with equal texts and other days', 500, (index) => ({ reviewDate: at(30 * index) })],
    [
      'by authors with names of thousands of words',
      100,
      (index) => ({ author: `${index} ${'A. '.repeat(5_000)}`, text: `${Math.floor(index / 10)}` }),
    ],
  ])('compares reviews %s in a time that grows linearly with their number', (_, count, fields) => {
    const lists = (size: number) => [listOf('i', size, 0, fields), listOf('s', 5 * size, 7, fields)] as const;
    const compare = (both: ReturnType<typeof lists>): void => void matchesOf(matchEdited(...both));
    expect(growth(count, lists, compare)).toBeLessThan(FAR_FROM_QUADRATIC);
  });
});
