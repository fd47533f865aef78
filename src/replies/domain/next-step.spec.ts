import type { HeldReply } from '@libs/sources';
import {
  firstStep,
  MOST_ATTEMPTS,
  pollPauseMs,
  stepAfterFailedReading,
  stepAfterReading,
  stepAfterNothingSent,
  stepWithoutAccess,
  type ClaimFacts,
} from './next-step';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const PATIENCE = { retryAfterMs: 15_000, moderationLimitMs: 7 * DAY };
const A = { canReplace: true, moderated: false };
const B = { canReplace: false, moderated: false };
const C = { canReplace: false, moderated: true };

const fresh: ClaimFacts = {
  state: 'publishing',
  wish: 'publish',
  text: 'Thanks',
  heldText: null,
  sentTexts: [],
  isRepair: false,
  wasConfirmed: false,
  inDoubt: false,
  doubtForMs: 0,
  heldForMs: 0,
  attempts: 0,
  looks: 0,
};
/** A worker died, or a request broke, a minute ago. */
const doubtful: ClaimFacts = { ...fresh, inDoubt: true, doubtForMs: 60_000, attempts: 1 };
const young: ClaimFacts = { ...doubtful, doubtForMs: 5_000 };
const removal: ClaimFacts = { ...fresh, wish: 'remove', heldText: 'Thanks' };
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
    ['a new text is sent', fresh, { do: 'send', placeIsEmpty: false }],
    ['a new text over ours is sent', { ...fresh, heldText: 'Old' }, { do: 'send', placeIsEmpty: false }],
    ['the text that stands there needs no call', { ...fresh, heldText: 'Thanks' }, { do: 'publish_nothing' }],
    ['in doubt the platform is asked', doubtful, { do: 'look' }],
    ['in doubt also for the same text', { ...doubtful, heldText: 'Thanks' }, { do: 'look' }],
    ['a removal is sent', removal, { do: 'send', placeIsEmpty: false }],
    ['a removal in doubt asks', { ...removal, inDoubt: true }, { do: 'look' }],
    ['nothing to remove', { ...removal, heldText: null }, { do: 'removed' }],
    ['waiting for moderation asks', moderated, { do: 'look' }],
    ['tries are used up', { ...fresh, attempts: MOST_ATTEMPTS }, { do: 'fail', error: 'platform_unavailable' }],
  ])('%s', (_, claim, step) => expect(firstStep(claim)).toMatchObject(step as object));
});

