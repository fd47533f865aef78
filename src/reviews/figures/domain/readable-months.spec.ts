import { readableMonths } from './readable-months';

/** Contract §4.7: the newest whole months with at most so many answered reviews, at least one month. */
describe('the months whose reply times are read', () => {
  const months = [
    { month: '2026-11-01', answered: 40 },
    { month: '2026-10-01', answered: 60 },
    { month: '2026-08-01', answered: 1 },
    { month: '2020-01-01', answered: 100 },
  ];

  it.each([
    [201, null],
    [1_000, null],
    [200, '2026-08-01'],
    [101, '2026-08-01'],
    [100, '2026-10-01'],
    [99, '2026-11-01'],
    [40, '2026-11-01'],
    [39, '2026-11-01'],
    [0, '2026-11-01'],
  ])('with at most %i answered reviews begin on %s', (most, first) => {
    expect(readableMonths(months, { from: '2000-01-01', to: '2026-11-30' }, most)).toBe(first);
  });

  it.each([
    ['2026-11-01', null],
    ['2026-11-05', null],
    ['2026-10-31', '2026-11-01'],
  ])('of a range from %s begin on %s if the newest month alone has more', (from, first) => {
    const touched = months.filter(({ month }) => month >= `${from.slice(0, 7)}-01`);
    expect(readableMonths(touched, { from, to: '2026-11-30' }, 30)).toBe(first);
  });

  it('are all months of a range without reviews', () => {
    expect(readableMonths([], { from: '2026-01-01', to: '2026-11-30' }, 0)).toBeNull();
  });
});
