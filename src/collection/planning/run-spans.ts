import { markedSpan } from '@libs/traces';
import type { PlannedLink } from './persistence/run-planning.store';

/** What caused a run: the work that plans it, such as a request, or the work that made its links due. */
export type PlannedBy = 'this work' | 'its links';

/**
 * Records a span for each run that the links will be planned in, one per account and cause. Returns the links with the `traceparent` of the span
 * of their run, for their visits.
 */
export function inRunSpans(links: readonly PlannedLink[], plannedBy: PlannedBy): readonly PlannedLink[] {
  const runs = new Map<string, PlannedLink[]>();
  for (const link of links) {
    const key = `${link.accountId} ${link.cause}`;
    const run = runs.get(key);
    if (run === undefined) runs.set(key, [link]);
    else run.push(link);
  }
  return [...runs.values()].flatMap((run) => {
    const traceparent = spanOf(run, plannedBy);
    return run.map((link) => ({ ...link, traceparent }));
  });
}

function spanOf(links: readonly PlannedLink[], plannedBy: PlannedBy): string | null {
  return markedSpan({
    name: 'plan run',
    kind: 'producer',
    ...(plannedBy === 'its links' && { causes: links.map(({ traceparent }) => traceparent) }),
    attributes: {
      'messaging.system': 'hrev',
      'messaging.operation.name': 'plan',
      'messaging.operation.type': 'create',
      'messaging.destination.name': 'run',
      'messaging.batch.message_count': links.length,
      'hrev.run.cause': links[0]?.cause,
    },
  });
}
