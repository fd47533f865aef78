/**
 * The next step for a claimed reply (contract §3.1). The most important rule: no accepted text is published twice, because a
 * duplicate public reply cannot be undone. If an earlier request may have had an effect, the platform is read before the next request.
 *
 * A reply is in doubt if a request may have had an unknown effect on the platform. Reading the platform means requesting its current
 * reply to the review.
 */
import { isSameReply } from '@libs/kernel';
import type { ReplyOnPlatform } from '@libs/sources';
import { isOneOf, type ReplyFailure } from './reply';

/** The most requests for one accepted PUT or DELETE. */
export const MAX_ATTEMPTS = 3;
const MAX_PAUSE_MS = 6 * 3_600_000;
const MAX_RETRY_MS = 3_600_000;
/** The pause before the first read of a reply in moderation. */
export const FIRST_POLL_MS = 60_000;
/** How long a platform without moderation is read for the result of a request. */
const DOUBT_LIMIT_MS = 3_600_000;

export interface ClaimFacts {
  readonly state: 'publishing' | 'published';
  readonly action: 'publish' | 'remove';
  readonly text: string;
  readonly publishedText: string | null;
  /** The account's texts that were sent for this review. */
  readonly sentTexts: readonly string[];
  /** Started by the service and not by a client: a collection found an earlier text of the account instead of the latest one. */
  readonly isRepair: boolean;
  readonly wasConfirmed: boolean;
  readonly inDoubt: boolean;
  /** Time since the last moment at which a request may have had an effect; 0 if not in doubt. */
  readonly doubtForMs: number;
  /** How long the platform has had `publishedText`, shown or in moderation; 0 if it has none. */
  readonly publishedForMs: number;
  readonly attempts: number;
  /** Reads since the last request. */
  readonly reads: number;
}

export interface Timing {
  /** The first backoff, doubled for each attempt. A broken request can have its effect within the same time. */
  readonly retryAfterMs: number;
  readonly moderationLimitMs: number;
}

export interface PublisherFacts {
  readonly canReplace: boolean;
  readonly moderated: boolean;
}

export type Step =
  /** Read the reply that the platform has. */
  | { readonly do: 'read' }
  /** Send one publication or removal. `provenAbsent`: a read proved that the platform has no reply. */
  | { readonly do: 'send'; readonly provenAbsent: boolean }
  | { readonly do: 'publish_nothing' }
  /** The platform has the text: shown to the public, or in moderation. */
  | { readonly do: 'published'; readonly shown: boolean; readonly at: string | null }
  | { readonly do: 'removed' }
  /** The reply was edited on the platform; the edit is kept. */
  | { readonly do: 'leave'; readonly isShown: boolean }
  | Wait
  | Fail;

export type StepAfterRead = Exclude<Step, { readonly do: 'read' }>;

export interface Wait {
  readonly do: 'wait';
  readonly forMs: number;
}

export interface Fail {
  readonly do: 'fail';
  readonly error: ReplyFailure;
  readonly detail: string;
  /** Still in doubt: the platform is read before the next request. */
  readonly stillInDoubt: boolean;
}

const fail = (error: ReplyFailure, detail: string, stillInDoubt: boolean): Fail => ({
  do: 'fail',
  error,
  detail,
  stillInDoubt,
});

/** The step after a claim. */
export function firstStep(claim: ClaimFacts): Step {
  if (claim.state === 'published' || claim.inDoubt) return { do: 'read' };
  if (claim.action === 'remove' && claim.publishedText === null) return { do: 'removed' };
  if (claim.action === 'publish' && claim.publishedText === claim.text) return { do: 'publish_nothing' };
  return sendOrGiveUp(claim, false);
}

/** The step after a read. */
export function stepAfterRead(
  claim: ClaimFacts,
  found: ReplyOnPlatform,
  publisher: PublisherFacts,
  timing: Timing,
): StepAfterRead {
  if (found.kind === 'review_gone') return stepWithoutReview(claim);
  if (claim.state === 'published') return stepOfPoll(claim, found, timing);
  const finding = findingOf(claim, found, publisher, timing);
  if (claim.action === 'remove') return stepOfRemoval(claim, finding, timing);
  if (finding === 'unknown') return stepOfUnknown(claim, publisher, timing);
  return stepOfPublication(claim, finding, publisher, timing);
}

