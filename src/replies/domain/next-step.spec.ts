import type { ReplyOnPlatform } from '@libs/sources';
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

const newClaim: ClaimFacts = {
  state: 'publishing',
  action: 'publish',
  text: 'Thanks',
  publishedText: null,
  sentTexts: [],
  isRepair: false,
  wasConfirmed: false,
  inDoubt: false,
  doubtForMs: 0,
  publishedForMs: 0,
  attempts: 0,
  reads: 0,
};
/** In doubt for a minute, because a worker crashed or a request broke. */
const claimInDoubt: ClaimFacts = { ...newClaim, inDoubt: true, doubtForMs: 60_000, attempts: 1 };
const claimInRecentDoubt: ClaimFacts = { ...claimInDoubt, doubtForMs: 5_000 };
const removalClaim: ClaimFacts = { ...newClaim, action: 'remove', publishedText: 'Thanks' };
const claimInModeration: ClaimFacts = {
  ...newClaim,
  state: 'published',
  publishedText: 'Thanks',
  publishedForMs: HOUR,
};

/** A new text, after the platform did not show the earlier one for 7 days. */
const afterModeration: ClaimFacts = {
  ...newClaim,
  inDoubt: true,
  doubtForMs: 60_000,
  publishedText: 'Old',
  publishedForMs: 7 * DAY,
};

const platformReply = (text: string, state: 'published' | 'pending' | 'rejected' = 'published'): ReplyOnPlatform => ({
  kind: 'found',
  text,
  state,
  at: '2026-11-20T08:00:00',
  detail: state === 'rejected' ? 'spam' : null,
});
const NO_REPLY: ReplyOnPlatform = { kind: 'none' };
const UNKNOWN: ReplyOnPlatform = { kind: 'unknown' };
const NO_REVIEW: ReplyOnPlatform = { kind: 'review_gone' };

describe('the first step', () => {
  it.each<[string, ClaimFacts, unknown]>([
    ['a new text is sent', newClaim, { do: 'send', provenAbsent: false }],
    [
      'a new text replaces the published one',
      { ...newClaim, publishedText: 'Old' },
      { do: 'send', provenAbsent: false },
    ],
    [
      'the text that the platform has needs no call',
      { ...newClaim, publishedText: 'Thanks' },
      { do: 'publish_nothing' },
    ],
    ['a reply in doubt is read', claimInDoubt, { do: 'read' }],
    ['a reply in doubt is read, also for the same text', { ...claimInDoubt, publishedText: 'Thanks' }, { do: 'read' }],
    ['a removal is sent', removalClaim, { do: 'send', provenAbsent: false }],
    ['a removal in doubt is read', { ...removalClaim, inDoubt: true }, { do: 'read' }],
    [
      'a removal of a reply that the platform does not have is complete',
      { ...removalClaim, publishedText: null },
      { do: 'removed' },
    ],
    ['a reply in moderation is read', claimInModeration, { do: 'read' }],
    [
      'a reply without remaining attempts fails',
      { ...newClaim, attempts: MAX_ATTEMPTS },
      { do: 'fail', error: 'platform_unavailable' },
    ],
  ])('%s', (_, claim, step) => expect(firstStep(claim)).toMatchObject(step as object));
});

