import type { HeldReply } from '@libs/sources';
import {
  firstStep,
  MAX_ATTEMPTS,
  pollPauseMs,
  stepAfterFailedRead,
  stepAfterRead,
  stepAfterNothingSent,
  stepWithoutAccess,
  type ClaimFacts,
} from './next-step';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const TIMING = { retryAfterMs: 15_000, moderationLimitMs: 7 * DAY };
const A = { canReplace: true, moderated: false };
const B = { canReplace: false, moderated: false };
const C = { canReplace: false, moderated: true };

const fresh: ClaimFacts = {
  state: 'publishing',
  action: 'publish',
  text: 'Thanks',
  heldText: null,
  sentTexts: [],
  isRepair: false,
  wasConfirmed: false,
  inDoubt: false,
  doubtForMs: 0,
  heldForMs: 0,
  attempts: 0,
  reads: 0,
};
/** In doubt for a minute, because a worker crashed or a request broke. */
const doubtful: ClaimFacts = { ...fresh, inDoubt: true, doubtForMs: 60_000, attempts: 1 };
const young: ClaimFacts = { ...doubtful, doubtForMs: 5_000 };
const removal: ClaimFacts = { ...fresh, action: 'remove', heldText: 'Thanks' };
const moderated: ClaimFacts = { ...fresh, state: 'published', heldText: 'Thanks', heldForMs: HOUR };

/** A new text, after the platform did not show the earlier one for 7 days. */
const afterModeration: ClaimFacts = {
  ...fresh,
  inDoubt: true,
  doubtForMs: 60_000,
  heldText: 'Old',
  heldForMs: 7 * DAY,
};

const held = (text: string, state: 'published' | 'pending' | 'rejected' = 'published'): HeldReply => ({
  kind: 'held',
  text,
  state,
  at: '2026-11-20T08:00:00',
  detail: state === 'rejected' ? 'spam' : null,
});
const NONE: HeldReply = { kind: 'none' };
const UNKNOWN: HeldReply = { kind: 'unknown' };
const GONE: HeldReply = { kind: 'review_gone' };

describe('the first step', () => {
  it.each<[string, ClaimFacts, unknown]>([
    ['a new text is sent', fresh, { do: 'send', provenAbsent: false }],
    ['a new text replaces the published one', { ...fresh, heldText: 'Old' }, { do: 'send', provenAbsent: false }],
    ['the text that the platform has needs no call', { ...fresh, heldText: 'Thanks' }, { do: 'publish_nothing' }],
    ['a reply in doubt is read', doubtful, { do: 'read' }],
    ['a reply in doubt is read, also for the same text', { ...doubtful, heldText: 'Thanks' }, { do: 'read' }],
    ['a removal is sent', removal, { do: 'send', provenAbsent: false }],
    ['a removal in doubt is read', { ...removal, inDoubt: true }, { do: 'read' }],
    [
      'a removal of a reply that the platform does not have is complete',
      { ...removal, heldText: null },
      { do: 'removed' },
    ],
    ['a reply in moderation is read', moderated, { do: 'read' }],
    [
      'a reply without remaining attempts fails',
      { ...fresh, attempts: MAX_ATTEMPTS },
      { do: 'fail', error: 'platform_unavailable' },
    ],
  ])('%s', (_, claim, step) => expect(firstStep(claim)).toMatchObject(step as object));
});

