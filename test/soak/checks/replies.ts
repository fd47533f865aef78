/**
 * Compares requests for replies with the publications that the platform accepted, the reply that it shows, and the state that the
 * service reports. Pure functions.
 */
import { historyOf } from '../platform-model';
import type { Publication } from '../platforms';
import type { ReplyRecord } from '../records';
import { lastAcceptedText, requestLines, type ReplyRequests } from '../tenant-ledger';
import type { Finding } from './content';

/** `record` is undefined if the service has no reply. */
export function compareReply(
  replyRequests: ReplyRequests,
  publications: readonly Publication[],
  record: ReplyRecord | undefined,
): readonly Finding[] {
  const { review, reviewId, list } = replyRequests;
  if (list.every((request) => request.acceptedAt === null)) return [];
  const find = (check: string, detail: string): Finding => ({
    check,
    subject: `reply ${reviewId}`,
    detail,
    history: [...requestLines(replyRequests), ...historyOf(review)],
  });
  const expected = lastAcceptedText(replyRequests);
  const findings: Finding[] = [];
  if (review.reply !== expected)
    findings.push(
      find(
        'published text',
        `the platform shows ${JSON.stringify(review.reply)}, expected is ${JSON.stringify(expected)}`,
      ),
    );
  const state = expected === null ? 'deleted' : 'published';
  if (record?.state !== state)
    findings.push(
      find(
        'reply state',
        `it is ${record?.state ?? 'unknown'} (${record?.error ?? 'no error'}), it should be ${state}`,
      ),
    );
  return [...findings, ...compareOrder(replyRequests, publications).map((detail) => find('published order', detail))];
}

/** Each text is published at most once, and no earlier request after a later one. */
function compareOrder({ list }: ReplyRequests, publications: readonly Publication[]): readonly string[] {
  const findings: string[] = [];
  let latest = -1;
  const texts = new Set<string>();
  for (const { text } of publications) {
    if (text === null) continue;
    const place = list.findIndex((request) => request.text === text);
    if (texts.has(text)) findings.push(`${JSON.stringify(text)} was published again`);
    else if (place < latest) findings.push(`request ${place} was published after request ${latest}`);
    texts.add(text);
    latest = Math.max(latest, place);
  }
  return findings;
}
