import fc from 'fast-check';
import { parseCalendarDate, parseInstant, parseLocalDateTime, wireTime, wireTimeOrNull } from './wire-time';

describe('time on the wire (contract §1, §1.2)', () => {
  it.each([
    ['2026-09-28T04:36:54', '2026-09-28T04:36:54'],
    ['  2026-09-28T04:36:54 ', '2026-09-28T04:36:54'],
    ['2026-09-28 04:36:54', '2026-09-28T04:36:54'],
    ['2026-09-28T04:36:54-07:00', '2026-09-28T04:36:54'],
    ['2026-09-28T04:36:54.123456789Z', '2026-09-28T04:36:54'],
    ['2026-09-28', '2026-09-28T00:00:00'],
    ['2024-02-29T23:59:59', '2024-02-29T23:59:59'],
    ['2000-02-29T00:00:00', '2000-02-29T00:00:00'],
    ['1900-02-29T00:00:00', null],
    ['2023-02-29T00:00:00', null],
    ['2026-04-31T00:00:00', null],
    ['2026-00-10T00:00:00', null],
    ['2026-13-10T00:00:00', null],
    ['2026-10-00T00:00:00', null],
    ['0000-12-31T23:59:59', null],
    ['0001-01-01T00:00:00', '0001-01-01T00:00:00'],
    ['9999-12-31T23:59:59', '9999-12-31T23:59:59'],
    ['2026-04-30T00:00:00', '2026-04-30T00:00:00'],
    ['2026-12-31T00:00:00', '2026-12-31T00:00:00'],
    ['2026-12-32T00:00:00', null],
    ['2026-09-28T24:00:00', null],
    ['2026-09-28T23:60:00', null],
    ['2026-09-28T23:59:60', null],
    ['2o26-09-28T04:36:54', null],
    ['2026-0x-28T04:36:54', null],
    ['2026-09-28T04:36:5x', null],
    ['2026-09-28T-4:36:54', null],
    ['2026/09/28T04:36:54', null],
    ['3 weeks ago', null],
    ['', null],
  ])('parseLocalDateTime parses %j as %j', (text, expected) => {
    expect(parseLocalDateTime(text)).toBe(expected);
  });

  it('parseLocalDateTime accepts a text of this format if and only if the time exists', () => {
    const twoDigits = fc.integer({ min: 0, max: 99 }).map((number) => String(number).padStart(2, '0'));
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9999 }),
        fc.tuple(twoDigits, twoDigits, twoDigits, twoDigits, twoDigits),
        (year, parts) => {
          const [month, day, hour, minute, second] = parts;
          const text = `${String(year).padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}`;
          const date = new Date(`${text}Z`);
          const exists = !Number.isNaN(date.getTime()) && wireTime(date) === text;
          expect([text, parseLocalDateTime(text)]).toEqual([text, exists ? text : null]);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it.each([
    ['2026-09-28T04:36:54', '2026-09-28T04:36:54.000000'],
    ['2026-09-28T04:36:54.1234567Z', '2026-09-28T04:36:54.123456'],
    ['2026-09-28T04:36:54+02:00', '2026-09-28T02:36:54.000000'],
    ['2026-12-31T23:30:00-01:00', '2027-01-01T00:30:00.000000'],
    ['2026-09-28T04:36:54z', '2026-09-28T04:36:54.000000'],
    ['2026-09-28T04:36:54-0530', '2026-09-28T10:06:54.000000'],
    ['9999-12-31T23:59:59', '9999-12-31T23:59:59.000000'],
    ['9999-12-31T23:30:00-00:29', '9999-12-31T23:59:00.000000'],
    ['9999-12-31T23:30:00-00:30', null],
    ['0001-01-01T00:30:00+00:30', '0001-01-01T00:00:00.000000'],
    ['0001-01-01T00:30:00+00:31', null],
    ['2026-09-28T14:36:54+14:00', '2026-09-28T00:36:54.000000'],
    ['2026-09-28T04:36:54+15:00', null],
    ['2026-09-28T04:36:54+01:59', '2026-09-28T02:37:54.000000'],
    ['2026-09-28T04:36:54+01:60', null],
    ['2026-09-28T24:36:54Z', null],
    ['2026-09-28', null],
  ])('parseInstant parses %j as %j', (text, expected) => {
    expect(parseInstant(text)).toBe(expected);
  });

  it.each([
    ['2024-02-29', '2024-02-29'],
    ['2024-02-30', null],
    ['0000-12-31', null],
    ['0001-01-01', '0001-01-01'],
    ['9999-12-31', '9999-12-31'],
    ['10000-01-01', null],
  ])('parseCalendarDate parses %j as %j', (text, expected) => {
    expect(parseCalendarDate(text)).toBe(expected);
  });

  it('wireTime truncates to whole seconds', () => {
    expect(wireTime(new Date('2026-09-28T04:36:54.999Z'))).toBe('2026-09-28T04:36:54');
    expect(wireTimeOrNull(null)).toBeNull();
  });
});
