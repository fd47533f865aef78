/**
 * What a worker does with a reply that it holds (contract §3.1). Pure: what is known goes in, the next
 * step comes out. The rule above all others is that no accepted text is published twice, because a doubled public reply
 * cannot be taken back: what may have been done is looked up and never done again blindly.
 */
import { isSameReply } from '@libs/kernel';
import type { HeldReply } from '@libs/sources';
import { isOneOf, type ReplyFailure } from './reply';

/** Requests that are begun for one accepted wish. */
export const MOST_ATTEMPTS = 3;
const LONGEST_PAUSE_MS = 6 * 3_600_000;
const LONGEST_RETRY_MS = 3_600_000;
const FIRST_POLL_MS = 60_000;
/** How long a platform that moderates nothing may leave open what it holds. */
const DOUBT_LIMIT_MS = 3_600_000;

export interface ClaimFacts {
  readonly state: 'publishing' | 'published';
  readonly wish: 'publish' | 'remove';
  readonly text: string;
  readonly heldText: string | null;
  /** Texts of ours that were ever on their way to the place. */
  readonly sentTexts: readonly string[];
  /** Nobody ordered it: a collection saw a text of ours there that is not the one ordered last. */
  readonly isRepair: boolean;
  readonly wasConfirmed: boolean;
  readonly inDoubt: boolean;
  /** Since the last moment at which something may have been done; 0 where nothing is in doubt. */
  readonly doubtForMs: number;
  /** Since the platform accepted what it holds. */
  readonly heldForMs: number;
  readonly attempts: number;
  readonly looks: number;
}

export interface Patience {
  /** Between two tries, doubled each time; and what the platform is given to finish a request that broke. */
  readonly retryAfterMs: number;
  readonly moderationLimitMs: number;
}

export interface PublisherFacts {
  readonly canReplace: boolean;
  readonly moderated: boolean;
}

export type Step =
  /** Ask the platform what it holds. */
  | { readonly do: 'look' }
  /** One publication or removal. `placeIsEmpty`: a look proved that nothing stands there. */
  | { readonly do: 'send'; readonly placeIsEmpty: boolean }
  | { readonly do: 'publish_nothing' }
  /** The platform holds the text: shown to the public, or still in moderation. */
  | { readonly do: 'published'; readonly shown: boolean; readonly at: string | null }
  | { readonly do: 'removed' }
  /** What stands there is somebody's edit, and stays. */
  | { readonly do: 'leave'; readonly isShown: boolean }
  | Wait
  | Fail;

interface Wait {
  readonly do: 'wait';
  readonly forMs: number;
}

export interface Fail {
  readonly do: 'fail';
  readonly error: ReplyFailure;
  readonly detail: string;
  /** What the platform holds is still not known: asked first, whatever comes next. */
  readonly stillInDoubt: boolean;
}

const fail = (error: ReplyFailure, detail: string, stillInDoubt: boolean): Fail => ({
  do: 'fail',
  error,
  detail,
  stillInDoubt,
});

/** Before anything is asked. */
export function firstStep(claim: ClaimFacts): Step {
  if (claim.state === 'published' || claim.inDoubt) return { do: 'look' };
  if (claim.wish === 'remove' && claim.heldText === null) return { do: 'removed' };
  if (claim.wish === 'publish' && claim.heldText === claim.text) return { do: 'publish_nothing' };
  return sendOrGiveUp(claim, false);
}

/** After the platform told what it holds. */
export function stepAfterReading(
  claim: ClaimFacts,
  held: HeldReply,
  publisher: PublisherFacts,
  patience: Patience,
): Step {
  if (held.kind === 'review_gone') return goneStep(claim);
  if (claim.state === 'published') return stepOfPoll(claim, held, patience);
  const place = placeOf(claim, held, publisher, patience);
  if (claim.wish === 'remove') return stepOfRemoval(claim, place, patience);
  if (place === 'unknown') return stillUnknown(claim, publisher, patience);
  return stepOfPublication(claim, place, publisher, patience);
}

/** A look that failed. */
export function stepAfterFailedReading(
  claim: ClaimFacts,
  detail: string,
  publisher: PublisherFacts,
  patience: Patience,
): Wait | Fail {
  if (claim.state === 'published') return askAgain(claim, patience);
  const step = stillUnknown(claim, publisher, patience);
  return step.do === 'fail' ? fail('platform_unavailable', detail, true) : step;
}

/** Nobody can be asked: the access, the platform's publisher or the review's page here is gone. */
export function stepWithoutAccess(
  claim: ClaimFacts,
  { error, detail }: Pick<Fail, 'error' | 'detail'>,
  patience: Patience,
): Wait | Fail {
  return claim.state === 'published' ? askAgain(claim, patience) : fail(error, detail, true);
}

/**
 * After a request that proves that it did nothing. `attempts` counts it. What an earlier request did it does not
 * prove: `stillInDoubt`.
 */
export function stepAfterNothingSent(
  { attempts, stillInDoubt }: { readonly attempts: number; readonly stillInDoubt: boolean },
  detail: string,
  askedMs: number | null,
  patience: Patience,
): Wait | Fail {
  if (attempts >= MOST_ATTEMPTS) return fail('platform_unavailable', detail, stillInDoubt);
  const pause = patience.retryAfterMs * 2 ** (attempts - 1);
  return { do: 'wait', forMs: Math.min(Math.max(pause, askedMs ?? 0), LONGEST_RETRY_MS) };
}

/** When a reply that waits for moderation is asked for again. */
export function pollPauseMs(looks: number): number {
  return Math.min(FIRST_POLL_MS * 2 ** Math.min(looks, 20), LONGEST_PAUSE_MS);
}