/** The step after a read that failed. */
export function stepAfterFailedRead(
  claim: ClaimFacts,
  detail: string,
  publisher: PublisherFacts,
  timing: Timing,
): Wait | Fail {
  if (claim.state === 'published') return readAgain(claim, timing);
  const step = stepOfUnknown(claim, publisher, timing);
  return step.do === 'fail' ? fail('platform_unavailable', detail, true) : step;
}

/** The step if no call is possible, because the connection, the publisher or the link of the review is missing. */
export function stepWithoutAccess(
  claim: ClaimFacts,
  { error, detail }: Pick<Fail, 'error' | 'detail'>,
  timing: Timing,
): Wait | Fail {
  return claim.state === 'published' ? readAgain(claim, timing) : fail(error, detail, true);
}

/**
 * The step after a request that certainly had no effect. `attempts` includes it. `stillInDoubt`: an earlier request may have had an
 * effect.
 */
export function stepAfterNothingSent(
  { attempts, stillInDoubt }: { readonly attempts: number; readonly stillInDoubt: boolean },
  detail: string,
  retryAfterMs: number | null,
  timing: Timing,
): Wait | Fail {
  if (attempts >= MAX_ATTEMPTS) return fail('platform_unavailable', detail, stillInDoubt);
  const pause = timing.retryAfterMs * 2 ** (attempts - 1);
  return { do: 'wait', forMs: Math.min(Math.max(pause, retryAfterMs ?? 0), MAX_RETRY_MS) };
}

/** The step after the platform refused a request for a reason of the reply. A review that is gone has no reply, whatever was in doubt. */
export function stepAfterRefusal(
  action: ClaimFacts['action'],
  error: ReplyFailure,
  detail: string,
  stillInDoubt: boolean,
): Fail | { readonly do: 'removed' } {
  if (error !== 'review_gone') return fail(error, detail, stillInDoubt);
  return action === 'remove' ? { do: 'removed' } : fail(error, detail, false);
}

/** The pause before the next read of a reply in moderation, after this number of reads. */
export function pollPauseMs(reads: number): number {
  return Math.min(FIRST_POLL_MS * 2 ** Math.min(reads, 20), MAX_PAUSE_MS);
}

/** The result of a read: the reply of the platform, its absence, or `unknown`. */
type Finding = 'absent' | 'unknown' | Extract<ReplyOnPlatform, { kind: 'found' }>;

/**
 * On a moderated platform, a read without a reply proves nothing, unless a collection found the reply before, or the time limit of
 * moderation has passed since the platform received it. A rejected reply is absent.
 */
function findingOf(
  claim: ClaimFacts,
  found: Exclude<ReplyOnPlatform, { kind: 'review_gone' }>,
  { moderated }: PublisherFacts,
  { moderationLimitMs }: Timing,
): Finding {
  if (found.kind === 'found') return found;
  const isInconclusive = found.kind === 'unknown' || moderated;
  const isLastRequest = claim.publishedText !== null && claim.attempts === 0 && claim.action === 'publish';
  const isOverdue = isLastRequest && claim.publishedForMs >= moderationLimitMs;
  return isInconclusive && !claim.wasConfirmed && !isOverdue ? 'unknown' : 'absent';
}

function stepOfPublication(
  claim: ClaimFacts,
  finding: Exclude<Finding, 'unknown'>,
  { canReplace }: PublisherFacts,
  timing: Timing,
): StepAfterRead {
  if (finding !== 'absent' && isSameReply(claim.text, finding.text)) return stepOfFound(finding);
  if (claim.isRepair && !isOwn(claim, finding)) return { do: 'leave', isShown: finding !== 'absent' };
  if (finding !== 'absent' && !canReplace) {
    return fail('platform_error', 'the platform has another reply and cannot replace it', false);
  }
  return afterArrivalTime(claim, timing, () => sendOrGiveUp(claim, finding === 'absent'));
}

function stepOfFound(finding: Extract<ReplyOnPlatform, { kind: 'found' }>): StepAfterRead {
  if (finding.state === 'rejected') return rejectedText(finding.detail);
  return { do: 'published', shown: finding.state === 'published', at: finding.at };
}

