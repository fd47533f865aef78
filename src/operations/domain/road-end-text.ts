/** The texts about roads that a platform ends. */
import type { EndingRoad } from '@libs/sources';

const SECOND_LINE = 'Afterwards its reviews can no longer be collected in this way, and what is stored stays as it is.';

/** One road in a list: "Facebook (graph-api) ends on 2027-01-21, in 55 days". */
export function roadEndLine({ source, road, endsAt, daysLeft }: EndingRoad): string {
  const name = `${source.facts.displayName} (${road.name})`;
  if (daysLeft <= 0) return `${name} ended on ${endsAt}`;
  return `${name} ends on ${endsAt}, in ${daysLeft} ${daysLeft === 1 ? 'day' : 'days'}`;
}

/** The mail to the operators. */
export function roadEndMail(end: EndingRoad): { readonly subject: string; readonly body: string } {
  const { source, endsAt } = end;
  return {
    subject: `${source.facts.displayName}: a way to read its reviews ends on ${endsAt}`,
    body: [
      `${roadEndLine(end)}, as the platform has announced.`,
      SECOND_LINE,
      '',
      'Look for a newer version of hrev, and read the page of the platform in its documentation.',
    ].join('\n'),
  };
}