describe('the step after a read (contract §3.1)', () => {
  it.each<[string, ClaimFacts, HeldReply, typeof A, unknown]>([
    [
      'it has our text: published',
      doubtful,
      held('Thanks'),
      A,
      { do: 'published', shown: true, at: '2026-11-20T08:00:00' },
    ],
    [
      'it has our text with other white space: published',
      doubtful,
      held('Thanks '),
      B,
      { do: 'published', shown: true },
    ],
    [
      'it has our text in moderation: published, but not shown',
      doubtful,
      held('Thanks', 'pending'),
      A,
      { do: 'published', shown: false },
    ],
    [
      'it has rejected our text: failed',
      doubtful,
      held('Thanks', 'rejected'),
      A,
      { do: 'fail', error: 'text_rejected', detail: 'spam' },
    ],
    ['it has no reply, but the request may still arrive: wait', young, NONE, A, { do: 'wait', forMs: 10_000 }],
    ['it has no reply: send', doubtful, NONE, A, { do: 'send', provenAbsent: true }],
    [
      'it has no reply, and no attempt is left: failed',
      { ...doubtful, attempts: 3 },
      NONE,
      A,
      { do: 'fail', error: 'platform_unavailable', stillInDoubt: false },
    ],
    ['it has the earlier text: send', doubtful, held('Old'), A, { do: 'send', provenAbsent: false }],
    [
      'it has another reply and cannot replace it: failed',
      doubtful,
      held('Old'),
      B,
      { do: 'fail', error: 'platform_error' },
    ],
    ['it moderates and has no reply: wait', doubtful, NONE, C, { do: 'wait' }],
    ['it moderates and its state is unknown: wait', doubtful, UNKNOWN, C, { do: 'wait' }],
    [
      'it moderates and its state is unknown until the time limit: failed, without a second request',
      { ...doubtful, doubtForMs: 7 * DAY },
      UNKNOWN,
      C,
      { do: 'fail', error: 'platform_error', stillInDoubt: false },
    ],
    [
      'it moderates, had shown our text, and its state is unknown: the reply was removed, send',
      { ...doubtful, wasConfirmed: true, attempts: 0 },
      UNKNOWN,
      C,
      { do: 'send', provenAbsent: true },
    ],
    ['it does not have the review: failed', doubtful, GONE, A, { do: 'fail', error: 'review_gone' }],
    ['removal; it has no reply: removed', { ...removal, ...doubtful, action: 'remove' }, NONE, A, { do: 'removed' }],
    [
      'removal; it has no reply, but a publication may still arrive: wait',
      { ...young, action: 'remove' },
      NONE,
      A,
      { do: 'wait' },
    ],
    ['removal; it has our text: send', { ...doubtful, action: 'remove' }, held('Thanks'), A, { do: 'send' }],
    [
      'removal; it has our earlier text: send',
      { ...doubtful, action: 'remove', heldText: 'Old' },
      held('Old'),
      A,
      { do: 'send' },
    ],
    [
      'removal; it has a reply that was written there (§4.5): removed',
      { ...doubtful, action: 'remove' },
      held('By hand'),
      A,
      { do: 'removed' },
    ],
    ['removal; it does not have the review: removed', { ...doubtful, action: 'remove' }, GONE, A, { do: 'removed' }],
    ['in moderation; it shows our text: published', moderated, held('Thanks'), C, { do: 'published', shown: true }],
    [
      'in moderation; it has rejected our text: failed',
      moderated,
      held('Thanks', 'rejected'),
      C,
      { do: 'fail', error: 'text_rejected' },
    ],
    [
      'in moderation; our text is still in moderation: wait',
      moderated,
      held('Thanks', 'pending'),
      C,
      { do: 'wait', forMs: 60_000 },
    ],
    ['in moderation; its state is unknown: wait', moderated, UNKNOWN, C, { do: 'wait' }],
    ['in moderation; it shows another reply: wait', moderated, held('By hand'), C, { do: 'wait' }],
    [
      'in moderation, shortly before the time limit: wait until the time limit',
      { ...moderated, reads: 9, heldForMs: 7 * DAY - 1_000 },
      UNKNOWN,
      C,
      { do: 'wait', forMs: 1_000 },
    ],
    [
      'in moderation; our text was not shown until the time limit: failed, and in doubt',
      { ...moderated, heldForMs: 7 * DAY },
      UNKNOWN,
      C,
      { do: 'fail', error: 'text_rejected', stillInDoubt: true },
    ],
    [
      'new text after the time limit of moderation; its state is unknown: send',
      afterModeration,
      UNKNOWN,
      C,
      { do: 'send', provenAbsent: true },
    ],
    [
      'new text before the time limit of moderation; its state is unknown: wait',
      { ...afterModeration, heldForMs: 6 * DAY },
      UNKNOWN,
      C,
      { do: 'wait' },
    ],
    [
      'new text after the time limit, whose request broke; its state is unknown: wait',
      { ...afterModeration, attempts: 1 },
      UNKNOWN,
      C,
      { do: 'wait' },
    ],
    [
      'new text after the time limit of moderation; it shows the earlier text and cannot replace it: failed',
      afterModeration,
      held('Old'),
      C,
      { do: 'fail', error: 'platform_error' },
    ],
    [
      'removal after the time limit of moderation; its state is unknown: send',
      { ...afterModeration, action: 'remove' },
      UNKNOWN,
      C,
      { do: 'send' },
    ],
    ['in moderation; it does not have the review: failed', moderated, GONE, C, { do: 'fail', error: 'review_gone' }],
  ])('the platform was read; %s', (_, claim, platformReply, publisher, step) =>
    expect(stepAfterRead(claim, platformReply, publisher, TIMING)).toMatchObject(step as object),
  );
});

