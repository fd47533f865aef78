import { PAIRS, TOKENS } from './tokens';

/** The relative luminance and the contrast of WCAG 2.2. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(color.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

test('the formula gives the extremes', () => {
  expect(contrast('#000000', '#FFFFFF')).toBe(21);
  expect(contrast('#0A5F6E', '#0A5F6E')).toBe(1);
});

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  test.each(PAIRS)('$front on $ground has at least $least', ({ front, ground, least }) => {
    expect(contrast(TOKENS[theme][front], TOKENS[theme][ground])).toBeGreaterThanOrEqual(least);
  });
});
