import { formatMoment, lengthIn, momentOf } from './format';

test('times of the API are UTC', () => {
  expect(momentOf('2026-11-20T08:30:00').toISOString()).toBe('2026-11-20T08:30:00.000Z');
});

test('a moment is relative up to 24 hours, then a date', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  expect(formatMoment('2026-11-20T11:56:00', now)).toMatch(/4 min/);
  expect(formatMoment('2026-11-20T02:00:00', now)).toMatch(/10 hr/);
  expect(formatMoment('2026-11-19T11:59:59', now)).toMatch(/2026/);
});

test.each([
  ['characters', 'naïve 🙂', 7],
  ['bytes', 'naïve 🙂', 11],
  [null, 'abc', 3],
] as const)('the length in %s of %s is %i', (unit, text, length) => expect(lengthIn(unit, text)).toBe(length));