/**
 * Removes only a reply of the account: a reply that was written on the platform stays (contract §4.5). A broken publication may still
 * arrive, so the reply is treated as absent only after the arrival time has passed.
 */
function stepOfRemoval(claim: ClaimFacts, finding: Finding, timing: Timing): StepAfterRead {
  const mayBeOwn = finding === 'unknown' || isOwn(claim, finding);
  return mayBeOwn ? sendOrGiveUp(claim, false) : afterArrivalTime(claim, timing, () => ({ do: 'removed' }));
}

const isOwn = (claim: ClaimFacts, finding: Exclude<Finding, 'unknown'>): boolean =>
  finding !== 'absent' && isOneOf(ownTexts(claim), finding.text);

/** All texts of the account that the platform may have. */
export function ownTexts({ text, publishedText, sentTexts }: ClaimFacts): readonly string[] {
  return [text, ...(publishedText === null ? [] : [publishedText]), ...sentTexts];
}

function stepOfPoll(
  claim: ClaimFacts,
  found: Exclude<ReplyOnPlatform, { kind: 'review_gone' }>,
  timing: Timing,
): StepAfterRead {
  if (found.kind === 'found' && isSameReply(claim.text, found.text)) {
    if (found.state !== 'pending') return stepOfFound(found);
  }
  return pollLater(claim, timing);
}

/** The platform does not show the reply. This is a failure once the time limit of moderation has passed. */
function pollLater(claim: ClaimFacts, timing: Timing): StepAfterRead {
  if (claim.publishedForMs < timing.moderationLimitMs) return readAgain(claim, timing);
  // The platform may still show it later, so it is read before the next request.
  return fail('text_rejected', 'the platform has not shown the reply within the time limit of moderation', true);
}

/**
 * The reply stays `published` meanwhile, because the platform has the text (contract §2.6), even if the platform cannot be read. After the
 * time limit of moderation, the next successful read decides.
 */
function readAgain({ reads, publishedForMs }: ClaimFacts, { moderationLimitMs }: Timing): Wait {
  const leftMs = moderationLimitMs - publishedForMs;
  return waitAtMost(pollPauseMs(reads), leftMs > 0 ? leftMs : MAX_PAUSE_MS);
}

function stepOfUnknown(claim: ClaimFacts, { moderated }: PublisherFacts, timing: Timing): Wait | Fail {
  const limitMs = moderated ? timing.moderationLimitMs : DOUBT_LIMIT_MS;
  if (claim.doubtForMs >= limitMs) {
    return fail('platform_error', 'the platform never showed the outcome of the request', false);
  }
  const pause = Math.min(timing.retryAfterMs * 2 ** Math.min(claim.reads, 20), MAX_PAUSE_MS);
  return waitAtMost(pause, limitMs - claim.doubtForMs);
}

/** Returns `step` if the time in which a broken request can still arrive has passed; until then, a wait. */
function afterArrivalTime(claim: ClaimFacts, { retryAfterMs }: Timing, step: () => StepAfterRead): StepAfterRead {
  const leftMs = retryAfterMs - claim.doubtForMs;
  return leftMs > 0 ? { do: 'wait', forMs: leftMs } : step();
}

function sendOrGiveUp(claim: ClaimFacts, provenAbsent: boolean): StepAfterRead {
  if (claim.attempts < MAX_ATTEMPTS) return { do: 'send', provenAbsent };
  return fail('platform_unavailable', 'the platform accepted none of the attempts', claim.inDoubt && !provenAbsent);
}

function stepWithoutReview({ action, isRepair }: ClaimFacts): StepAfterRead {
  if (isRepair && action === 'publish') return { do: 'leave', isShown: false };
  return action === 'remove'
    ? { do: 'removed' }
    : fail('review_gone', 'the review is no longer on the platform', false);
}

const rejectedText = (detail: string | null): Fail =>
  fail('text_rejected', detail ?? 'the platform rejected the text', false);

const waitAtMost = (pauseMs: number, leftMs: number): Wait => ({
  do: 'wait',
  forMs: Math.max(1, Math.min(pauseMs, leftMs)),
});
