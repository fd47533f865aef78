import type { SpanFacts } from '@libs/traces';
import type { ClaimedLink } from '../persistence/run-lease.store';

/** The span of a visit for one of its links. Its parent is the span that planned the run of the link. */
export function visitSpan(claim: ClaimedLink, source: string): SpanFacts {
  return {
    name: `visit ${source}`,
    kind: 'consumer',
    causes: [claim.traceparent],
    attributes: {
      'messaging.system': 'hrev',
      'messaging.operation.name': 'visit',
      'messaging.operation.type': 'process',
      'messaging.destination.name': source,
      'hrev.source': source,
      'hrev.run.id': claim.runId,
      'hrev.link.id': claim.linkId,
      'hrev.run.attempt': claim.attempts,
    },
  };
}
