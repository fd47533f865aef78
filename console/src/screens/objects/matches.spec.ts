import { matches } from './matches';

const hotel = { name: 'Hotel Élan', state: 'partial', links: [{ state: 'paused' }, { state: 'up_to_date' }] } as const;

test.each([
  [{}, true],
  [{ search: 'élan' }, true],
  [{ search: ' HOTEL ' }, true],
  [{ search: 'museum' }, false],
  [{ problem: 'failed' }, true],
  [{ problem: 'partial' }, true],
  [{ problem: 'frozen' }, true],
  [{ problem: 'off' }, false],
] as const)('%p matches: %p', (search, expected) => expect(matches(hotel, search)).toBe(expected));

test.each([
  ['failed', ['failed']],
  ['refused', ['failed']],
  ['paused', ['failed', 'frozen']],
  ['partial', ['partial']],
  ['up_to_date', []],
  ['collecting', []],
] as const)('what the icon of a link shows, the filter finds: %s', (state, problems) => {
  const object = { ...hotel, state: 'collecting', links: [{ state }] } as const;
  const all = ['failed', 'partial', 'frozen', 'off'] as const;
  expect(all.filter((problem) => matches(object, { problem }))).toEqual(problems);
});

test('an object that is off has no other problem', () => {
  const off = { ...hotel, state: 'off' } as const;
  expect([matches(off, { problem: 'off' }), matches(off, { problem: 'failed' })]).toEqual([true, false]);
});
