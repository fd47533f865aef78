import fc from 'fast-check';
import { aCollectedReview } from '@test/support/collected-review';
import type { CollectedReview } from '@libs/sources';
import { DateOrder, PassReader } from './pass-reader';

const at = (time: number): string => new Date(time).toISOString().slice(0, 19);
const day = (number: number): string => at(Date.UTC(2026, 0, number));
const HOUR = 3_600_000;

describe('DateOrder', () => {
  it.each<[boolean, string, (string | null)[]]>([
    [true, 'without dates', []],
    [true, 'that is ordered newest first', [day(9), day(5), day(1)]],
    [true, 'with one day only', [day(5), day(5), day(5)]],
    [true, 'with an hour repeated when clocks change', ['2026-10-25T02:10:00', '2026-10-25T02:50:00']],
    [true, 'with undated reviews between dated ones', [day(9), null, day(5), null]],
    [false, 'with a later date after the first two', [day(9), day(5), day(7)]],
    [false, 'that is ordered oldest first', [day(1), day(5), day(9)]],
    [false, 'with a later date after an undated review', [day(5), null, day(9)]],
    [
      false,
      'whose dates rise by less than a day each',
      ['2026-01-01T00:00:00', '2026-01-01T20:00:00', '2026-01-02T16:00:00'],
    ],
  ])('returns isDescending %s for a list %s', (isDescending, _, dates) => {
    const order = new DateOrder();
    order.add(dates);
    expect(order.isDescending).toBe(isDescending);
  });

  it('finds a date that is more than a day later than an earlier one, regardless of the pages', () => {
    const dates = fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 30 });
    fc.assert(
      fc.property(dates, fc.integer({ min: 1, max: 10 }), (hours, size) => {
        const listed = hours.map((hour) => at(Date.UTC(2026, 0, 1) + hour * HOUR));
        const order = new DateOrder();
        for (let start = 0; start < listed.length; start += size) order.add(listed.slice(start, start + size));
        const rises = hours.some((hour, index) => hours.slice(0, index).some((earlier) => hour > earlier + 24));
        expect(order.isDescending).toBe(!rises);
      }),
    );
  });
});

describe('PassReader', () => {
  const quietPage = (dates: readonly string[]) => {
    const sorted = [...dates].sort();
    const [oldestDate = null, newestDate = null] = [sorted[0], sorted.at(-1)];
    return { seenIds: dates.map((_, index) => index), inserted: 0, changed: 0, oldestDate, newestDate };
  };
  const reviewsWith = (dates: readonly string[], rest: (index: number) => Partial<CollectedReview> = () => ({})) =>
    dates.map((reviewDate, index) => aCollectedReview({ reviewDate, ...rest(index) }));
  const incremental = { knownNewest: day(30) };
  const read = (reader: PassReader, dates: readonly string[], rest?: (index: number) => Partial<CollectedReview>) => {
    const yielded = [...reader.record(reviewsWith(dates, rest))];
    expect(yielded).toHaveLength(dates.length);
    return reader.addPage(quietPage(dates));
  };

  it.each<[string, string[][], boolean[]]>([
    [
      'descend',
      [
        [day(9), day(8)],
        [day(7), day(6)],
      ],
      [true, true],
    ],
    [
      'rise within a page',
      [
        [day(9), day(20)],
        [day(7), day(6)],
      ],
      [false, false],
    ],
    [
      'rise from page to page',
      [
        [day(9), day(8)],
        [day(20), day(19)],
        [day(3), day(2)],
      ],
      [true, false, false],
    ],
  ])('decides at which quiet pages an incremental pass may stop if the dates %s', (_, pages, stops) => {
    const reader = new PassReader(new Date(), incremental);
    expect(pages.map((dates) => read(reader, dates))).toEqual(stops);
  });

  it('never stops a full pass at a quiet page', () => {
    const reader = new PassReader(new Date(), null);
    expect(read(reader, [day(2)])).toBe(false);
  });

  it('checks the order by `listedAt` instead of the review date if a review has it', () => {
    const dates = [day(1), day(20), day(3)];
    const reader = new PassReader(new Date(), incremental);
    expect(read(reader, dates, (index) => ({ listedAt: day(30 - index) }))).toBe(true);
    expect(read(reader, dates, (index) => ({ listedAt: day(20 + index * 2) }))).toBe(false);
  });

  it('ignores approximate dates when it checks the order', () => {
    const dates = [day(1), day(20)];
    const reader = new PassReader(new Date(), incremental);
    expect(read(reader, dates, () => ({ datePrecision: 'relative' }))).toBe(true);
  });

  it.each<[boolean, string, string[], Partial<CollectedReview>]>([
    [true, 'by review date', [day(9), day(8)], {}],
    [false, 'in another order', [day(8), day(19)], {}],
    [false, 'by last change', [day(9), day(8)], { listedAt: day(10) }],
  ])('returns datesDescend %s for a window that is ordered %s', (datesDescend, _, dates, rest) => {
    const reader = new PassReader(new Date(), null);
    read(reader, dates, () => rest);
    expect(reader.finish({ coverage: 'window' })).toMatchObject({ stop: 'window_limit', datesDescend });
  });

  it('counts the reviews beside the list as seen, but not as read, which is compared with the number of the platform', () => {
    const reader = new PassReader(new Date(), null);
    const object = { name: null, reviewCount: 2, rating: null, ratingOriginal: null };
    reader.addPage({ ...quietPage([day(9), day(5)]), seenIds: [1, 2] }, object);
    reader.addAside({ ...quietPage([day(30)]), seenIds: [2, 3, 4, 5, 6, 7] });
    expect(reader.finish({ coverage: 'all' })).toMatchObject({
      ...{ stop: 'complete', read: 2, seenIds: [1, 2, 3, 4, 5, 6, 7] },
      ...{ newestDate: day(9), oldestDate: day(5), datesDescend: true },
    });
  });
});
