import { offSince } from '@src/switches';
import type { Reply } from '../domain/reply';

/** A reply with the facts that its author follows. */
export interface ReplyRecord extends Reply {
  readonly acceptedAt: Date;
  /** The person whose request was accepted last; null: a key. */
  readonly acceptedBy: number | null;
  readonly attempts: number;
  readonly dueAt: Date | null;
  readonly errorDetail: string | null;
  /** Since when the operator has switched off replies on the platform; null while they are on. */
  readonly switchedOffSince: Date | null;
}

/** SQL: the columns of a `Reply`. */
export const REPLY = `state, action, text, held_text as "publishedText", held_at as "publishedTextAt", confirmed_at as "confirmedAt",
  in_doubt as "inDoubt", error`;

/** SQL: the columns of a `ReplyRecord` of the row `p`. */
export const REPLY_RECORD = `p.state, p.action, p.text, p.held_text as "publishedText", p.held_at as "publishedTextAt", p.confirmed_at as "confirmedAt",
  p.in_doubt as "inDoubt", p.error, p.accepted_at as "acceptedAt", p.accepted_by as "acceptedBy", p.attempts, p.due_at as "dueAt",
  p.error_detail as "errorDetail", ${offSince('replies', 'p.source_id')} as "switchedOffSince"`;
