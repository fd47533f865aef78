/**
 * The reply of a page is the last of its own comments on the story of a review. The list has the first comments of a story; if there are
 * more, the rest are requested by cursor, so that a reply behind many comments of guests is found.
 */
import { cleanTextOrNull, type LocalDateTime } from '@libs/kernel';
import { z } from 'zod';
import { Reading } from '../../reading';
import { readShape } from '../../read-shape';
import { Changed } from '../../source-errors';
import { utcTime } from '../../times';

const RECORD = 'A comment on Facebook';
const timeOf = (instant: string): LocalDateTime | null => utcTime(instant, RECORD);

const text = z.string().nullish();
const commentShape = z.looseObject({
  message: text,
  created_time: text,
  from: z.looseObject({ id: text }).nullish(),
});
export const commentsShape = z.looseObject({
  data: z.array(commentShape).nullish(),
  paging: z.looseObject({ cursors: z.looseObject({ after: text }).nullish(), next: text }).nullish(),
});

type Comments = z.infer<typeof commentsShape>;

/** A comment of the page itself. */
export interface OwnComment {
  readonly text: string;
  readonly date: LocalDateTime | null;
}

export interface CommentPage {
  /** The last own comment on this page of comments; null if there is none. */
  readonly own: OwnComment | null;
  /** Whether there are further comments. */
  readonly hasMore: boolean;
  /** Cursor of the further comments; null if there are none, or Facebook gives no cursor. */
  readonly after: string | null;
}

/** Reads comments. `pageId`: the page whose comments are replies. What cannot be read is counted in `reading`. */
export function commentPageOf(comments: Comments | null | undefined, pageId: string, reading: Reading): CommentPage {
  const own = (comments?.data ?? []).flatMap(({ from, message, created_time }) => {
    const words = from?.id === pageId ? cleanTextOrNull(message) : null;
    return words === null ? [] : [{ text: words, date: reading.stated('reply_date', created_time, timeOf) }];
  });
  const hasMore = Boolean(comments?.paging?.next);
  return {
    own: own.reduce<OwnComment | null>(later, null),
    hasMore,
    after: hasMore ? cleanTextOrNull(comments?.paging?.cursors?.after) : null,
  };
}

/** Reads a page of comments of a story. Throws `Changed` if it does not match. */
export function readComments(value: unknown, pageId: string): CommentPage {
  const reading = new Reading(RECORD);
  const page = commentPageOf(readShape(commentsShape, value, "Facebook's list of comments"), pageId, reading);
  if (reading.fault !== null) throw new Changed(reading.fault);
  return page;
}

/** The later of two comments: by their dates, else the second, because Facebook lists older comments first. */
export function later(first: OwnComment | null, second: OwnComment | null): OwnComment | null {
  if (first === null || second === null) return second ?? first;
  return (first.date ?? '') > (second.date ?? '9999') ? first : second;
}
