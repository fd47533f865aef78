import type { Reply } from '../../api/queries/replies';
import { formatAhead, formatMoment, formatWhen } from '../../lib/format';
import type { StatusName } from '../../parts/status';
import { repliesWords } from '../../words/en/replies';

const { state, step } = repliesWords;

/** The facts from which every word about a reply follows. */
export type KnownReply = Pick<
  Reply,
  | 'status'
  | 'wish'
  | 'text'
  | 'attempts'
  | 'accepted_at'
  | 'published_at'
  | 'confirmed_at'
  | 'next_attempt_at'
  | 'switched_off_since'
  | 'error'
>;

/** What is known beside the reply. */
export interface ReplyPlace {
  /** The name of the platform. */
  readonly platform: string;
  /** Whether the platform checks replies before it shows them. */
  readonly isModerated: boolean;
  /** The reply that the platform shows; null for none. */
  readonly shown: string | null;
}

/** Where a reply stands. Every reply stands at exactly one of them. */
export type Stage =
  | 'waiting'
  | 'sending'
  | 'accepted'
  | 'checked'
  | 'otherText'
  | 'shown'
  | 'refused'
  | 'removing'
  | 'notRemoved'
  | 'removed';

export function stageOf(reply: KnownReply, place: Omit<ReplyPlace, 'platform'>): Stage {
  const { status, wish } = reply;
  if (status === 'deleted') return 'removed';
  if (status === 'published') return publishedStage(reply, place);
  if (wish === 'remove') return status === 'failed' ? 'notRemoved' : 'removing';
  if (status === 'failed') return 'refused';
  return status === 'publishing' ? 'sending' : 'waiting';
}

function publishedStage({ text, confirmed_at: seen }: KnownReply, place: Omit<ReplyPlace, 'platform'>): Stage {
  if (seen !== null) return 'shown';
  if (place.shown !== null && place.shown !== text) return 'otherText';
  return place.isModerated ? 'checked' : 'accepted';
}

const STATUSES: Readonly<Record<Stage, StatusName>> = {
  waiting: 'replyWaiting',
  sending: 'replySending',
  accepted: 'replyPublished',
  checked: 'replyPublished',
  otherText: 'replyPublished',
  shown: 'replyConfirmed',
  refused: 'replyFailed',
  removing: 'replyWaiting',
  notRemoved: 'replyNotRemoved',
  removed: 'replyDeleted',
};

/** The state of a reply in the one map of states. It does not depend on the platform, so lists use it too. */
export function replyStatusOf(reply: KnownReply): StatusName {
  return STATUSES[stageOf(reply, { isModerated: false, shown: null })];
}

/** The line that says what became of a reply. */
export function replyLine(reply: KnownReply, place: ReplyPlace): string {
  const { platform } = place;
  const { attempts, next_attempt_at: next, published_at: since, confirmed_at: seen, switched_off_since: off } = reply;
  if (off !== null) return state.switchedOff(formatWhen(off));
  const lines: Readonly<Record<Stage, () => string>> = {
    waiting: () => (attempts > 0 && next !== null ? state.waitsUntil(formatAhead(next)) : state.waiting),
    sending: () => state.sending(platform, attempts),
    accepted: () => state.accepted(platform),
    checked: () => state.moderated(platform),
    otherText: () => state.otherText(platform),
    shown: () =>
      since === null || seen === null
        ? state.seen(platform)
        : state.confirmed(platform, formatMoment(since), formatMoment(seen)),
    refused: () => failureOf(reply, place).title,
    removing: () => state.removal,
    notRemoved: () => failureOf(reply, place).title,
    removed: () => state.deleted,
  };
  return lines[stageOf(reply, place)]();
}

/** Why a reply was not published or not taken down, and what helps. */
export function failureOf({ wish, error }: KnownReply, { platform }: ReplyPlace): { title: string; remedy: string } {
  const [reason, remedy] = repliesWords.failed[error ?? '']?.(platform) ?? ['', ''];
  const what = wish === 'remove' ? state.notRemoved : state.notPublished;
  return { title: reason === '' ? `${what}.` : `${what}: ${reason}`, remedy };
}

/** A step of a reply, in the order of time. */
export interface Step {
  readonly name: string;
  readonly at: string | null;
  readonly state: 'done' | 'bad' | 'ahead';
  readonly note?: string;
}

/** The steps of a text on its way to the platform; none while a reply is taken down. */
export function replySteps(reply: KnownReply, { platform }: ReplyPlace): readonly Step[] {
  const { status, wish, attempts, published_at: acceptedAt, confirmed_at: seenAt } = reply;
  if (wish === 'remove' || status === 'deleted') return [];
  const written: Step = { name: step.written, at: reply.accepted_at, state: 'done' };
  const tries = attempts > 0 ? { note: step.tries(attempts) } : {};
  const sent = (isDone: boolean): Step => ({ ...stepAt(step.sent(platform), null, isDone), ...tries });
  if (status === 'failed') {
    const refused: Step = { name: step.rejected, at: null, state: 'bad', note: reply.error ?? '' };
    return attempts > 0 ? [written, sent(true), refused] : [written, refused];
  }
  const isAccepted = status === 'published';
  return [
    written,
    sent(isAccepted || status === 'publishing'),
    stepAt(step.accepted(platform), acceptedAt, isAccepted),
    stepAt(step.seen(platform), seenAt, isAccepted && seenAt !== null),
  ];
}

const stepAt = (name: string, at: string | null, isDone: boolean): Step => ({
  name,
  at: isDone ? at : null,
  state: isDone ? 'done' : 'ahead',
});
