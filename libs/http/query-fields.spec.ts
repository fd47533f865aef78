// cspell:ignore truee
import { AppError } from '@libs/kernel';
import { Input } from './input-fields';
import { PageParameters } from './page-parameters';
import {
  QueryBoolean,
  QueryDate,
  QueryEnum,
  QueryId,
  QueryIds,
  QueryInstant,
  QueryNumber,
  QueryText,
} from './query-fields';
import { parseQueryString, readQuery } from './query-string';

class Filters extends Input(PageParameters, {
  group_id: QueryId({ description: 'id' }),
  min_rating: QueryNumber({ description: 'number', min: 0, max: 5 }),
  include_raw: QueryBoolean({ description: 'boolean', default: false }),
  has_reply: QueryBoolean({ description: 'boolean' }),
  published_from: QueryDate({ description: 'date' }),
  updated_after: QueryInstant({ description: 'instant' }),
  sort_by: QueryEnum({ description: 'enum', values: ['date', 'rating'], default: 'date' }),
  search: QueryText({ description: 'text', maxLength: 5 }),
  source_ids: QueryIds({ description: 'ids' }),
}) {}

const read = (query: string): Filters => readQuery(Filters, parseQueryString(query));

/** Code and detail of the error; "accepted" if there is none. */
function errorOf(query: string): string {
  try {
    read(query);
  } catch (error) {
    if (error instanceof AppError) return `${error.code} ${error.detail}`;
    throw error;
  }
  return 'accepted';
}

describe('query parameters (contract §1.3)', () => {
  it('gives absent and empty parameters their default value, or undefined', () => {
    const absent = { limit: 100, offset: 0, include_raw: false, sort_by: 'date', source_ids: [] };
    expect({ ...read('') }).toEqual(absent);
    expect({
      ...read(
        'limit=&offset=&include_raw=&sort_by=&source_ids=&min_rating=&has_reply=&published_from=&updated_after=&search=',
      ),
    }).toEqual(absent);
  });

  it.each<[string, keyof Filters, unknown]>([
    ['limit=1', 'limit', 1],
    ['limit=1000', 'limit', 1000],
    ['limit=007', 'limit', 7],
    ['offset=9007199254740991', 'offset', 9007199254740991],
    ['group_id=2147483648', 'group_id', 2147483648],
    ['min_rating=0', 'min_rating', 0],
    ['min_rating=-0', 'min_rating', 0],
    ['min_rating=4.25', 'min_rating', 4.25],
    ['has_reply=false', 'has_reply', false],
    ['has_reply=0', 'has_reply', false],
    ['has_reply=TRUE', 'has_reply', true],
    ['has_reply=1', 'has_reply', true],
    ['published_from=2024-02-29', 'published_from', '2024-02-29'],
    ['updated_after=2026-11-20T08:30:00', 'updated_after', '2026-11-20T08:30:00.000000'],
    ['updated_after=2026-11-20T08:30:00.123456789Z', 'updated_after', '2026-11-20T08:30:00.123456'],
    ['updated_after=2026-11-20T08:30:00%2B02:00', 'updated_after', '2026-11-20T06:30:00.000000'],
    ['updated_after=2026-11-20T08:30:00+02:00', 'updated_after', '2026-11-20T06:30:00.000000'],
    ['sort_by=rating', 'sort_by', 'rating'],
    ['search=%25_%5C', 'search', '%_\\'],
    ['search=a+b', 'search', 'a b'],
    ['search=%F0%9F%98%80%F0%9F%98%80%F0%9F%98%80%F0%9F%98%80%F0%9F%98%80', 'search', '😀😀😀😀😀'],
    ['source_ids=1&source_ids=2', 'source_ids', [1, 2]],
    ['source_ids=1,2', 'source_ids', [1, 2]],
    ['source_ids[]=1&source_ids%5B%5D=2', 'source_ids', [1, 2]],
    ['source_ids=3,3,1&source_ids[]=1', 'source_ids', [3, 1]],
    ['unknown=1&unknown=2&limit=5', 'limit', 5],
    ['limit[a]=1', 'limit', 100],
  ])('reads %s', (query, field, value) => expect(read(query)[field]).toEqual(value));

  it.each([
    ...[
      '0',
      '-1',
      '1001',
      '1.5',
      '1e3',
      '0x10',
      '%2B1',
      '+1',
      '1%20',
      '%EF%BC%91',
      '9007199254740993',
      '1'.repeat(400),
      'null',
      'undefined',
      'NaN',
      '1;drop',
      '1%00',
      'Infinity',
    ].map((value) => `limit=${value}`),
    ...['-0.1', '5.0000001', 'NaN', 'Infinity', '1e309', '1,5', '%20', '.5', '5.', '0x1', '%EF%BC%91'].map(
      (value) => `min_rating=${value}`,
    ),
    ...['yes', 'null', '2', 'on', ' true', 'truee'].map((value) => `has_reply=${value}`),
    ...[
      '2024-02-30',
      '2023-02-29',
      '0000-01-01',
      '10000-01-01',
      '1',
      'now',
      'infinity',
      '2024-1-1',
      '2024-01-01T00:00:00',
      '20240101',
    ].map((value) => `published_from=${value}`),
    ...[
      '2024-02-30T00:00:00',
      '24:00:00',
      '2024-01-01T24:00:00',
      '2024-12-31T23:59:60',
      '1700000000',
      'infinity',
      '20000-01-01T00:00:00',
      '2024-01-01',
    ].map((value) => `updated_after=${value}`),
    ...['Date', 'date%20', '__proto__', 'constructor', 'toString'].map((value) => `sort_by=${value}`),
    ...['abcdef', 'a%00', '%00'].map((value) => `search=${value}`),
    ...[
      'a',
      '0',
      '-1',
      '1,',
      '1,,2',
      '1,a',
      '%5B1%5D',
      '1.5',
      '9007199254740992',
      Array.from({ length: 1001 }, (_, i) => i + 1).join(','),
    ].map((value) => `source_ids=${value}`),
    'limit[]=5',
    'group_id=0',
  ])('refuses %s with 422 and names the field', (query) => {
    expect(errorOf(query)).toMatch(/^validation_error /);
    expect(errorOf(query)).toContain(query.split(/[=[]/)[0]);
  });

  it.each([
    'limit=1&limit=2',
    'limit=1&limit=1',
    'has_reply=&has_reply=true',
    'limit=0&offset=1&offset=2',
    'search=%ff',
    'search=%',
    'search=%zz',
    'search=%C3%28',
    '%ff=1',
  ])('refuses %s with 400', (query) => {
    expect(errorOf(query)).toMatch(/^bad_request /);
  });

  it('reports the errors of all fields together', () => {
    expect(errorOf('limit=0&min_rating=9&sort_by=x')).toBe(
      'validation_error limit: must be a whole number from 1 to 1000; min_rating: must be a number from 0 to 5; sort_by: must be one of date, rating',
    );
  });

  it('treats names of the object prototype as unknown parameters', () => {
    expect(errorOf('__proto__=1&constructor=2&toString=3')).toBe('accepted');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
