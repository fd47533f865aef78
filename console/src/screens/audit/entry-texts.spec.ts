import { auditWords } from '../../words/en/audit';
import { actionGroups, actorText, changesText, targetText } from './entry-texts';

test.each([
  [{ before: { role: 'viewer' }, after: { role: 'owner' } }, ['Role changed from Viewer to Owner']],
  [
    { before: { name: 'Ana', role: 'viewer' }, after: { name: 'Ana', role: 'owner' } },
    ['Role changed from Viewer to Owner'],
  ],
  [{ before: null, after: { scope: 'full', expires_at: null } }, ['Rights of the key: reads and writes']],
  [{ before: { email: null }, after: { email: 'a@b.example' } }, ['E-mail changed from – to a@b.example']],
  [{ before: { object_ids: [1, 2] }, after: { object_ids: [1] } }, ['Objects changed from 1, 2 to 1']],
  [
    {
      before: null,
      after: { filters: {}, is_active: true, event_types: ['reviews.new'], bucket_window: 'immediate' },
    },
    ['Active: yes', 'Events: new reviews', 'Sent: at once'],
  ],
  [
    { before: null, after: { links: [{ id: 7, url: 'https://a.example' }] } },
    ['Links: number 7, page https://a.example'],
  ],
  [{ before: null, after: { some_new_field: { inner_part: [1, null] } } }, ['Some new field: inner part 1, –']],
  [{ before: null, after: null }, []],
])('%p is shown as %p', (change, expected) => expect(changesText(change)).toEqual(expected));

test.each([
  [{ text: 'He said {"a": [1]}' }, ['Text: He said {"a": [1]}']],
  [{ deep: { a: { b: { c: ['x', { d: false }] } } } }, ['Deep: a b c x, d no']],
])('only the words of a person may have brackets and quotes: %p', (after, expected) =>
  expect(changesText({ before: null, after })).toEqual(expected),
);

test('the actions are grouped, each once, and the last group is for those that none names', () => {
  const groups = actionGroups();
  expect(groups.map(([group]) => group)).not.toContain(auditWords.groups['other']);
  expect(groups.flatMap(([, actions]) => actions.map(([action]) => action)).sort()).toEqual(
    Object.keys(auditWords.actions).sort(),
  );
});

test('an actor and a target without a name are shown by their kind', () => {
  expect(actorText({ kind: 'person', id: 3, name: 'Ana' })).toBe('Ana');
  expect(actorText({ kind: 'key', id: 12, name: null })).toBe('Key 12');
  expect(actorText({ kind: 'cli', id: null, name: null })).toBe('Command line');
  expect(targetText({ type: 'webhook', id: 7, name: null })).toBe('Webhook 7');
  expect(targetText({ type: 'account', id: null, name: null })).toBe('Account');
});
