/** Replies by the states that they reach. No label names a review or an account. */
import { counter, histogram } from '@libs/metrics';
import type { ReplyState } from './domain/reply';

const CHANGES = counter({
  name: 'hrev_reply_state_changes_total',
  help: 'Replies that reached a state, by source. pending: accepted from a client, or put back for another attempt.',
  labels: ['source', 'state'],
});
const DURATIONS = histogram(
  {
    name: 'hrev_reply_publication_seconds',
    help: 'Time from the acceptance of a reply until the platform confirms that it has the reply.',
    labels: ['source'],
  },
  [0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600, 21_600, 86_400],
);

/** Counts a change of state. Call it after the commit. */
export function countReply(source: string, state: ReplyState): void {
  CHANGES.inc({ source, state });
}

export function countPublication(source: string, milliseconds: number): void {
  DURATIONS.observe({ source }, milliseconds / 1_000);
}
