/** Events that this process relayed. */
import { counter, histogram } from '@libs/metrics';
import type { RelayedEvent } from './event-subscribers';

const RELAYED = counter({
  name: 'hrev_outbox_relayed_total',
  help: 'Events of the outbox that were relayed to their subscribers, by event.',
  labels: ['event'],
});
const DELAYS = histogram(
  {
    name: 'hrev_outbox_relay_delay_seconds',
    help: 'Time from the creation of an event to the commit of its effects, by the clocks of database and process.',
  },
  [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800],
);
const FAILED = counter({
  name: 'hrev_outbox_failures_total',
  help: 'Attempts to relay a single event that failed; it is tried again.',
  labels: ['event'],
});

/** Counts events whose batch was committed. */
export function countRelayed(events: readonly RelayedEvent[]): void {
  const now = Date.now();
  for (const { name, createdAt } of events) {
    RELAYED.inc({ event: name });
    DELAYS.observe({}, Math.max(0, now - Date.parse(createdAt)) / 1_000);
  }
}

export function countFailed(event: string): void {
  FAILED.inc({ event });
}
