import { actorText, changesText, targetText } from './entry-texts';

test.each([
  [{ before: { role: 'viewer' }, after: { role: 'owner' } }, ['role: viewer → owner']],
  [{ before: { name: 'Ana', role: 'viewer' }, after: { name: 'Ana', role: 'owner' } }, ['role: viewer → owner']],
  [{ before: null, after: { scope: 'full', expires_at: null } }, ['scope: full']],
  [{ before: { email: null }, after: { email: 'a@b.example' } }, ['email: – → a@b.example']],
  [{ before: { ids: [1, 2] }, after: { ids: [1] } }, ['ids: [1,2] → [1]']],
  [{ before: { filters: {} }, after: { filters: { has_text: true } } }, ['filters: no filters → {"has_text":true}']],
  [{ before: null, after: { card: 'accounts/1/locations/2' } }, ['place on the platform: accounts/1/locations/2']],
  [{ before: null, after: null }, []],
])('%p is shown as %p', (change, expected) => expect(changesText(change)).toEqual(expected));

test('an actor and a target without a name are shown by their kind', () => {
  expect(actorText({ kind: 'person', id: 3, name: 'Ana' })).toBe('Ana');
  expect(actorText({ kind: 'key', id: 12, name: null })).toBe('Key 12');
  expect(actorText({ kind: 'cli', id: null, name: null })).toBe('Command line');
  expect(targetText({ type: 'webhook', id: 7, name: null })).toBe('Webhook 7');
  expect(targetText({ type: 'account', id: null, name: null })).toBe('Account');
});
