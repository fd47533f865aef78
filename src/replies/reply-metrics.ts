/** Replies by the states that they reach. No label names a review or an account. */
import { counter, histogram } from '@libs/metrics';
import type { ReplyFailure, ReplyState } from './domain/reply';

const CHANGES = counter({
  name: 'hrev_reply_state_changes_total',
  help: 'Replies that reached a state, by source. pending: accepted from a client, or put back for another attempt.',
  labels: ['source', 'state'],
});
const DURATIONS = histogram(
  {
    name: 'hrev_reply_publication_seconds',
    help: 'Time from the acceptance of a reply to its result: published if the platform has it, refused for a reason that only the account can change, or failed.',
    labels: ['source', 'result'],
  },
  [0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600, 21_600, 86_400],
);

/** Counts a change of state. Call it after the commit. */
export function countReply(source: string, state: ReplyState): void {
  CHANGES.inc({ source, state });
}

/** Failures that the platform or the service has caused. The others need another text, a connection or a review. */
const FAILED: ReadonlySet<ReplyFailure> = new Set(['platform_unavailable', 'platform_error']);

const RESULTS = ['published', 'refused', 'failed'] as const;
const begun = new Set<string>();

/**
 * Begins the series of the source with 0, so that the first results of the process count as an increase. Call it before a request is
 * sent. It is not done for all sources at the start, because most have no replies.
 */
export function beginPublications(source: string): void {
  if (begun.has(source)) return;
  begun.add(source);
  for (const result of RESULTS) DURATIONS.zero({ source, result });
}

/** Counts the result of a publication; `failure` is null if it succeeded. Call it after the commit. */
export function countPublication(source: string, failure: ReplyFailure | null, milliseconds: number): void {
  const result: (typeof RESULTS)[number] = failure === null ? 'published' : FAILED.has(failure) ? 'failed' : 'refused';
  DURATIONS.observe({ source, result }, milliseconds / 1_000);
}
