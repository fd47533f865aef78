import { challengeOf, presentedKey } from './presented-key';

/** Contract §5, §4.21. */
describe('the key that a request presents', () => {
  it.each<['key' | undefined, Readonly<Record<string, string>>, string | undefined]>([
    [undefined, { 'x-api-key': 'hrev_a' }, 'hrev_a'],
    [undefined, { authorization: 'Bearer hrev_a' }, undefined],
    ['key', { authorization: 'Bearer hrev_a' }, 'hrev_a'],
    ['key', { authorization: 'bearer  hrev_a' }, 'hrev_a'],
    ['key', { authorization: 'Bearer hrev_a', 'x-api-key': 'hrev_b' }, 'hrev_b'],
    ['key', { authorization: 'Basic hrev_a' }, undefined],
    ['key', { authorization: 'Bearer hrev_a hrev_b' }, undefined],
    ['key', { authorization: 'Bearer ' }, undefined],
    ['key', {}, undefined],
  ])('credentials %j, %j: %j', (credentials, headers, expected) => {
    expect(presentedKey(credentials === undefined ? {} : { credentials }, { headers })).toBe(expected);
  });

  it('a 401 names the scheme only where a bearer token is taken', () => {
    expect([challengeOf({}), challengeOf({ credentials: 'key' })]).toEqual([
      {},
      { 'WWW-Authenticate': 'Bearer realm="hrev"' },
    ]);
  });
});