describe('the step of a repair, after a collection found an earlier text of the account (ADR 17)', () => {
  const repair: ClaimFacts = {
    ...doubtful,
    heldText: 'Thanks',
    sentTexts: ['First', 'Thanks'],
    wasConfirmed: true,
    isRepair: true,
    attempts: 0,
  };
  const removedBefore: ClaimFacts = { ...repair, action: 'remove', heldText: null, wasConfirmed: false };

  it('reads the platform first', () => {
    expect(firstStep(repair)).toEqual({ do: 'read' });
    expect(firstStep(removedBefore)).toEqual({ do: 'read' });
  });

  it.each<[string, ClaimFacts, HeldReply, unknown]>([
    [
      'publishes again if the platform has the earlier text',
      repair,
      held('First'),
      { do: 'send', provenAbsent: false },
    ],
    [
      'ends if the platform has the latest text, because the collected page was old',
      repair,
      held('Thanks'),
      { do: 'published', shown: true },
    ],
    ['waits while another request may still arrive', { ...repair, doubtForMs: 5_000 }, held('First'), { do: 'wait' }],
    ['keeps a reply that was written on the platform', repair, held('Other'), { do: 'leave', isShown: true }],
    ['keeps the removal if the reply was removed on the platform', repair, NONE, { do: 'leave', isShown: false }],
    ['ends if the platform does not have the review', repair, GONE, { do: 'leave', isShown: false }],
    ['waits if the state is unknown', { ...repair, wasConfirmed: false }, UNKNOWN, { do: 'wait' }],
    [
      'after a removal, removes the latest text again',
      removedBefore,
      held('Thanks'),
      { do: 'send', provenAbsent: false },
    ],
    ['after a removal, removes an earlier text', removedBefore, held('First'), { do: 'send', provenAbsent: false }],
    ['after a removal, ends if the platform has no reply', removedBefore, NONE, { do: 'removed' }],
    [
      'after a removal, keeps a reply that was written on the platform',
      removedBefore,
      held('Other'),
      { do: 'removed' },
    ],
    ['after a removal, ends if the platform does not have the review', removedBefore, GONE, { do: 'removed' }],
  ])('%s', (_, claim, platformReply, step) => {
    expect(stepAfterRead(claim, platformReply, A, TIMING)).toMatchObject(step as object);
  });

  it('a removal also removes an earlier text of the account', () => {
    const requested = { ...removal, inDoubt: true, doubtForMs: 60_000, sentTexts: ['First', 'Thanks'] };
    expect(stepAfterRead(requested, held('First'), A, TIMING)).toEqual({ do: 'send', provenAbsent: false });
  });
});

describe('the step after a failed read', () => {
  it.each<[string, ClaimFacts, typeof A, unknown]>([
    ['reads again soon', young, A, { do: 'wait', forMs: 15_000 }],
    ['increases the pause with each read', { ...young, reads: 2 }, A, { do: 'wait', forMs: 60_000 }],
    [
      'fails after an hour',
      { ...doubtful, doubtForMs: HOUR },
      A,
      { do: 'fail', error: 'platform_unavailable', stillInDoubt: true },
    ],
    [
      'on a moderated platform, continues until the time limit of moderation',
      { ...doubtful, doubtForMs: HOUR },
      C,
      { do: 'wait' },
    ],
    ['in moderation, reads again later', moderated, C, { do: 'wait', forMs: 60_000 }],
    [
      'in moderation, shortly before the time limit, waits until the time limit',
      { ...moderated, reads: 9, heldForMs: 7 * DAY - 1_000 },
      C,
      { do: 'wait', forMs: 1_000 },
    ],
    [
      'in moderation, after the time limit, continues to read',
      { ...moderated, reads: 9, heldForMs: 70 * DAY },
      C,
      { do: 'wait', forMs: 6 * HOUR },
    ],
  ])('%s', (_, claim, publisher, step) =>
    expect(stepAfterFailedRead(claim, 'no response', publisher, TIMING)).toMatchObject(step as object),
  );
});

describe('the step if no call is possible (§2.6: "`published` means the platform accepted"; contract §3.1)', () => {
  const revoked = { error: 'access_revoked', detail: 'no connection' } as const;

  it.each<[string, ClaimFacts, unknown]>([
    ['a text that was not accepted yet fails', fresh, { do: 'fail', ...revoked, stillInDoubt: true }],
    ['a removal fails too', removal, { do: 'fail', ...revoked, stillInDoubt: true }],
    ['an accepted text stays published', moderated, { do: 'wait', forMs: 60_000 }],
    [
      'an accepted text stays published after the time limit of moderation',
      { ...moderated, heldForMs: 7 * DAY },
      { do: 'wait', forMs: 60_000 },
    ],
  ])('%s', (_, claim, step) => expect(stepWithoutAccess(claim, revoked, TIMING)).toEqual(step));
});

describe('the step after a request without effect', () => {
  it.each<[number, number | null, unknown]>([
    [1, null, { do: 'wait', forMs: 15_000 }],
    [2, null, { do: 'wait', forMs: 30_000 }],
    [1, 120_000, { do: 'wait', forMs: 120_000 }],
    [1, 1_000, { do: 'wait', forMs: 15_000 }],
    [1, 9 * HOUR, { do: 'wait', forMs: HOUR }],
    [3, null, { do: 'fail', error: 'platform_unavailable', stillInDoubt: false }],
  ])('after attempt %i with Retry-After of %s ms, waits or fails', (attempts, retryAfterMs, step) =>
    expect(stepAfterNothingSent({ attempts, stillInDoubt: false }, 'no response', retryAfterMs, TIMING)).toMatchObject(
      step as object,
    ),
  );

  it('keeps the reply in doubt after an earlier request', () =>
    expect(stepAfterNothingSent({ attempts: 3, stillInDoubt: true }, 'no response', null, TIMING)).toMatchObject({
      do: 'fail',
      stillInDoubt: true,
    }));
});

it.each([
  [0, 60_000],
  [1, 120_000],
  [5, 1_920_000],
  [20, 6 * HOUR],
  [1_000, 6 * HOUR],
])('after %i reads, a reply in moderation is read again in %i ms', (reads, ms) => expect(pollPauseMs(reads)).toBe(ms));
