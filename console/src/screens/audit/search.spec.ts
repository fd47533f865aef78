import { auditSearch, sinceOf } from './search';

test.each([
  [{ actor: 'person:3' }, { actor: 'person:3' }],
  [{ actor: 'cli' }, { actor: 'cli' }],
  [{ actor: 'cli:3' }, {}],
  [{ actor: 'person:0' }, {}],
  [{ action: 'key.issued' }, { action: 'key.issued' }],
  [{ action: 'drop table' }, {}],
  [{ since: '7d' }, { since: '7d' }],
  [{ since: 'yesterday' }, {}],
  [{ offset: '50' }, { offset: 50 }],
  [{ offset: '-1' }, {}],
])('%p is read as %p', (search, expected) => {
  const read = Object.entries(auditSearch(search)).filter(([, value]) => value !== undefined);
  expect(Object.fromEntries(read)).toEqual(expected);
});

test.each([
  ['all', undefined],
  [undefined, undefined],
  ['1d', '2026-11-19T12:00:00'],
  ['30d', '2026-10-21T12:00:00'],
] as const)('the period %s begins at %s', (period, expected) =>
  expect(sinceOf(period, Date.parse('2026-11-20T12:34:56Z'))).toBe(expected),
);
