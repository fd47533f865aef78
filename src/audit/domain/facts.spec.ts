import { changedFields, storedFacts, type Fact, type Facts } from './facts';

const KEY = `hrev_${'a1B'.repeat(14)}x123456`;
const SECRET = `whsec_${'Zz-_9'.repeat(8)}abc`;
const STANDARD_SECRET = `whsec_${'Zz+/9'.repeat(8)}abc=`;

describe('the stored facts of a target (contract §12.5: "before and after without secrets")', () => {
  it.each<[string, Fact, Fact]>([
    ['a text unchanged', 'Acme Hotels', 'Acme Hotels'],
    ['null unchanged', null, null],
    ['a number unchanged', 7, 7],
    ['a redacted key', KEY, '[redacted]'],
    ['a name with a redacted key', `old key ${KEY}, revoke me`, 'old key [redacted], revoke me'],
    ['two redacted keys', `${KEY} ${KEY}`, '[redacted] [redacted]'],
    ['a redacted signing secret', SECRET, '[redacted]'],
    [
      'a redacted signing secret in the format of Standard Webhooks',
      `it was ${STANDARD_SECRET} once`,
      'it was [redacted] once',
    ],
    ['a list with a redacted key', ['a', KEY], ['a', '[redacted]']],
    [
      'a nested object with a redacted secret',
      { filters: { sources: [SECRET] } },
      { filters: { sources: ['[redacted]'] } },
    ],
    ['the display prefix of a key unchanged', 'hrev_AbCdEf', 'hrev_AbCdEf'],
    ['a long text cut to 500 characters', 'x'.repeat(501), `${'x'.repeat(500)}…`],
    [
      'a long list cut to 100 items',
      Array.from({ length: 102 }, (_, n) => n),
      [...Array.from({ length: 100 }, (_, n) => n), '… 2 more'],
    ],
  ])('contain %s', (_, value, stored) => expect(storedFacts({ field: value })).toEqual({ field: stored }));

  it.each<[string, Facts, Facts, ReturnType<typeof changedFields>]>([
    ['no field if all are equal', { a: 1, b: [1, 2] }, { a: 1, b: [1, 2] }, null],
    ['one field that differs', { a: 1, b: 'x' }, { a: 2, b: 'x' }, { before: { a: 1 }, after: { a: 2 } }],
    ['a list that differs', { a: [1] }, { a: [1, 2] }, { before: { a: [1] }, after: { a: [1, 2] } }],
    ['a field that becomes null', { a: 'x' }, { a: null }, { before: { a: 'x' }, after: { a: null } }],
    ['a new field', {}, { a: 1 }, { before: {}, after: { a: 1 } }],
  ])('contain, for a change, %s', (_, before, after, expected) =>
    expect(changedFields(before, after)).toEqual(expected),
  );
});
