import { isSameReply } from './same-reply';

const LONG_REPLY = 'Thank you for your kind words, and for the patience you had with us in March.';

describe('isSameReply (contract §4.5)', () => {
  it.each<[string | null, string | null, boolean]>([
    ['Thank you', 'Thank you', true],
    ['Thank you\n\nAnna', '  Thank you Anna ', true],
    ['Thank you\r\nAnna', 'Thank you\nAnna', true],
    ['Zo\u0065\u0308', 'Zo\u00eb', true],
    [LONG_REPLY, `${LONG_REPLY.slice(0, 50)}…`, true],
    [LONG_REPLY, `${LONG_REPLY.slice(0, 50)}...`, true],
    [LONG_REPLY, LONG_REPLY.slice(0, 50), false],
    [LONG_REPLY, 'Thank you…', false],
    ['Thank you', 'Thanks', false],
    ['Thank you', 'thank you', false],
    ['Thank you', null, false],
    [null, 'Thank you', false],
    [null, null, true],
  ])('compares the reply %j with the displayed text %j: %s', (reply, displayed, same) =>
    expect(isSameReply(reply, displayed)).toBe(same),
  );
});
