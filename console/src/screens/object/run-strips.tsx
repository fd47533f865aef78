import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ObjectLink } from '../../api/queries/objects';
import type { Run } from '../../api/queries/runs';
import { sourcesQuery } from '../../api/queries/sources';
import { formatDayHour } from '../../lib/format';
import { PlatformChip } from '../../parts/platform';
import { RunStrip } from '../../parts/run-strip';
import { objectWords } from '../../words/en/object';
import { cellsOf, partsOf, resultOf } from './strip-cells';
import { useObjectAddress } from './use-object';

const KINDS = ['new', 'full', 'part', 'refused'] as const;
const route = getRouteApi('/a/$accountId/objects/$objectId/links');

interface RunStripsProps {
  readonly links: readonly ObjectLink[];
  readonly runs: readonly Run[] | undefined;
}

/** The runs of the last days, a strip per link. The times of its first and last run are below. */
export function RunStrips({ links, runs }: RunStripsProps) {
  const { accountId, objectId } = useObjectAddress();
  const { data: sources } = useQuery(sourcesQuery(accountId));
  const navigate = route.useNavigate();
  const open = (runId: number): void =>
    void navigate({
      to: '/a/$accountId/objects/$objectId/runs/$runId',
      params: { accountId: String(accountId), objectId: String(objectId), runId: String(runId) },
      search: {},
    });
  const first = runs?.at(-1);
  const latest = runs?.[0];
  return (
    <section className="card">
      <header className="card-head">
        <h2>{objectWords.runsOf7Days}</h2>
        <span className="strip-key">
          {KINDS.map((kind) => (
            <span key={kind} className={`kind-${kind}`}>
              {objectWords.cells[kind]}
            </span>
          ))}
        </span>
      </header>
      {links.map((link) => {
        const platform = sources?.get(link.source_slug)?.display_name ?? link.source_slug;
        const parts = partsOf(runs ?? [], link.id);
        const [last] = parts;
        return (
          <div key={link.id} className="strip-row">
            <span className="strip-name">
              <PlatformChip slug={link.source_slug} name={platform} />
              <span className="clip" aria-hidden>
                {platform}
              </span>
            </span>
            <RunStrip label={objectWords.stripOf(platform)} cells={cellsOf(parts)} onOpen={open} />
            <span className="small sub strip-last">{lastText(last)}</span>
          </div>
        );
      })}
      <p className="strip-axis num">
        <span>{first && objectWords.oldestRun(formatDayHour(first.created_at))}</span>
        <span>{latest && latest !== first && objectWords.newestRun(formatDayHour(latest.created_at))}</span>
      </p>
    </section>
  );
}

function lastText(last: ReturnType<typeof partsOf>[number] | undefined): string {
  if (last === undefined) return objectWords.stripEmpty;
  return last.outcome === null ? objectWords.nowRun(resultOf(last)) : objectWords.lastRun(resultOf(last));
}
