/** Outgoing requests, by who sends them and how they end. No label names a host. */
import { counter, histogram } from '@libs/metrics';
import { EgressError } from './egress-error';

const REQUESTS = counter({
  name: 'hrev_egress_requests_total',
  help: 'Requests to platforms and receivers, by source (or webhooks, photos) and outcome: the class of the status, or why no response arrived.',
  labels: ['source', 'outcome'],
});
const DURATIONS = histogram(
  {
    name: 'hrev_egress_request_duration_seconds',
    help: 'Time of requests to platforms and receivers, from the look-up to the last byte, also of those that fail.',
    labels: ['source'],
  },
  [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30],
);

/** `blocked` and `throttled` are apart from other 4xx: they are how a platform refuses. */
export function outcomeOfStatus(status: number): string {
  if (status === 401 || status === 403 || status === 451) return 'blocked';
  if (status === 429) return 'throttled';
  return `${Math.floor(status / 100)}xx`;
}

/** Counts the request once it ends. */
export async function counted<R extends { readonly status: number }>(source: string, sent: Promise<R>): Promise<R> {
  const beganAt = performance.now();
  let outcome = 'failed';
  try {
    const response = await sent;
    outcome = outcomeOfStatus(response.status);
    return response;
  } catch (error) {
    if (error instanceof EgressError) outcome = error.kind;
    throw error;
  } finally {
    REQUESTS.inc({ source, outcome });
    DURATIONS.observe({ source }, (performance.now() - beganAt) / 1_000);
  }
}
