import fc from 'fast-check';
import { aCollectedReview } from '@test/support/collected-review';
import { z } from 'zod';
import { readItems, Reading } from './reading';
import { Blocked, Changed } from './source-errors';
import { unixTime } from './times';

const RECORD = 'A review';
const text = z.string().nullish();
const shape = z.looseObject({
  id: z.string(),
  author: z.looseObject({ name: text }).nullish(),
  text,
  reply: z.looseObject({ text, at: z.number().nullish() }).nullish(),
  photos: z.array(z.looseObject({ url: z.string() })).nullish(),
});
const PATHS = {
  author: 'author',
  text: 'text',
  reply: 'reply',
  'reply.at': 'reply_date',
  photos: 'photo',
  'photos.*': 'photo',
} as const;
const whole = {
  id: '7',
  author: { name: 'Ann' },
  text: 'Good',
  reply: { text: 'Thanks', at: 1 },
  photos: [{ url: 'a' }, { url: 'b' }],
};

describe('reading the shape of a record (contract §10.2)', () => {
  const read = (value: unknown) => {
    const reading = new Reading(RECORD);
    const data = reading.shape(shape, value, PATHS);
    return { data, unread: reading.unread, fault: reading.fault };
  };

  it('reads a record of the expected shape, and keeps fields that it does not know', () => {
    expect(read({ ...whole, more: 1 })).toEqual({ data: { ...whole, more: 1 }, unread: undefined, fault: null });
  });

  it.each<[string, object, object, object]>([
    ['a text that is a number', { text: 5 }, { text: undefined }, { text: 1 }],
    ['an author that is a text', { author: 'Ann' }, { author: undefined }, { author: 1 }],
    ['a name that is a list', { author: { name: ['Ann'] } }, { author: undefined }, { author: 1 }],
    [
      'a date of a reply that is a text',
      { reply: { text: 'T', at: 'x' } },
      { reply: { text: 'T' } },
      { reply_date: 1 },
    ],
    ['a reply that is a text', { reply: 'T' }, { reply: undefined }, { reply: 1 }],
    ['photos that are an object', { photos: { 0: 'a' } }, { photos: undefined }, { photo: 1 }],
    ['two of three photos', { photos: [1, { url: 'a' }, { href: 'b' }] }, { photos: [{ url: 'a' }] }, { photo: 2 }],
    [
      'several parts',
      { text: [], reply: 5, photos: [{}] },
      { text: undefined, reply: undefined, photos: [] },
      { text: 1, reply: 1, photo: 1 },
    ],
  ])('leaves out and counts %s', (_, changed, rest, unread) => {
    const result = read({ ...whole, ...changed });
    expect(result.data).toEqual({ ...whole, ...rest });
    expect(result.unread).toEqual(unread);
    expect(result.fault).toMatch(/^A review does not have the expected form: /);
  });

  it('does not change the record itself', () => {
    const record = { ...whole, photos: [1] };
    read(record);
    expect(record.photos).toEqual([1]);
  });

  it('leaves out a part beside one that is nested too deep to be copied', () => {
    const nested: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
    expect(read({ ...whole, text: 7, more: nested })).toMatchObject({ data: { id: '7' }, unread: { text: 1 } });
  });

  it('leaves out parts of several elements', () => {
    const shape = z.looseObject({ photos: z.array(z.looseObject({ url: z.string(), size: z.number().nullish() })) });
    const reading = new Reading(RECORD);
    const photos = [{ url: 'a', size: 'x' }, 7, { url: 'b', size: 1 }, { url: 8 }, { url: 'c', size: 'y' }];
    const paths = { 'photos.*': 'photo', 'photos.*.size': 'text' } as const;
    expect(reading.shape(shape, { photos }, paths)).toEqual({
      photos: [{ url: 'a' }, { url: 'b', size: 1 }, { url: 'c' }],
    });
    expect(reading.unread).toEqual({ photo: 2, text: 2 });
  });

  it('sets a position of a list to nothing instead of moving the others', () => {
    const reading = new Reading(RECORD);
    const positions = z.tuple([z.string(), text, text]);
    expect(reading.shape(positions, ['7', 5, 'c'], { '1': 'text' })).toEqual(['7', undefined, 'c']);
    expect(reading.unread).toEqual({ text: 1 });
  });

  it('refuses a record whose mismatch is in no part', () => {
    expect(() => read({ ...whole, id: 7 })).toThrow(Changed);
    expect(() => read({ ...whole, id: 7, text: 7 })).toThrow(Changed);
    expect(() => read(null)).toThrow(Changed);
  });
});

