import { differing, keptFacts, type Fact, type Facts } from './facts';

const KEY = `hrev_${'a1B'.repeat(14)}x123456`;
const SECRET = `whsec_${'Zz-_9'.repeat(8)}abc`;
const STANDARD_SECRET = `whsec_${'Zz+/9'.repeat(8)}abc=`;

describe('what the trail keeps ("before and after without secrets", contract §12.5)', () => {
  it.each<[string, Fact, Fact]>([
    ['a text', 'Acme Hotels', 'Acme Hotels'],
    ['nothing', null, null],
    ['a number', 7, 7],
    ['a key', KEY, '[redacted]'],
    ['a key in a name', `old key ${KEY}, revoke me`, 'old key [redacted], revoke me'],
    ['two of them', `${KEY} ${KEY}`, '[redacted] [redacted]'],
    ['a signing secret', SECRET, '[redacted]'],
    ['a signing secret in the form of Standard Webhooks', `it was ${STANDARD_SECRET} once`, 'it was [redacted] once'],
    ['one in a list', ['a', KEY], ['a', '[redacted]']],
    ['a nested one', { filters: { sources: [SECRET] } }, { filters: { sources: ['[redacted]'] } }],
    ['the display prefix of a key', 'hrev_AbCdEf', 'hrev_AbCdEf'],
    ['a long text', 'x'.repeat(501), `${'x'.repeat(500)}…`],
    [
      'a long list',
      Array.from({ length: 102 }, (_, n) => n),
      [...Array.from({ length: 100 }, (_, n) => n), '… 2 more'],
    ],
  ])('%s', (_, given, kept) => expect(keptFacts({ it: given })).toEqual({ it: kept }));

  it.each<[string, Facts, Facts, ReturnType<typeof differing>]>([
    ['nothing', { a: 1, b: [1, 2] }, { a: 1, b: [1, 2] }, null],
    ['one field', { a: 1, b: 'x' }, { a: 2, b: 'x' }, { before: { a: 1 }, after: { a: 2 } }],
    ['a list', { a: [1] }, { a: [1, 2] }, { before: { a: [1] }, after: { a: [1, 2] } }],
    ['to null', { a: 'x' }, { a: null }, { before: { a: 'x' }, after: { a: null } }],
    ['a new field', {}, { a: 1 }, { before: {}, after: { a: 1 } }],
  ])('of a change of %s', (_, before, after, expected) => expect(differing(before, after)).toEqual(expected));
});