describe('the step after a read (contract §3.1)', () => {
  it.each<[string, ClaimFacts, ReplyOnPlatform, typeof A, unknown]>([
    [
      'the platform has our text: published',
      claimInDoubt,
      platformReply('Thanks'),
      A,
      { do: 'published', shown: true, at: '2026-11-20T08:00:00' },
    ],
    [
      'the platform has our text with other white space: published',
      claimInDoubt,
      platformReply('Thanks '),
      B,
      { do: 'published', shown: true },
    ],
    [
      'the platform has our text in moderation: published, but not shown',
      claimInDoubt,
      platformReply('Thanks', 'pending'),
      A,
      { do: 'published', shown: false },
    ],
    [
      'the platform has rejected our text: failed',
      claimInDoubt,
      platformReply('Thanks', 'rejected'),
      A,
      { do: 'fail', error: 'text_rejected', detail: 'spam' },
    ],
    [
      'the platform has no reply, but the request may still arrive: wait',
      claimInRecentDoubt,
      NO_REPLY,
      A,
      { do: 'wait', forMs: 10_000 },
    ],
    ['the platform has no reply: send', claimInDoubt, NO_REPLY, A, { do: 'send', provenAbsent: true }],
    [
      'the platform has no reply, and no attempt is left: failed',
      { ...claimInDoubt, attempts: 3 },
      NO_REPLY,
      A,
      { do: 'fail', error: 'platform_unavailable', stillInDoubt: false },
    ],
    [
      'the platform has the earlier text: send',
      claimInDoubt,
      platformReply('Old'),
      A,
      { do: 'send', provenAbsent: false },
    ],
    [
      'the platform has another reply and cannot replace it: failed',
      claimInDoubt,
      platformReply('Old'),
      B,
      { do: 'fail', error: 'platform_error' },
    ],
    ['the platform moderates and has no reply: wait', claimInDoubt, NO_REPLY, C, { do: 'wait' }],
    ['the platform moderates and the state is unknown: wait', claimInDoubt, UNKNOWN, C, { do: 'wait' }],
    [
      'the platform moderates and the state is unknown until the time limit: failed, without a second request',
      { ...claimInDoubt, doubtForMs: 7 * DAY },
      UNKNOWN,
      C,
      { do: 'fail', error: 'platform_error', stillInDoubt: false },
    ],
    [
      'the platform moderates, had shown our text, and the state is unknown: the reply was removed, send',
      { ...claimInDoubt, wasConfirmed: true, attempts: 0 },
      UNKNOWN,
      C,
      { do: 'send', provenAbsent: true },
    ],
    ['the platform does not have the review: failed', claimInDoubt, NO_REVIEW, A, { do: 'fail', error: 'review_gone' }],
    [
      'for a removal, the platform has no reply: removed',
      { ...removalClaim, ...claimInDoubt, action: 'remove' },
      NO_REPLY,
      A,
      { do: 'removed' },
    ],
    [
      'for a removal, the platform has no reply, but a publication may still arrive: wait',
      { ...claimInRecentDoubt, action: 'remove' },
      NO_REPLY,
      A,
      { do: 'wait' },
    ],
    [
      'for a removal, the platform has our text: send',
      { ...claimInDoubt, action: 'remove' },
      platformReply('Thanks'),
      A,
      { do: 'send' },
    ],
    [
      'for a removal, the platform has our earlier text: send',
      { ...claimInDoubt, action: 'remove', publishedText: 'Old' },
      platformReply('Old'),
      A,
      { do: 'send' },
    ],
    [
      'for a removal, the platform has a reply that was written there (contract §4.5): removed',
      { ...claimInDoubt, action: 'remove' },
      platformReply('By hand'),
      A,
      { do: 'removed' },
    ],
    [
      'for a removal, the platform does not have the review: removed',
      { ...claimInDoubt, action: 'remove' },
      NO_REVIEW,
      A,
      { do: 'removed' },
    ],
    [
      'in moderation, the platform shows our text: published',
      claimInModeration,
      platformReply('Thanks'),
      C,
      { do: 'published', shown: true },
    ],
    [
      'in moderation, the platform has rejected our text: failed',
      claimInModeration,
      platformReply('Thanks', 'rejected'),
      C,
      { do: 'fail', error: 'text_rejected' },
    ],
    [
      'in moderation, our text is still in moderation: wait',
      claimInModeration,
      platformReply('Thanks', 'pending'),
      C,
      { do: 'wait', forMs: 60_000 },
    ],
    ['in moderation, the state is unknown: wait', claimInModeration, UNKNOWN, C, { do: 'wait' }],
    [
      'in moderation, the platform shows another reply: wait',
      claimInModeration,
      platformReply('By hand'),
      C,
      { do: 'wait' },
    ],
    [
      'in moderation, shortly before the time limit: wait until the time limit',
      { ...claimInModeration, reads: 9, publishedForMs: 7 * DAY - 1_000 },
      UNKNOWN,
      C,
      { do: 'wait', forMs: 1_000 },
    ],
    [
      'in moderation, our text was not shown until the time limit: failed, and in doubt',
      { ...claimInModeration, publishedForMs: 7 * DAY },
      UNKNOWN,
      C,
      { do: 'fail', error: 'text_rejected', stillInDoubt: true },
    ],
    [
      'for a new text after the time limit of moderation, the state is unknown: send',
      afterModeration,
      UNKNOWN,
      C,
      { do: 'send', provenAbsent: true },
    ],
    [
      'for a new text before the time limit of moderation, the state is unknown: wait',
      { ...afterModeration, publishedForMs: 6 * DAY },
      UNKNOWN,
      C,
      { do: 'wait' },
    ],
    [
      'for a new text after the time limit, whose request broke, the state is unknown: wait',
      { ...afterModeration, attempts: 1 },
      UNKNOWN,
      C,
      { do: 'wait' },
    ],
    [
      'for a new text after the time limit of moderation, the platform shows the earlier text and cannot replace it: failed',
      afterModeration,
      platformReply('Old'),
      C,
      { do: 'fail', error: 'platform_error' },
    ],
    [
      'for a removal after the time limit of moderation, the state is unknown: send',
      { ...afterModeration, action: 'remove' },
      UNKNOWN,
      C,
      { do: 'send' },
    ],
    [
      'in moderation, the platform does not have the review: failed',
      claimInModeration,
      NO_REVIEW,
      C,
      { do: 'fail', error: 'review_gone' },
    ],
  ])('after a read: %s', (_, claim, reply, publisher, step) =>
    expect(stepAfterRead(claim, reply, publisher, TIMING)).toMatchObject(step as object),
  );
});

