import { judgeSighting, OWN_REPLY_FRESH_MS } from './own-reply';

describe('judgeSighting: what a collection shows after the service changed a reply', () => {
  const YOUNG = OWN_REPLY_FRESH_MS - 1;
  it.each<[string, number | null, string | null, string | null, 'taken' | 'ours']>([
    ['no reply of ours is awaited', null, 'A', null, 'taken'],
    ['published and shown', YOUNG, 'A', 'A', 'taken'],
    ['published, the page is older', YOUNG, 'A', null, 'ours'],
    ['replaced, the page has the old text', YOUNG, 'B', 'A', 'ours'],
    ['removed, the page still shows it', YOUNG, null, 'A', 'ours'],
    ['removed and not shown', YOUNG, null, null, 'taken'],
    ['never shown within the hour', OWN_REPLY_FRESH_MS, 'A', null, 'taken'],
    ['another reply is shown after the hour', OWN_REPLY_FRESH_MS, 'A', 'B', 'taken'],
  ])('%s', (_, ownReplyAgeMs, stored, seen, verdict) =>
    expect(judgeSighting({ ownReplyAgeMs, stored, seen })).toBe(verdict),
  );
});