type Place = 'empty' | 'unknown' | Extract<HeldReply, { kind: 'held' }>;

/**
 * A moderated platform that shows nothing tells nothing, unless it had shown our reply before, which is then gone, or had
 * accepted it and has had all the time that moderation takes. A reply that it turned down stands nowhere.
 */
function placeOf(
  claim: ClaimFacts,
  held: Exclude<HeldReply, { kind: 'review_gone' }>,
  { moderated }: PublisherFacts,
  { moderationLimitMs }: Patience,
): Place {
  if (held.kind === 'held') return held;
  const tellsNothing = held.kind === 'unknown' || moderated;
  const isTheLast = claim.heldText !== null && claim.attempts === 0 && claim.wish === 'publish';
  const hadItsTime = isTheLast && claim.heldForMs >= moderationLimitMs;
  return tellsNothing && !claim.wasConfirmed && !hadItsTime ? 'unknown' : 'empty';
}

function stepOfPublication(
  claim: ClaimFacts,
  place: Exclude<Place, 'unknown'>,
  { canReplace }: PublisherFacts,
  patience: Patience,
): Step {
  if (place !== 'empty' && isSameReply(claim.text, place.text)) return stepOfFound(place);
  if (claim.isRepair && !isOurs(claim, place)) return { do: 'leave', isShown: place !== 'empty' };
  if (place !== 'empty' && !canReplace) {
    return fail('platform_error', 'the platform holds another reply and rewrites none', false);
  }
  return settled(claim, patience, () => sendOrGiveUp(claim, place === 'empty'));
}

function stepOfFound(place: Extract<HeldReply, { kind: 'held' }>): Step {
  if (place.state === 'rejected') return rejected(place.detail);
  return { do: 'published', shown: place.state === 'published', at: place.at };
}

/**
 * Ours alone is taken away: a reply that somebody wrote on the platform in its place stays (§4.5). A publication that broke
 * may still arrive, so that ours is believed to be gone only once it had time to.
 */
function stepOfRemoval(claim: ClaimFacts, place: Place, patience: Patience): Step {
  const mayBeOurs = place === 'unknown' || isOurs(claim, place);
  return mayBeOurs ? sendOrGiveUp(claim, false) : settled(claim, patience, () => ({ do: 'removed' }));
}

const isOurs = (claim: ClaimFacts, place: Exclude<Place, 'unknown'>): boolean =>
  place !== 'empty' && isOneOf(ownTexts(claim), place.text);

/** Every text of ours that may stand on the place. */
export function ownTexts({ text, heldText, sentTexts }: ClaimFacts): readonly string[] {
  return [text, ...(heldText === null ? [] : [heldText]), ...sentTexts];
}

function stepOfPoll(claim: ClaimFacts, held: Exclude<HeldReply, { kind: 'review_gone' }>, patience: Patience): Step {
  if (held.kind === 'held' && isSameReply(claim.text, held.text)) {
    if (held.state !== 'pending') return stepOfFound(held);
  }
  return pollLater(claim, patience);
}

/** The platform was asked and does not show it: that counts once moderation has had its time. */
function pollLater(claim: ClaimFacts, patience: Patience): Step {
  if (claim.heldForMs < patience.moderationLimitMs) return askAgain(claim, patience);
  // Silence is no proof that it will not show: the platform is asked before anything else is sent.
  return fail('text_rejected', 'the platform has not shown it within the time that moderation takes', true);
}

/**
 * It stays published meanwhile: the platform accepted it (§2.6), and that it cannot be asked takes nothing of that back.
 * Beyond the time of moderation it is the next answer that counts, whenever one can be had.
 */
function askAgain({ looks, heldForMs }: ClaimFacts, { moderationLimitMs }: Patience): Wait {
  const left = moderationLimitMs - heldForMs;
  return waitAtMost(pollPauseMs(looks), left > 0 ? left : LONGEST_PAUSE_MS);
}

function stillUnknown(claim: ClaimFacts, { moderated }: PublisherFacts, patience: Patience): Wait | Fail {
  const limitMs = moderated ? patience.moderationLimitMs : DOUBT_LIMIT_MS;
  if (claim.doubtForMs >= limitMs) {
    return fail('platform_error', 'the platform never told what became of the request', false);
  }
  const pause = Math.min(patience.retryAfterMs * 2 ** Math.min(claim.looks, 20), LONGEST_PAUSE_MS);
  return waitAtMost(pause, limitMs - claim.doubtForMs);
}

/** Once a request that broke has had its time, the step; else wait for that. */
function settled(claim: ClaimFacts, { retryAfterMs }: Patience, step: () => Step): Step {
  const left = retryAfterMs - claim.doubtForMs;
  return left > 0 ? { do: 'wait', forMs: left } : step();
}

function sendOrGiveUp(claim: ClaimFacts, placeIsEmpty: boolean): Step {
  if (claim.attempts < MOST_ATTEMPTS) return { do: 'send', placeIsEmpty };
  return fail('platform_unavailable', 'the platform took none of the tries', claim.inDoubt && !placeIsEmpty);
}

function goneStep({ wish, isRepair }: ClaimFacts): Step {
  if (isRepair && wish === 'publish') return { do: 'leave', isShown: false };
  return wish === 'remove'
    ? { do: 'removed' }
    : fail('review_gone', 'the review is not on the platform any more', false);
}

const rejected = (detail: string | null): Step =>
  fail('text_rejected', detail ?? 'the platform turned the text down', false);

const waitAtMost = (pauseMs: number, leftMs: number): Wait => ({
  do: 'wait',
  forMs: Math.max(1, Math.min(pauseMs, leftMs)),
});
