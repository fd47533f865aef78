import fc from 'fast-check';
import { inTurns } from '@libs/kernel';
import { answerOf, type FeedReview } from './answer';
import { AnswerCache } from './answer-cache';
import { cutText } from './cut-text';
import { DEFAULT_OPTIONS, type EmbedOptions } from './embed';
import { looksLikeToken, makeToken } from './token';
import { EMBED_LANGUAGES, EMBED_WORDS, noticeOf } from './words';

describe('tokens (contract §4.23 rule 3)', () => {
  it('have 192 random bits and a checksum', () => {
    const tokens = Array.from({ length: 200 }, () => makeToken());
    expect(new Set(tokens).size).toBe(200);
    expect(tokens.every(looksLikeToken)).toBe(true);
    expect(makeToken(new Uint8Array(24))).toMatch(/^A{32}[\da-z]{6}$/);
  });

  it.each<[string, (token: string) => string]>([
    ['nothing', () => ''],
    ['another character', (token) => (token.startsWith('A') ? 'B' : 'A') + token.slice(1)],
    ['another checksum', (token) => token.slice(0, -1) + (token.endsWith('0') ? '1' : '0')],
    ['a character more', (token) => `${token}0`],
    ['a line end', (token) => `${token}\n`],
    ['a path', () => '../../v3/account'],
  ])('are refused with %s', (_, change) => {
    expect(looksLikeToken(change(makeToken()))).toBe(false);
  });
});

describe('texts', () => {
  it.each([
    ['short', 10, 'short'],
    ['exactly10c', 10, 'exactly10c'],
    ['01234567890', 10, '0123456789…'],
    ['nine char and more', 10, 'nine char…'],
    ['👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦', 2, '👨‍👩‍👧‍👦👨‍👩‍👧‍👦…'],
    ['é́é́é́', 2, 'é́é́…'],
    ['👨‍👩‍👧‍👦', 1, '👨‍👩‍👧‍👦'],
  ])('%s is cut after %i characters: %s', (text, most, cut) => {
    expect(cutText(text, most)).toBe(cut);
  });

  it('are cut where readers see a character end, whatever they consist of', () => {
    const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });
    const unit = fc.constantFrom(
      'a',
      'é',
      'Ж',
      '҃',
      '\u0301',
      '\u00ad',
      '\n',
      '\r',
      '👨‍👩‍👧‍👦',
      '\u200d',
      'न',
      '्',
      '한',
      '\ud83d',
      '…',
    );
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 30 }), fc.integer({ min: 1, max: 12 }), (text, most) => {
        const characters = Array.from(segmenter.segment(text), ({ segment }) => segment);
        const beginning = characters.slice(0, most).join('').trimEnd();
        expect(cutText(text, most)).toBe(characters.length <= most ? text : `${beginning}…`);
      }),
    );
  });
});

describe('the notice (contract §4.23 rule 2)', () => {
  it.each([
    [{ shown: 12, total: 48, minRating: 4, sources: [] }, '12 of 48 reviews shown, rated 4 and higher'],
    [{ shown: 48, total: 48, minRating: null, sources: [] }, '48 of 48 reviews shown'],
    [
      { shown: 0, total: 1_204, minRating: 5, sources: ['Google', 'Yelp'] },
      '0 of 1,204 reviews shown, rated 5 and higher, from Google, Yelp',
    ],
  ])('of %j is "%s"', (selected, notice) => {
    expect(noticeOf(selected, 'en')).toBe(notice);
  });

  it.each(EMBED_LANGUAGES)('has both numbers and what is left out: %s', (language) => {
    const notice = noticeOf({ shown: 12, total: 48, minRating: 4, sources: ['Yelp'] }, language);
    const number = new Intl.NumberFormat(language);
    for (const part of [number.format(12), number.format(48), number.format(4), 'Yelp']) expect(notice).toContain(part);
    const { average, rating, source, ...plain } = EMBED_WORDS[language];
    expect([average, rating, source].map((text) => text.match(/\{\w\}/g))).toEqual([['{r}'], ['{r}'], ['{s}']]);
    for (const text of [plain.anonymous, plain.empty, plain.failed]) expect(text).not.toMatch(/\{/);
  });
});

describe('an answer', () => {
  const review = (values: Partial<FeedReview> = {}): FeedReview => ({
    author: 'Anna M.',
    text: 'Good',
    rating: 5,
    review_date: '2026-11-20T08:30:00',
    review_url: 'https://example.com/1',
    source_id: 3,
    ...values,
  });
  const answer = (
    options: Partial<EmbedOptions>,
    reviews = [review()],
    figures = { total: 48, rated: 40, ratingSum: 17_250 },
  ) => inTurns(steps(options, reviews, figures));
  const steps = (
    options: Partial<EmbedOptions>,
    reviews: readonly FeedReview[],
    figures = { total: 48, rated: 40, ratingSum: 17_250 },
  ) => answerOf({ ...DEFAULT_OPTIONS, ...options }, 'Harbour Hotel', figures, reviews, (id) => `platform ${id}`);

  it('lets other work run between two reviews', () =>
    expect([...steps({}, [review(), review(), review()])]).toHaveLength(3));

  it('has the figures of all reviews, whatever the options leave out', async () => {
    expect(await answer({ minRating: 4, sourceIds: [3] })).toMatchObject({
      title: 'Harbour Hotel',
      notice: '1 of 48 reviews shown, rated 4 and higher, from platform 3',
      shown: 1,
      total: 48,
      average_rating: 4.31,
      rated: 40,
      min_rating: 4,
      sources: ['platform 3'],
    });
  });

  it('never says fewer reviews than it shows, and has no average without ratings', async () => {
    const none = { total: 1, rated: 0, ratingSum: 0 };
    expect(await answer({}, [review(), review()], none)).toMatchObject({ shown: 2, total: 2, average_rating: null });
  });

  it.each([
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['//example.com/a', null],
    ['https://example.com/a b', 'https://example.com/a%20b'],
    [null, null],
  ])('the address %s of a review is %s', async (address, url) => {
    expect((await answer({}, [review({ review_url: address })])).reviews[0]?.url).toBe(url);
  });

  it('leaves texts out with a length of 0', async () => {
    expect((await answer({ textLength: 0 })).reviews[0]?.text).toBeNull();
  });
});

describe('the answers in memory', () => {
  const entry = (size: number) => ({ value: size, size, revision: '', madeAt: 0, confirmedAt: 0 });

  it('take a bounded number of bytes; the one that was used longest ago goes first', () => {
    const cache = new AnswerCache<number>(100);
    for (const token of ['a', 'b']) cache.set(token, entry(40));
    cache.get('a');
    cache.set('c', entry(40));
    expect([cache.get('a')?.size, cache.get('b'), cache.get('c')?.size, cache.size]).toEqual([40, undefined, 40, 2]);
    cache.set('d', entry(101));
    expect([cache.get('d'), cache.size]).toEqual([undefined, 2]);
    cache.set('a', entry(60));
    expect(cache.size).toBe(2);
    cache.set('e', entry(50));
    expect([...'ace'].map((token) => cache.get(token)?.size)).toEqual([undefined, undefined, 50]);
  });
});
