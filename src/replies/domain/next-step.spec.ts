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
/** In doubt for a minute: a worker died, or a request broke. */
const doubtful: ClaimFacts = { ...fresh, inDoubt: true, doubtForMs: 60_000, attempts: 1 };
const young: ClaimFacts = { ...doubtful, doubtForMs: 5_000 };
const removal: ClaimFacts = { ...fresh, action: 'remove', heldText: 'Thanks' };
const moderated: ClaimFacts = { ...fresh, state: 'published', heldText: 'Thanks', heldForMs: HOUR };

/** Another text after 7 days in which the platform did not show the first. */
const after: ClaimFacts = { ...fresh, inDoubt: true, doubtForMs: 60_000, heldText: 'Old', heldForMs: 7 * DAY };

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
    ['a new text replaces ours', { ...fresh, heldText: 'Old' }, { do: 'send', provenAbsent: false }],
    ['the text that the platform has needs no call', { ...fresh, heldText: 'Thanks' }, { do: 'publish_nothing' }],
    ['in doubt: the platform is read', doubtful, { do: 'read' }],
    ['in doubt, also with the same text', { ...doubtful, heldText: 'Thanks' }, { do: 'read' }],
    ['a removal is sent', removal, { do: 'send', provenAbsent: false }],
    ['a removal in doubt reads', { ...removal, inDoubt: true }, { do: 'read' }],
    ['nothing to remove', { ...removal, heldText: null }, { do: 'removed' }],
    ['in moderation: the platform is read', moderated, { do: 'read' }],
    ['attempts are used up', { ...fresh, attempts: MAX_ATTEMPTS }, { do: 'fail', error: 'platform_unavailable' }],
  ])('%s', (_, claim, step) => expect(firstStep(claim)).toMatchObject(step as object));
});

describe('the step after a read (contract §3.1)', () => {
  it.each<[string, ClaimFacts, HeldReply, typeof A, unknown]>([
    ['ours is there', doubtful, held('Thanks'), A, { do: 'published', shown: true, at: '2026-11-20T08:00:00' }],
    ['shown with other white space', doubtful, held('Thanks '), B, { do: 'published', shown: true }],
    ['ours waits for moderation', doubtful, held('Thanks', 'pending'), A, { do: 'published', shown: false }],
    [
      'ours was turned down',
      doubtful,
      held('Thanks', 'rejected'),
      A,
      { do: 'fail', error: 'text_rejected', detail: 'spam' },
    ],
    ['absent, but the request may still arrive', young, NONE, A, { do: 'wait', forMs: 10_000 }],
    ['provably absent', doubtful, NONE, A, { do: 'send', provenAbsent: true }],
    [
      'provably absent, tries used up',
      { ...doubtful, attempts: 3 },
      NONE,
      A,
      { do: 'fail', error: 'platform_unavailable', stillInDoubt: false },
    ],
    ['the old text is there', doubtful, held('Old'), A, { do: 'send', provenAbsent: false }],
    [
      'another reply on a platform that cannot replace',
      doubtful,
      held('Old'),
      B,
      { do: 'fail', error: 'platform_error' },
    ],
    ['absence on a moderated platform means nothing', doubtful, NONE, C, { do: 'wait' }],
    ['nor does an unknown state', doubtful, UNKNOWN, C, { do: 'wait' }],
    [
      'silence for the time limit of moderation: never a second call',
      { ...doubtful, doubtForMs: 7 * DAY },
      UNKNOWN,
      C,
      { do: 'fail', error: 'platform_error', stillInDoubt: false },
    ],
    [
      'silence of one that had shown ours before: it is gone',
      { ...doubtful, wasConfirmed: true, attempts: 0 },
      UNKNOWN,
      C,
      { do: 'send', provenAbsent: true },
    ],
    ['the review is gone', doubtful, GONE, A, { do: 'fail', error: 'review_gone' }],
    ['a removal: gone', { ...removal, ...doubtful, action: 'remove' }, NONE, A, { do: 'removed' }],
    ['a removal: gone, but a publication may still arrive', { ...young, action: 'remove' }, NONE, A, { do: 'wait' }],
    ['a removal: ours is there', { ...doubtful, action: 'remove' }, held('Thanks'), A, { do: 'send' }],
    [
      'a removal: our older text is there',
      { ...doubtful, action: 'remove', heldText: 'Old' },
      held('Old'),
      A,
      { do: 'send' },
    ],
    [
      'a removal: somebody else wrote there (§4.5)',
      { ...doubtful, action: 'remove' },
      held('By hand'),
      A,
      { do: 'removed' },
    ],
    ['a removal: the review is gone', { ...doubtful, action: 'remove' }, GONE, A, { do: 'removed' }],
    ['moderation: shown', moderated, held('Thanks'), C, { do: 'published', shown: true }],
    ['moderation: rejected', moderated, held('Thanks', 'rejected'), C, { do: 'fail', error: 'text_rejected' }],
    ['moderation: waits', moderated, held('Thanks', 'pending'), C, { do: 'wait', forMs: 60_000 }],
    ['moderation: not shown', moderated, UNKNOWN, C, { do: 'wait' }],
    ['moderation: another one shows', moderated, held('By hand'), C, { do: 'wait' }],
    [
      'moderation: the next read is at the end of its time limit at the latest',
      { ...moderated, reads: 9, heldForMs: 7 * DAY - 1_000 },
      UNKNOWN,
      C,
      { do: 'wait', forMs: 1_000 },
    ],
    [
      'moderation: 7 days unseen',
      { ...moderated, heldForMs: 7 * DAY },
      UNKNOWN,
      C,
      { do: 'fail', error: 'text_rejected', stillInDoubt: true },
    ],
    [
      'after them another text is sent where still nothing shows',
      after,
      UNKNOWN,
      C,
      { do: 'send', provenAbsent: true },
    ],
    ['but not after fewer', { ...after, heldForMs: 6 * DAY }, UNKNOWN, C, { do: 'wait' }],
    ['nor again, if that request broke', { ...after, attempts: 1 }, UNKNOWN, C, { do: 'wait' }],
    [
      'nor over our earlier text, which is shown by now',
      after,
      held('Old'),
      C,
      { do: 'fail', error: 'platform_error' },
    ],
    ['and for a removal absence is no proof', { ...after, action: 'remove' }, UNKNOWN, C, { do: 'send' }],
    ['moderation: the review is gone', moderated, GONE, C, { do: 'fail', error: 'review_gone' }],
  ])('%s', (_, claim, answer, publisher, step) =>
    expect(stepAfterRead(claim, answer, publisher, TIMING)).toMatchObject(step as object),
  );
});

