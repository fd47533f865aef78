import { parseList, serializeList } from 'structured-headers';
import { rateLimitOf, type RateLimit } from './rate-limit';

const of = (headers: Readonly<Record<string, string>>): RateLimit | null =>
  rateLimitOf({ headers: new Headers(headers) });

const OLDER = { 'RateLimit-Limit': '300', 'RateLimit-Remaining': '12', 'RateLimit-Reset': '40' };
const OF_OLDER = { limit: 300, remaining: 12, resetSeconds: 40 };

/** draft-ietf-httpapi-ratelimit-headers-10, and its earlier form in three fields. */
describe('the limit of a response', () => {
  it.each<[string, Readonly<Record<string, string>>, RateLimit | null]>([
    ['no fields', {}, null],
    ['the three older fields', OLDER, OF_OLDER],
    ['only what is left', { 'RateLimit-Remaining': '3' }, { limit: null, remaining: 3, resetSeconds: null }],
    ['older fields that are no numbers', { ...OLDER, 'RateLimit-Remaining': '12;w=60' }, null],
    ['the structured fields', { 'RateLimit-Policy': '"key";q=300;w=60', RateLimit: '"key";r=12;t=40' }, OF_OLDER],
    [
      'both, of which the structured ones count',
      { ...OLDER, 'RateLimit-Policy': '"key";q=100;w=60', RateLimit: '"key";r=1;t=2' },
      { limit: 100, remaining: 1, resetSeconds: 2 },
    ],
    [
      'several policies, of which the scarcest counts',
      {
        'RateLimit-Policy': '"burst";q=10;w=1;pk=:cHsdsRa894==:, "day";q=5000;w=86400;qu="requests"',
        RateLimit: '"day";r=400;t=9, "burst";r=3;t=1',
      },
      { limit: 10, remaining: 3, resetSeconds: 1 },
    ],
    ['no policy', { RateLimit: '"key";r=0;t=1' }, { limit: null, remaining: 0, resetSeconds: 1 }],
    [
      'a policy of another name',
      { 'RateLimit-Policy': '"a";q=1', RateLimit: '"b";r=5' },
      { limit: null, remaining: 5, resetSeconds: null },
    ],
    ['a parameter twice', { RateLimit: '"key";r=5;r=4' }, { limit: null, remaining: 4, resetSeconds: null }],
    ['a quoted name', { RateLimit: String.raw`"a \"b\" \\";r=5` }, { limit: null, remaining: 5, resetSeconds: null }],
  ])('with %s', (_, headers, expected) => {
    // The fields of the table are structured fields for an independent parser too.
    for (const name of ['RateLimit', 'RateLimit-Policy'] as const)
      if (headers[name] !== undefined) expect(() => parseList(headers[name] ?? '')).not.toThrow();
    expect(of(headers)).toEqual(expected);
  });

  it.each([
    ['no value', '"key"'],
    ['a comma at its end', '"key";r=1,'],
    ['two commas', '"a";r=1,,"b";r=2'],
    ['an open String', '"key;r=1'],
    ['text behind it', '"key";r=1 t'],
    ['a parameter without a name', '"key";=1'],
    ['a negative number', '"key";r=-1'],
    ['a fraction', '"key";r=1.5'],
    ['the form of draft 7', 'limit=100, remaining=50, reset=5'],
  ])('ignores a RateLimit with %s, and reads the older fields', (_, field) => {
    expect(of({ ...OLDER, RateLimit: field })).toEqual(OF_OLDER);
    expect(of({ RateLimit: field })).toBeNull();
  });

  it('reads what an independent library writes', () => {
    const written = serializeList([
      [
        'a',
        new Map([
          ['r', 7],
          ['t', 30],
        ]),
      ],
      [
        'b c',
        new Map<string, number | string>([
          ['note', 'x;r=1, y'],
          ['r', 2],
        ]),
      ],
    ]);
    expect(of({ RateLimit: written })).toEqual({ limit: null, remaining: 2, resetSeconds: null });
  });

  it('of a long malformed field costs no time', () => {
    expect(of({ RateLimit: `"key"${'; a=1'.repeat(20_000)} !` })).toBeNull();
  });
});
