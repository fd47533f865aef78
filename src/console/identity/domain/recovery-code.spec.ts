import { digestOfRecoveryCode, newRecoveryCode } from './recovery-code';

test('a code has six groups of four characters, and no two are equal', () => {
  const codes = Array.from({ length: 1_000 }, newRecoveryCode);
  for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/);
  expect(new Set(codes).size).toBe(1_000);
});

test('every character of the alphabet appears equally often', () => {
  const counts = new Map<string, number>();
  for (const character of Array.from({ length: 2_000 }, newRecoveryCode).join('').replaceAll('-', ''))
    counts.set(character, (counts.get(character) ?? 0) + 1);
  expect(counts.size).toBe(32);
  for (const [character, count] of counts)
    expect([character, count > 1_300 && count < 1_700]).toEqual([character, true]);
});

test.each([
  ['0123-4567-89AB-CDEF-GHJK-MNPQ', '0123456789abcdefghjkmnpq'],
  ['0123-4567-89AB-CDEF-GHJK-MNPQ', ' O I 2 3 4567-89AB CDEF-GHJK\tMNPQ\n'],
  ['0123-4567-89AB-CDEF-GHJK-MNPQ', 'ol23-4567-89ab-cdef-ghjk-mnpq'],
])('%s is also read as %j', (code, text) => expect(digestOfRecoveryCode(text)).toEqual(digestOfRecoveryCode(code)));

test.each(['', '123456', '0123-4567-89AB-CDEF-GHJK-MNP', '0123-4567-89AB-CDEF-GHJK-MNPU', 'x'.repeat(10_000)])(
  '%j is no code',
  (text) => expect(digestOfRecoveryCode(text)).toBeNull(),
);
