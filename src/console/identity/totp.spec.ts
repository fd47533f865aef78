import { newSeed, otpauthUrl, stepOfCode } from './totp';

/** RFC 6238, appendix B: the seed "12345678901234567890", and the last six digits of its codes. */
const SEED = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const EXAMPLES: readonly (readonly [seconds: number, code: string])[] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
];

describe.each(EXAMPLES)('at %i s', (seconds, code) => {
  const step = Math.floor(seconds / 30);

  test('the code of the step is accepted in the step and in the next one', () => {
    expect(stepOfCode(SEED, code, seconds * 1_000)).toBe(step);
    expect(stepOfCode(SEED, code, (step * 30 + 59) * 1_000)).toBe(step);
  });

  test('it is not accepted before or later', () => {
    expect(stepOfCode(SEED, code, (step * 30 - 1) * 1_000)).toBeNull();
    expect(stepOfCode(SEED, code, (step + 2) * 30_000)).toBeNull();
  });
});

test.each(['', '28708', '2870822', ' 287082', '28708２', 'abcdef'])('%j is no code', (code) =>
  expect(stepOfCode(SEED, code, 59_000)).toBeNull(),
);

test('a seed has 160 bits, and its address names the person', () => {
  expect(newSeed()).toMatch(/^[A-Z2-7]{32}$/);
  expect(otpauthUrl(SEED, 'ana@harbor.example')).toBe(
    `otpauth://totp/hrev:ana%40harbor.example?issuer=hrev&secret=${SEED}&algorithm=SHA1&digits=6&period=30`,
  );
});
