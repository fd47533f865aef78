import { isSameReply, judgeSighting, OWN_REPLY_FRESH_MS } from './own-reply';

const LONG = 'Thank you for your kind words, and for the patience you had with us in March.';

describe('isSameReply: one reply, as platforms show it (decisions §7)', () => {
  it.each<[string | null, string | null, boolean]>([
    ['Thank you', 'Thank you', true],
    ['Thank you\n\nAnna', '  Thank you Anna ', true],
    ['Thank you\r\nAnna', 'Thank you\nAnna', true],
    ['Zo\u0065\u0308', 'Zo\u00eb', true],
    [LONG, `${LONG.slice(0, 50)}…`, true],
    [LONG, `${LONG.slice(0, 50)}...`, true],
    [LONG, LONG.slice(0, 50), false],
    [LONG, 'Thank you…', false],
    ['Thank you', 'Thanks', false],
    ['Thank you', 'thank you', false],
    ['Thank you', null, false],
    [null, 'Thank you', false],
    [null, null, true],
  ])('%j shown as %j: %s', (ours, shown, same) => expect(isSameReply(ours, shown)).toBe(same));
});

describe('judgeSighting: what a collection shows after the service changed a reply (reliability D38)', () => {
  const YOUNG = OWN_REPLY_FRESH_MS - 1;
  it.each<[string, number | null, string | null, string | null, 'taken' | 'ours']>([
    ['nothing of ours is awaited', null, 'A', null, 'taken'],
    ['published and shown', YOUNG, 'A', 'A', 'taken'],
    ['published, the page is older', YOUNG, 'A', null, 'ours'],
    ['replaced, the page has the old text', YOUNG, 'B', 'A', 'ours'],
    ['taken away, the page still has it', YOUNG, null, 'A', 'ours'],
    ['taken away and gone', YOUNG, null, null, 'taken'],
    ['never shown within the hour', OWN_REPLY_FRESH_MS, 'A', null, 'taken'],
    ['another stands there after the hour', OWN_REPLY_FRESH_MS, 'A', 'B', 'taken'],
  ])('%s', (_, ownReplyAgeMs, stored, seen, verdict) =>
    expect(judgeSighting({ ownReplyAgeMs, stored, seen })).toBe(verdict),
  );
});
