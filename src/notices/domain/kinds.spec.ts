import { NOTICE_KINDS, preferencesOf } from './kinds';

test.each([
  ['owner', true],
  ['member', false],
  ['viewer', false],
])('without a choice, the mail of a role %s is %p and the console is on', (role, mail) => {
  const preferences = preferencesOf(role, []);
  expect(Object.keys(preferences)).toEqual([...NOTICE_KINDS]);
  expect(new Set(Object.values(preferences).map((channels) => JSON.stringify(channels)))).toEqual(
    new Set([JSON.stringify({ console: true, mail })]),
  );
});

test('a choice replaces the default of its kind only', () => {
  const preferences = preferencesOf('owner', [
    { kind: 'link_frozen', console: false, mail: false },
    { kind: 'no_longer_known', console: false, mail: false },
  ]);
  expect(preferences.link_frozen).toEqual({ console: false, mail: false });
  expect(preferences.reply_failed).toEqual({ console: true, mail: true });
  expect(Object.keys(preferences)).not.toContain('no_longer_known');
});