describe('the step of a repair: a collection saw an earlier text of ours (ADR 17)', () => {
  const repair: ClaimFacts = {
    ...doubtful,
    heldText: 'Thanks',
    sentTexts: ['First', 'Thanks'],
    wasConfirmed: true,
    isRepair: true,
    attempts: 0,
  };
  const removedBefore: ClaimFacts = { ...repair, action: 'remove', heldText: null, wasConfirmed: false };

  it('the platform is read first', () => {
    expect(firstStep(repair)).toEqual({ do: 'read' });
    expect(firstStep(removedBefore)).toEqual({ do: 'read' });
  });

  it.each<[string, ClaimFacts, HeldReply, unknown]>([
    ['the earlier text is there', repair, held('First'), { do: 'send', provenAbsent: false }],
    ['the collected page was old: the latest text is there', repair, held('Thanks'), { do: 'published', shown: true }],
    ['another request may still arrive', { ...repair, doubtForMs: 5_000 }, held('First'), { do: 'wait' }],
    ['another reply was written on the platform', repair, held('Other'), { do: 'leave', isShown: true }],
    ['it was removed on the platform', repair, NONE, { do: 'leave', isShown: false }],
    ['the review is gone', repair, GONE, { do: 'leave', isShown: false }],
    ['the state is unknown', { ...repair, wasConfirmed: false }, UNKNOWN, { do: 'wait' }],
    ['after a removal, our text is there', removedBefore, held('Thanks'), { do: 'send', provenAbsent: false }],
    ['after a removal, an earlier text is there', removedBefore, held('First'), { do: 'send', provenAbsent: false }],
    ['after a removal, none is there', removedBefore, NONE, { do: 'removed' }],
    ['another reply was written on the platform after the removal', removedBefore, held('Other'), { do: 'removed' }],
    ['after a removal, the review is gone', removedBefore, GONE, { do: 'removed' }],
  ])('%s', (_, claim, answer, step) => {
    expect(stepAfterRead(claim, answer, A, TIMING)).toMatchObject(step as object);
  });

  it('a removal also removes an earlier text of ours', () => {
    const ordered = { ...removal, inDoubt: true, doubtForMs: 60_000, sentTexts: ['First', 'Thanks'] };
    expect(stepAfterRead(ordered, held('First'), A, TIMING)).toEqual({ do: 'send', provenAbsent: false });
  });
});

describe('the step after a failed read', () => {
  it.each<[string, ClaimFacts, typeof A, unknown]>([
    ['read again soon', young, A, { do: 'wait', forMs: 15_000 }],
    ['with growing pauses', { ...young, reads: 2 }, A, { do: 'wait', forMs: 60_000 }],
    [
      'for an hour',
      { ...doubtful, doubtForMs: HOUR },
      A,
      { do: 'fail', error: 'platform_unavailable', stillInDoubt: true },
    ],
    ['for the time limit of moderation', { ...doubtful, doubtForMs: HOUR }, C, { do: 'wait' }],
    ['in moderation', moderated, C, { do: 'wait', forMs: 60_000 }],
    [
      'in moderation, shortly before its time limit',
      { ...moderated, reads: 9, heldForMs: 7 * DAY - 1_000 },
      C,
      { do: 'wait', forMs: 1_000 },
    ],
    [
      'in moderation, without an end',
      { ...moderated, reads: 9, heldForMs: 70 * DAY },
      C,
      { do: 'wait', forMs: 6 * HOUR },
    ],
  ])('%s', (_, claim, publisher, step) =>
    expect(stepAfterFailedRead(claim, 'no answer', publisher, TIMING)).toMatchObject(step as object),
  );
});

describe('the step where no call is possible (§2.6: "`published` means the platform accepted"; contract §3.1)', () => {
  const revoked = { error: 'access_revoked', detail: 'no connection' } as const;

  it.each<[string, ClaimFacts, unknown]>([
    ['a text that was not accepted yet fails', fresh, { do: 'fail', ...revoked, stillInDoubt: true }],
    ['a removal fails too', removal, { do: 'fail', ...revoked, stillInDoubt: true }],
    ['an accepted one stays published', moderated, { do: 'wait', forMs: 60_000 }],
    ['also after the time limit of moderation', { ...moderated, heldForMs: 7 * DAY }, { do: 'wait', forMs: 60_000 }],
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
  ])('after attempt %i with Retry-After of %s ms', (attempts, asked, step) =>
    expect(stepAfterNothingSent({ attempts, stillInDoubt: false }, 'no answer', asked, TIMING)).toMatchObject(
      step as object,
    ),
  );

  it('does not end the doubt about an earlier request', () =>
    expect(stepAfterNothingSent({ attempts: 3, stillInDoubt: true }, 'no answer', null, TIMING)).toMatchObject({
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
