import { parseDuration } from './duration';

describe('parseDuration (contract §12.2)', () => {
  it.each([
    ['500ms', 500],
    ['30s', 30_000],
    ['10m', 600_000],
    ['6h', 21_600_000],
    ['7d', 604_800_000],
    [' 1s ', 1_000],
    ['0s', 0],
    ['1.5h', null],
    ['-1s', null],
    ['10', null],
    ['10 m', null],
    ['1H', null],
    ['1h30m', null],
    ['', null],
    ['9999999999s', null],
  ])('parses %j as %p milliseconds', (text, milliseconds) => {
    expect(parseDuration(text)).toBe(milliseconds);
  });
});
