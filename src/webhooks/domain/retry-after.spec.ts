import { retryAfterSeconds } from './retry-after';

const NOW = Date.parse('1994-11-06T08:49:00Z');

/** RFC 9110, 10.2.3: "either an HTTP-date or a number of seconds"; 5.6.7: the three forms of a date. */
describe('Retry-After', () => {
  it.each<[string | undefined, number | null]>([
    ['0', 0],
    ['120', 120],
    [' 120 ', 120],
    ['007', 7],
    ['9'.repeat(400), 2_147_483_647],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 37],
    ['Sunday, 06-Nov-94 08:49:37 GMT', 37],
    ['Sun Nov  6 08:49:37 1994', 37],
    ['Sun, 06 Nov 1994 08:48:00 GMT', 0],
    ['Fri, 31 Dec 9999 23:59:59 GMT', 2_147_483_647],
    [undefined, null],
    ['', null],
    ['-1', null],
    ['1.5', null],
    ['1e3', null],
    ['0x10', null],
    ['soon', null],
    ['5, 10', null],
    ['120 s', null],
    ['\u0661\u0662', null],
    ['Sun, 06 Nov 1994 08:49:37', null],
    ['Sun, 06 Nov 1994 25:99:37 GMT', null],
    ['1994-11-06T08:49:37Z', null],
    ['Infinity', null],
    ['NaN', null],
  ])('%j asks to wait %j seconds', (value, seconds) => expect(retryAfterSeconds(value, NOW)).toBe(seconds));

  it('is rounded up, so that the receiver is not asked early', () => {
    expect(retryAfterSeconds('Sun, 06 Nov 1994 08:49:37 GMT', NOW + 1)).toBe(37);
    expect(retryAfterSeconds('Sun, 06 Nov 1994 08:49:37 GMT', NOW + 999)).toBe(37);
  });
});
