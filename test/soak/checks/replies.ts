/** Replies: what was requested, what the platform accepted, what it shows, and what the service reports. Pure. */
import { historyOf } from '../platform-model';
import type { Publication } from '../platforms';
import type { ReplyRecord } from '../records';
import { lastWish, wishLines, type Wishes } from '../tenant-ledger';
import type { Finding } from './content';

/** `record` is undefined where the service has no reply. */
export function judgeReply(
  wishes: Wishes,
  publications: readonly Publication[],
  record: ReplyRecord | undefined,
): readonly Finding[] {
  const { review, reviewId, list } = wishes;
  if (list.every((wish) => wish.acceptedAt === null)) return [];
  const find = (check: string, detail: string): Finding => ({
    check,
    subject: `reply ${reviewId}`,
    detail,
    history: [...wishLines(wishes), ...historyOf(review)],
  });
  const wanted = lastWish(wishes);
  const found: Finding[] = [];
  if (review.reply !== wanted)
    found.push(
      find('published text', `the platform shows ${JSON.stringify(review.reply)}, wanted is ${JSON.stringify(wanted)}`),
    );
  const state = wanted === null ? 'deleted' : 'published';
  if (record?.state !== state)
    found.push(
      find(
        'reply state',
        `it is ${record?.state ?? 'unknown'} (${record?.error ?? 'no error'}), it should be ${state}`,
      ),
    );
  return [...found, ...judgeOrder(wishes, publications).map((detail) => find('published order', detail))];
}

/** Each text is published at most once, and no earlier request after a later one. */
function judgeOrder({ list }: Wishes, publications: readonly Publication[]): readonly string[] {
  const found: string[] = [];
  let latest = -1;
  const texts = new Set<string>();
  for (const { text } of publications) {
    if (text === null) continue;
    const place = list.findIndex((wish) => wish.text === text);
    if (texts.has(text)) found.push(`${JSON.stringify(text)} was published again`);
    else if (place < latest) found.push(`wish ${place} was published after wish ${latest}`);
    texts.add(text);
    latest = Math.max(latest, place);
  }
  return found;
}