describe('the step of a repair, after a collection found an earlier text of the account (ADR 17)', () => {
  const repairClaim: ClaimFacts = {
    ...claimInDoubt,
    publishedText: 'Thanks',
    sentTexts: ['First', 'Thanks'],
    wasConfirmed: true,
    isRepair: true,
    attempts: 0,
  };
  const repairOfRemoval: ClaimFacts = { ...repairClaim, action: 'remove', publishedText: null, wasConfirmed: false };

  it('reads the platform first', () => {
    expect(firstStep(repairClaim)).toEqual({ do: 'read' });
    expect(firstStep(repairOfRemoval)).toEqual({ do: 'read' });
  });

  it.each<[string, ClaimFacts, ReplyOnPlatform, unknown]>([
    [
      'publishes again if the platform has the earlier text',
      repairClaim,
      platformReply('First'),
      { do: 'send', provenAbsent: false },
    ],
    [
      'ends if the platform has the latest text, because the collected page was old',
      repairClaim,
      platformReply('Thanks'),
      { do: 'published', shown: true },
    ],
    [
      'waits while another request may still arrive',
      { ...repairClaim, doubtForMs: 5_000 },
      platformReply('First'),
      { do: 'wait' },
    ],
    [
      'keeps a reply that was written on the platform',
      repairClaim,
      platformReply('Other'),
      { do: 'leave', isShown: true },
    ],
    [
      'keeps the removal if the reply was removed on the platform',
      repairClaim,
      NO_REPLY,
      { do: 'leave', isShown: false },
    ],
    ['ends if the platform does not have the review', repairClaim, NO_REVIEW, { do: 'leave', isShown: false }],
    ['waits if the state is unknown', { ...repairClaim, wasConfirmed: false }, UNKNOWN, { do: 'wait' }],
    [
      'after a removal, removes the latest text again',
      repairOfRemoval,
      platformReply('Thanks'),
      { do: 'send', provenAbsent: false },
    ],
    [
      'after a removal, removes an earlier text',
      repairOfRemoval,
      platformReply('First'),
      { do: 'send', provenAbsent: false },
    ],
    ['after a removal, ends if the platform has no reply', repairOfRemoval, NO_REPLY, { do: 'removed' }],
    [
      'after a removal, keeps a reply that was written on the platform',
      repairOfRemoval,
      platformReply('Other'),
      { do: 'removed' },
    ],
    ['after a removal, ends if the platform does not have the review', repairOfRemoval, NO_REVIEW, { do: 'removed' }],
  ])('%s', (_, claim, reply, step) => {
    expect(stepAfterRead(claim, reply, A, TIMING)).toMatchObject(step as object);
  });

  it('a removal also removes an earlier text of the account', () => {
    const requested = { ...removalClaim, inDoubt: true, doubtForMs: 60_000, sentTexts: ['First', 'Thanks'] };
    expect(stepAfterRead(requested, platformReply('First'), A, TIMING)).toEqual({ do: 'send', provenAbsent: false });
  });
});

describe('the step after a failed read', () => {
  it.each<[string, ClaimFacts, typeof A, unknown]>([
    ['reads again soon', claimInRecentDoubt, A, { do: 'wait', forMs: 15_000 }],
    ['increases the pause with each read', { ...claimInRecentDoubt, reads: 2 }, A, { do: 'wait', forMs: 60_000 }],
    [
      'fails after an hour',
      { ...claimInDoubt, doubtForMs: HOUR },
      A,
      { do: 'fail', error: 'platform_unavailable', stillInDoubt: true },
    ],
    [
      'on a moderated platform, continues until the time limit of moderation',
      { ...claimInDoubt, doubtForMs: HOUR },
      C,
      { do: 'wait' },
    ],
    ['in moderation, reads again later', claimInModeration, C, { do: 'wait', forMs: 60_000 }],
    [
      'in moderation, shortly before the time limit, waits until the time limit',
      { ...claimInModeration, reads: 9, publishedForMs: 7 * DAY - 1_000 },
      C,
      { do: 'wait', forMs: 1_000 },
    ],
    [
      'in moderation, after the time limit, continues to read',
      { ...claimInModeration, reads: 9, publishedForMs: 70 * DAY },
      C,
      { do: 'wait', forMs: 6 * HOUR },
    ],
  ])('%s', (_, claim, publisher, step) =>
    expect(stepAfterFailedRead(claim, 'no response', publisher, TIMING)).toMatchObject(step as object),
  );
});

describe('the step if no call is possible (contract §2.6: "`published` means the platform accepted", §3.1)', () => {
  const revoked = { error: 'access_revoked', detail: 'no connection' } as const;

  it.each<[string, ClaimFacts, unknown]>([
    ['a text that was not accepted yet fails', newClaim, { do: 'fail', ...revoked, stillInDoubt: true }],
    ['a removal fails too', removalClaim, { do: 'fail', ...revoked, stillInDoubt: true }],
    ['an accepted text stays published', claimInModeration, { do: 'wait', forMs: 60_000 }],
    [
      'an accepted text stays published after the time limit of moderation',
      { ...claimInModeration, publishedForMs: 7 * DAY },
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
