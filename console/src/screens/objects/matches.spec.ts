import { matches } from './matches';

const frozen = { frozen_at: '2026-11-20T08:00:00' };
const hotel = { name: 'Hotel Élan', is_active: true, scrape_status: 'failed', links: [frozen] } as const;

test.each([
  [{}, true],
  [{ search: 'élan' }, true],
  [{ search: ' HOTEL ' }, true],
  [{ search: 'museum' }, false],
  [{ problem: 'failed' }, true],
  [{ problem: 'partial' }, false],
  [{ problem: 'frozen' }, true],
  [{ problem: 'off' }, false],
] as const)('%p matches: %p', (search, expected) => expect(matches(hotel, search)).toBe(expected));

test('an object that is off has no other problem', () => {
  const off = { ...hotel, is_active: false };
  expect([matches(off, { problem: 'off' }), matches(off, { problem: 'failed' })]).toEqual([true, false]);
});