describe('the step after the platform told what it holds (contract §3.1)', () => {
  it.each<[string, ClaimFacts, HeldReply, typeof A, unknown]>([
    ['ours is there', doubtful, held('Thanks'), A, { do: 'published', shown: true, at: '2026-11-20T08:00:00' }],
    ['shown a little otherwise', doubtful, held('Thanks '), B, { do: 'published', shown: true }],
    ['ours waits for moderation', doubtful, held('Thanks', 'pending'), A, { do: 'published', shown: false }],
    [
      'ours was turned down',
      doubtful,
      held('Thanks', 'rejected'),
      A,
      { do: 'fail', error: 'text_rejected', detail: 'spam' },
    ],
    ['absent, but the request may still arrive', young, NONE, A, { do: 'wait', forMs: 10_000 }],
    ['provably absent', doubtful, NONE, A, { do: 'send', placeIsEmpty: true }],
    [
      'provably absent, tries used up',
      { ...doubtful, attempts: 3 },
      NONE,
      A,
      { do: 'fail', error: 'platform_unavailable', stillInDoubt: false },
    ],
    ['the old text still stands', doubtful, held('Old'), A, { do: 'send', placeIsEmpty: false }],
    ['another stands where none is rewritten', doubtful, held('Old'), B, { do: 'fail', error: 'platform_error' }],
    ['moderated platforms tell nothing by silence', doubtful, NONE, C, { do: 'wait' }],
    ['nor by not knowing', doubtful, UNKNOWN, C, { do: 'wait' }],
    [
      'silence for the time of moderation: never a second call',
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
      { do: 'send', placeIsEmpty: true },
    ],
    ['the review is gone', doubtful, GONE, A, { do: 'fail', error: 'review_gone' }],
    ['a removal: gone', { ...removal, ...doubtful, wish: 'remove' }, NONE, A, { do: 'removed' }],
    ['a removal: gone, but a publication may still arrive', { ...young, wish: 'remove' }, NONE, A, { do: 'wait' }],
    ['a removal: ours is there', { ...doubtful, wish: 'remove' }, held('Thanks'), A, { do: 'send' }],
    [
      'a removal: our older text is there',
      { ...doubtful, wish: 'remove', heldText: 'Old' },
      held('Old'),
      A,
      { do: 'send' },
    ],
    [
      'a removal: somebody else wrote there (§4.5)',
      { ...doubtful, wish: 'remove' },
      held('By hand'),
      A,
      { do: 'removed' },
    ],
    ['a removal: the review is gone', { ...doubtful, wish: 'remove' }, GONE, A, { do: 'removed' }],
    ['moderation: shown', moderated, held('Thanks'), C, { do: 'published', shown: true }],
    ['moderation: turned down', moderated, held('Thanks', 'rejected'), C, { do: 'fail', error: 'text_rejected' }],
    ['moderation: waits', moderated, held('Thanks', 'pending'), C, { do: 'wait', forMs: 60_000 }],
    ['moderation: not shown', moderated, UNKNOWN, C, { do: 'wait' }],
    ['moderation: another one shows', moderated, held('By hand'), C, { do: 'wait' }],
    [
      'moderation: never asked later than its end',
      { ...moderated, looks: 9, heldForMs: 7 * DAY - 1_000 },
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
      { do: 'send', placeIsEmpty: true },
    ],
    ['but not after fewer', { ...after, heldForMs: 6 * DAY }, UNKNOWN, C, { do: 'wait' }],
    ['nor again, if that request broke', { ...after, attempts: 1 }, UNKNOWN, C, { do: 'wait' }],
    ['nor over ours, which shows at last', after, held('Old'), C, { do: 'fail', error: 'platform_error' }],
    ['and a removal does not take silence for proof', { ...after, wish: 'remove' }, UNKNOWN, C, { do: 'send' }],
    ['moderation: the review is gone', moderated, GONE, C, { do: 'fail', error: 'review_gone' }],
  ])('%s', (_, claim, told, publisher, step) =>
    expect(stepAfterReading(claim, told, publisher, PATIENCE)).toMatchObject(step as object),
  );
});

describe('the step of a repair: nobody ordered it, a collection saw an overtaken text of ours (ADR 17)', () => {
  const repair: ClaimFacts = {
    ...doubtful,
    heldText: 'Thanks',
    sentTexts: ['First', 'Thanks'],
    wasConfirmed: true,
    isRepair: true,
    attempts: 0,
  };
  const takenAway: ClaimFacts = { ...repair, wish: 'remove', heldText: null, wasConfirmed: false };

  it('the platform is asked first', () => {
    expect(firstStep(repair)).toEqual({ do: 'look' });
    expect(firstStep(takenAway)).toEqual({ do: 'look' });
  });

  it.each<[string, ClaimFacts, HeldReply, unknown]>([
    ['the earlier text stands there', repair, held('First'), { do: 'send', placeIsEmpty: false }],
    ['the page was old: ours stands there', repair, held('Thanks'), { do: 'published', shown: true }],
    ['the overtaken request may not be the last', { ...repair, doubtForMs: 5_000 }, held('First'), { do: 'wait' }],
    ['somebody wrote another', repair, held('Other'), { do: 'leave', isShown: true }],
    ['somebody removed it', repair, NONE, { do: 'leave', isShown: false }],
    ['the review is gone', repair, GONE, { do: 'leave', isShown: false }],
    ['it cannot be told', { ...repair, wasConfirmed: false }, UNKNOWN, { do: 'wait' }],
    ['what was taken away stands there', takenAway, held('Thanks'), { do: 'send', placeIsEmpty: false }],
    ['an earlier text does', takenAway, held('First'), { do: 'send', placeIsEmpty: false }],
    ['it does not', takenAway, NONE, { do: 'removed' }],
    ['somebody wrote another where it stood', takenAway, held('Other'), { do: 'removed' }],
    ['its review is gone', takenAway, GONE, { do: 'removed' }],
  ])('%s', (_, claim, answer, step) => {
    expect(stepAfterReading(claim, answer, A, PATIENCE)).toMatchObject(step as object);
  });

  it('an ordered removal takes away an earlier text of ours too', () => {
    const ordered = { ...removal, inDoubt: true, doubtForMs: 60_000, sentTexts: ['First', 'Thanks'] };
    expect(stepAfterReading(ordered, held('First'), A, PATIENCE)).toEqual({ do: 'send', placeIsEmpty: false });
  });
});

