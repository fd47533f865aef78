import * as fc from 'fast-check';
import { parseRating, readRatingText, readScaleText } from './rating-text';

/** With the scale that the text states; null if it states none. */
const READ: readonly (readonly [text: string, value: number, scale: number | null])[] = [
  // Numbers.
  ['4', 4, null],
  ['4.5', 4.5, null],
  ['4,5', 4.5, null],
  ['4.666666666666667', 4.666666666666667, null],
  ['４．５', 4.5, null],
  ['٤٫٥', 4.5, null],
  ['४.५', 4.5, null],
  ['4½', 4.5, null],
  ['4 1/2 stars', 4.5, null],
  // Fractions and percentages.
  ['4/5', 4, 5],
  ['4 / 5', 4, 5],
  ['4.5/5.0', 4.5, 5],
  ['4,5/5', 4.5, 5],
  ['9/10', 9, 10],
  ['87/100', 87, 100],
  ['(4/5)', 4, 5],
  ['4⁄5', 4, 5],
  ['80%', 80, 100],
  ['80 %', 80, 100],
  ['٨٠٪', 80, 100],
  ['80 percent', 80, 100],
  // Signs.
  ['★★★★☆', 4, 5],
  ['★★★☆☆', 3, 5],
  ['★★★★', 4, null],
  ['★★★★⯨', 4.5, null],
  ['★★★★½', 4.5, null],
  ['⭐⭐⭐⭐', 4, null],
  ['⭐️⭐️⭐️⭐️⭐️', 5, null],
  ['★ 4.5', 4.5, null],
  ['4.5 ★', 4.5, null],
  ['4.5★/5', 4.5, 5],
  ['★ 4 – excellent staff', 4, null],
  ['4★ – excellent staff', 4, null],
  ['★★★★☆ 4.0', 4, 5],
  ['★★★★☆ (4/5)', 4, 5],
  ['5*', 5, null],
  ['☆☆☆☆☆', 0, 5],
  // Words: WooCommerce, Judge.me, Yotpo, Loox, Amazon, Tripadvisor, PrestaShop, Magento.
  ['Rated 4.50 out of 5', 4.5, 5],
  ['Rated 5.00 out of 5 based on 12 customer ratings', 5, 5],
  ['4.5 out of 5 stars', 4.5, 5],
  ['4.8 out of 5 (1,234 reviews)', 4.8, 5],
  ['4.5 star rating', 4.5, null],
  ['5-star', 5, null],
  ['4.0 of 5 bubbles', 4, 5],
  ['4 stars out of 5', 4, 5],
  ['Rating: 4', 4, null],
  ['Rating: 4.5 out of 5 stars.', 4.5, 5],
  ['Average rating 4.5', 4.5, null],
  ['five stars', 5, null],
  ['Four out of five', 4, 5],
  ['4 (max. 5)', 4, 5],
  ['8 points', 8, null],
  ['4.5 from 120 reviews', 4.5, null],
  ['4.5 · 120 reviews', 4.5, null],
  ['Excellent 9/10', 9, 10],
  ['9/10 - Excellent', 9, 10],
  ['4/5 (good)', 4, 5],
  ['Only 2 out of 5 stars', 2, 5],
  // Other languages.
  ['4,5 sur 5 étoiles', 4.5, 5],
  ['Note 4.50 sur 5', 4.5, 5],
  ['4 étoiles', 4, null],
  ['2 von 5 Sternen', 2, 5],
  ['Bewertet mit 4.50 von 5', 4.5, 5],
  ['4 Sterne von 5', 4, 5],
  ['fünf Sterne', 5, null],
  ['Valorado con 4.50 de 5', 4.5, 5],
  ['4 de 5 estrellas', 4, 5],
  ['Avaliação 4.50 de 5', 4.5, 5],
  ['Valutato 4.50 su 5', 4.5, 5],
  ['4 stelle su 5', 4, 5],
  ['Gewaardeerd 4.50 uit 5', 4.5, 5],
  ['4 van de 5 sterren', 4, 5],
  ['Oceniono 4.50 na 5', 4.5, 5],
  ['Hodnoceno 4.50 z 5', 4.5, 5],
  ['Vurderet 4.50 ud af 5', 4.5, 5],
  ['Betygsatt 4.50 av 5', 4.5, 5],
  ['Arvostelu tuotteesta: 4 / 5', 4, 5],
  ['Értékelés: 4 / 5', 4, 5],
  ['Evaluat la 4 din 5', 4, 5],
  ['Βαθμολογήθηκε με 4 από 5', 4, 5],
  ['Оценка 5 из 5', 5, 5],
  ['4 звезды из 5', 4, 5],
  ['Оцінено в 4.50 з 5', 4.5, 5],
  ['5 üzerinden 4.50 oy aldı', 4.5, 5],
  ['5つ星のうち4.0', 4, 5],
  ['5段階中4の評価', 4, 5],
  ['4.5点(5点満点)', 4.5, 5],
  ['平均4.5（5点満点）', 4.5, 5],
  ['4分（满分5分）', 4, 5],
  ['評分 4 / 5', 4, 5],
  ['5점 만점에 4점', 4, 5],
  ['별 5개 중 4개', 4, 5],
  ['4 من 5', 4, 5],
  ['4 מתוך 5', 4, 5],
  ['4 จาก 5', 4, 5],
  ['4 trên 5', 4, 5],
  ['4 dari 5', 4, 5],
  ['5 में से 4', 4, 5],
];

