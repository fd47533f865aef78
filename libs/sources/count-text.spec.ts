import * as fc from 'fast-check';
import { readCountText } from './count-text';

describe('readCountText', () => {
  it.each<[text: string, count: number | null]>([
    ['0', 0],
    ['12', 12],
    ['1234', 1_234],
    ['1,234', 1_234],
    ['1.234', 1_234],
    ['1 234', 1_234],
    ['1\u00a0234', 1_234],
    ['1\u202f234', 1_234],
    ['1’234', 1_234],
    ["1'234'567", 1_234_567],
    ['1,234,567', 1_234_567],
    ['12,34,567', 1_234_567],
    ['１２', 12],
    ['١٬٢٣٤', 1_234],
    ['12.0', 12],
    ['1.000', 1_000],
    ['1,234.00', 1_234],
    ['1.234,00', 1_234],
    ['(308)', 308],
    ['(1,234 reviews)', 1_234],
    ['12 reviews', 12],
    ['1,234 Reviews', 1_234],
    ['12 customer reviews', 12],
    ['Based on 12 reviews', 12],
    ['Reviews: 12', 12],
    ['See all 12 reviews', 12],
    ['12 Bewertungen', 12],
    ['12 Kundenbewertungen', 12],
    ['123 avis clients', 123],
    ['12 opiniones', 12],
    ['12 recensioni', 12],
    ['12 avaliações', 12],
    ['12 beoordelingen', 12],
    ['12 opinii', 12],
    ['1 234 отзыва', 1_234],
    ['Отзывов: 12', 12],
    ['12 yorum', 12],
    ['12件のレビュー', 12],
    ['12 条评论', 12],
    ['리뷰 12개', 12],
    ['12k', null],
    ['1.2K', null],
    ['1,000+', null],
    ['over 100', null],
    ['about 100 reviews', null],
    ['12.5', null],
    ['1,23', null],
    ['1,2345', null],
    ['1.234,567', null],
    ['-5', null],
    ['1e3', null],
    ['12 people', null],
    ['12 of 30 reviews', null],
    ['4.5 (12 reviews)', null],
    ['12345678901', null],
    ['no reviews', null],
    ['', null],
    ['9'.repeat(200), null],
  ])('reads %j as %p', (text, count) => {
    expect(readCountText(text)).toBe(count);
  });

  it('reads every number in the formats of all languages', () => {
    const language = fc.constantFrom(
      'en',
      'de',
      'fr',
      'es',
      'it',
      'pl',
      'ru',
      'hi',
      'ar',
      'fa',
      'ja',
      'de-CH',
      'en-IN',
      'sv',
    );
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999 }), language, (count, locale) => {
        expect(readCountText(new Intl.NumberFormat(locale).format(count))).toBe(count);
      }),
    );
  });
});