describe('the step after the platform could not be asked', () => {
  it.each<[string, ClaimFacts, typeof A, unknown]>([
    ['asked again soon', young, A, { do: 'wait', forMs: 15_000 }],
    ['and ever later', { ...young, looks: 2 }, A, { do: 'wait', forMs: 60_000 }],
    [
      'for an hour',
      { ...doubtful, doubtForMs: HOUR },
      A,
      { do: 'fail', error: 'platform_unavailable', stillInDoubt: true },
    ],
    ['for the time of moderation', { ...doubtful, doubtForMs: HOUR }, C, { do: 'wait' }],
    ['a moderation that cannot be asked for', moderated, C, { do: 'wait', forMs: 60_000 }],
    [
      'asked once more at its end',
      { ...moderated, looks: 9, heldForMs: 7 * DAY - 1_000 },
      C,
      { do: 'wait', forMs: 1_000 },
    ],
    ['and for ever after', { ...moderated, looks: 9, heldForMs: 70 * DAY }, C, { do: 'wait', forMs: 6 * HOUR }],
  ])('%s', (_, claim, publisher, step) =>
    expect(stepAfterFailedReading(claim, 'no answer', publisher, PATIENCE)).toMatchObject(step as object),
  );
});

describe('the step where nobody can be asked (§2.6: "`published` means the platform accepted"; contract §3.1)', () => {
  const revoked = { error: 'access_revoked', detail: 'no connection' } as const;

  it.each<[string, ClaimFacts, unknown]>([
    ['a text that was not taken yet has failed', fresh, { do: 'fail', ...revoked, stillInDoubt: true }],
    ['a removal too', removal, { do: 'fail', ...revoked, stillInDoubt: true }],
    ['one that was taken stays so', moderated, { do: 'wait', forMs: 60_000 }],
    ['also when moderation has had its time', { ...moderated, heldForMs: 7 * DAY }, { do: 'wait', forMs: 60_000 }],
  ])('%s', (_, claim, step) => expect(stepWithoutAccess(claim, revoked, PATIENCE)).toEqual(step));
});

describe('the step after a request that did nothing', () => {
  it.each<[number, number | null, unknown]>([
    [1, null, { do: 'wait', forMs: 15_000 }],
    [2, null, { do: 'wait', forMs: 30_000 }],
    [1, 120_000, { do: 'wait', forMs: 120_000 }],
    [1, 1_000, { do: 'wait', forMs: 15_000 }],
    [1, 9 * HOUR, { do: 'wait', forMs: HOUR }],
    [3, null, { do: 'fail', error: 'platform_unavailable', stillInDoubt: false }],
  ])('after try %i, told to wait %s ms', (attempts, asked, step) =>
    expect(stepAfterNothingSent({ attempts, stillInDoubt: false }, 'no answer', asked, PATIENCE)).toMatchObject(
      step as object,
    ),
  );

  it('does not say what an earlier request did', () =>
    expect(stepAfterNothingSent({ attempts: 3, stillInDoubt: true }, 'no answer', null, PATIENCE)).toMatchObject({
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
])('after %i looks moderation is asked for again in %i ms', (looks, ms) => expect(pollPauseMs(looks)).toBe(ms));