describe('reading values', () => {
  it.each<[string, unknown, string | null, object | undefined, object | undefined]>([
    ['a value', 1_767_225_600, '2026-01-01T00:00:00', undefined, undefined],
    ['a value that cannot be read', 1e300, null, { date: 1 }, { date: 1 }],
    ['no value', null, null, undefined, { date: 1 }],
  ])('counts %s if it is stated, or needed', (_, value, result, stated, needed) => {
    const [one, other] = [new Reading(RECORD), new Reading(RECORD)];
    expect(one.stated('date', value as number | null, unixTime)).toBe(result);
    expect(other.needed('date', value as number | null, unixTime)).toBe(result);
    expect([one.unread, other.unread]).toEqual([stated, needed]);
  });

  it('counts a value for which the reader throws `Changed`, and passes on other errors', () => {
    const reading = new Reading(RECORD);
    const refuse = (error: Error) => (): never => {
      throw error;
    };
    expect(reading.stated('date', 'x', refuse(new Changed('a foreign date')))).toBeNull();
    expect([reading.unread, reading.fault]).toEqual([{ date: 1 }, 'a foreign date']);
    expect(() => reading.stated('date', 'x', refuse(new Blocked('no')))).toThrow(Blocked);
  });

  it('counts a needed part once, also if its shape was foreign', () => {
    const reading = new Reading(RECORD);
    const { at } = reading.shape(z.looseObject({ at: z.number().nullish() }), { at: 'x' }, { at: 'date' });
    expect(reading.needed('date', at, unixTime)).toBeNull();
    expect(reading.unread).toEqual({ date: 1 });
  });

  it.each([
    [4, 4, '4', undefined, undefined],
    ['4,5', 4.5, '4,5', undefined, undefined],
    [6, null, '6', { rating: 1 }, { rating: 1 }],
    ['four', null, 'four', { rating: 1 }, { rating: 1 }],
    [0, null, '0', undefined, { rating: 1 }],
    ['', null, '', undefined, { rating: 1 }],
    [null, null, null, undefined, { rating: 1 }],
  ])('reads the rating %p as %p, and counts %p', (value, rating, ratingOriginal, stated, needed) => {
    const [one, other] = [new Reading(RECORD), new Reading(RECORD)];
    expect(one.rating(value, 5)).toEqual({ rating, ratingOriginal });
    expect(other.neededRating(value, 5)).toEqual({ rating, ratingOriginal });
    expect([one.unread, other.unread]).toEqual([stated, needed]);
  });

  it('counts a missing text beside other data of the same part', () => {
    const reading = new Reading(RECORD);
    expect(reading.within('reply', ' Thanks ', true)).toBe('Thanks');
    expect(reading.within('reply', null, false)).toBeNull();
    expect(reading.within('reply', ' ', true)).toBeNull();
    expect(reading.unread).toBeUndefined();
    expect(reading.within('reply', null, true)).toBeNull();
    expect(reading.unread).toEqual({ reply: 1 });
  });
});

describe('reading the items of a list (contract §10.2: one bad review costs that review)', () => {
  const read = (items: readonly unknown[]) =>
    readItems(items, RECORD, (item, reading) => {
      const { id, text: written } = reading.shape(shape, item, PATHS);
      return id === 'hidden' ? null : aCollectedReview({ externalId: id, text: written ?? null });
    });

  it('reads the others, and says why the first one was not read', () => {
    const { reviews, unread, fault } = read([whole, 5, { ...whole, id: '8', text: 5 }, {}, { id: 'hidden' }]);
    expect(reviews.map(({ externalId, text: words, unread: parts }) => [externalId, words, parts])).toEqual([
      ['7', 'Good', undefined],
      ['8', null, { text: 1 }],
    ]);
    expect(unread).toEqual({ review: 2 });
    expect(fault).toMatch(/^A review does not have the expected form: /);
  });

  it('reads or counts every item', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constant(whole), fc.anything()), { maxLength: 20 }), (items) => {
        const { reviews, unread } = read(items);
        expect(reviews.length + (unread?.review ?? 0)).toBe(items.length);
      }),
    );
  });

  it('passes on an error of the whole page', () => {
    expect(() => readItems([1], RECORD, () => raise(new Blocked('a captcha')))).toThrow(Blocked);
  });
});

function raise(error: Error): never {
  throw error;
}
