import { changedSettings, EMPTY_DRAFT, settingsOf } from './draft';

const before = settingsOf({ ...EMPTY_DRAFT, target: 'https://hooks.example/' });

test.each([
  ['nothing', {}, []],
  ['the events', { events: ['reviews.deleted'] as const }, ['event_types']],
  ['the ratings', { ratings: [1, 2] }, ['filters']],
  ['the format and the objects', { format: 'slack', objectIds: [7] } as const, ['object_ids', 'format']],
  ['a header', { headers: [{ name: 'A', value: 'b' }] }, ['headers']],
])('%s is sent, and what is as before is not', (_, change, names) => {
  const draft = { ...EMPTY_DRAFT, target: 'https://hooks.example/', ...change };
  expect(Object.keys(changedSettings(before, settingsOf(draft)))).toEqual(names);
});