const NOT_UNDERSTOOD = [
  '4 (good)',
  '4 (12)',
  '4-5',
  '4 - 5',
  '4 to 5',
  '4:5',
  '-1',
  '+4',
  '~4',
  '>4',
  '4+',
  '1e400',
  'NaN',
  'Infinity',
  '0x5',
  'excellent',
  'A+',
  'Gut (1,8)',
  'five',
  '★★★★☆ 3/5',
  '☆★★★★',
  '★★★★★★★★★★★',
  '3 out of 5 people found this helpful',
  '12 of 15 customers recommend it',
  'Page 3 of 10',
  'Review 1 of 5',
  '1/2 price',
  '5 stars hotel',
  '4 stars – excellent staff',
  '4/5/2026',
  '4.5.2026',
  '4/',
  '/5',
  '{{ rating }}',
  '4 4',
  'x'.repeat(101),
  '',
];

describe('readRatingText', () => {
  it.each(READ)('reads %j as %d on the scale %p', (text, value, scale) => {
    expect(readRatingText(text)).toEqual({ value, scale });
  });

  it.each(NOT_UNDERSTOOD)('does not read %j', (text) => {
    expect(readRatingText(text)).toBeNull();
  });

  it('reads every value and scale in every form, and nothing else', () => {
    const forms: readonly ((value: string, scale: number) => string)[] = [
      (value, scale) => `${value}/${scale}`,
      (value, scale) => `${value} out of ${scale}`,
      (value, scale) => `Rated ${value.replace('.', ',')} out of ${scale} stars`,
      (value, scale) => `${value} von ${scale} Sternen`,
      (value, scale) => `${scale} üzerinden ${value}`,
      (value, scale) => `Note : ${value} sur ${scale} (7 avis)`,
    ];
    const tenths = fc.integer({ min: 0, max: 100 });
    fc.assert(
      fc.property(tenths, fc.integer({ min: 2, max: 100 }), fc.constantFrom(...forms), (tenth, scale, form) => {
        const value = tenth / 10;
        expect(readRatingText(form(String(value), scale))).toEqual({ value, scale });
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const read = readRatingText(text);
        if (read !== null) expect(text.normalize('NFKC')).toMatch(/\p{Nd}|[★⭐🌟✭✮✯☆✩⚝⯨⯪½¼¾]|\p{L}{3}/u);
      }),
    );
  });
});

describe('readScaleText', () => {
  it.each<[text: string, scale: number | null]>([
    ['5', 5],
    ['5.0', 5],
    ['10,00', 10],
    ['/5', 5],
    ['out of 5', 5],
    ['von 5', 5],
    ['max 5', 5],
    ['100%', 100],
    ['5 stars', 5],
    ['5 étoiles', 5],
    ['10 points', 10],
    ['out of 10 points', 10],
    ['★★★★★', 5],
    ['5/5', 5],
    ['0', 0],
    ['1-5', null],
    ['4/5', null],
    ['80%', null],
    ['-5', null],
    ['many', null],
    ['', null],
  ])('reads %j as %p', (text, scale) => {
    expect(readScaleText(text)).toBe(scale);
  });
});

describe('parseRating (contract §2.3)', () => {
  it.each<[value: number | string | null | undefined, scale: number, rating: number | null]>([
    [4, 5, 4],
    ['4.5', 5, 4.5],
    ['4,5', 5, 4.5],
    [7, 10, 3.5],
    ['4/5', 10, 4],
    ['80%', 5, 4],
    ['4 stars', 5, 4],
    [0, 5, null],
    [6, 5, null],
    ['0x5', 5, null],
    ['good', 5, null],
    ['', 5, null],
  ])('reads %j on the scale %d as %p', (value, scale, rating) => {
    expect(parseRating(value, scale)).toEqual({ ratingOriginal: String(value), rating });
  });

  it.each([null, undefined])('has neither value nor original for %p', (value) => {
    expect(parseRating(value, 5)).toEqual({ ratingOriginal: null, rating: null });
  });
});
