import { OWN_REPLY_FRESH_MS, replyToStore } from './own-reply';

describe('replyToStore, after the service published or removed a reply', () => {
  const RECENT_AGE_MS = OWN_REPLY_FRESH_MS - 1;
  it.each<['collected' | 'stored', string, number | null, string | null, string | null]>([
    ['collected', 'the service has not changed the reply', null, 'A', null],
    ['collected', 'the page shows the published reply', RECENT_AGE_MS, 'A', 'A'],
    ['stored', 'the page does not show the published reply', RECENT_AGE_MS, 'A', null],
    ['stored', 'the page shows the old text of a replaced reply', RECENT_AGE_MS, 'B', 'A'],
    ['stored', 'the page shows a reply that the service removed', RECENT_AGE_MS, null, 'A'],
    ['collected', 'the page does not show a reply that the service removed', RECENT_AGE_MS, null, null],
    ['collected', 'no page has shown the reply for an hour', OWN_REPLY_FRESH_MS, 'A', null],
    ['collected', 'the page shows another reply after an hour', OWN_REPLY_FRESH_MS, 'A', 'B'],
  ])('is the %s reply if %s', (expected, _, ownReplyAgeMs, stored, collected) =>
    expect(replyToStore({ ownReplyAgeMs, stored, collected })).toBe(expected),
  );
});
