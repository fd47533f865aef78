import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { problemFacts } from '../../api/problem';
import type { ObjectLink } from '../../api/queries/objects';
import { runQuery, type RunLink } from '../../api/queries/runs';
import { formatDuration, formatNumber, formatWhole, momentOf } from '../../lib/format';
import { numberOf } from '../../lib/url-state';
import { DetailDrawer } from '../../parts/drawer';
import { PlatformChip } from '../../parts/platform';
import { Loading, Problem } from '../../parts/states';
import { Status, type StatusName } from '../../parts/status';
import { objectWords } from '../../words/en/object';
import { runsWords } from '../../words/en/runs';
import { linkName, stopReason } from './link-state';
import { RUN_STATUSES, tookText } from './runs';
import { useOpenObject, usePlatformName } from './use-object';

const route = getRouteApi('/a/$accountId/objects/$objectId/runs/$runId');

/** A run with what it did for each link of the object. */
export function RunDetail() {
  const { accountId, objectId } = useOpenObject();
  const runId = numberOf(route.useParams().runId) ?? 0;
  const navigate = route.useNavigate();
  const close = (): void =>
    void navigate({
      to: '/a/$accountId/objects/$objectId/runs',
      params: { accountId: String(accountId), objectId: String(objectId) },
      search: (before) => before,
    });
  return (
    <DetailDrawer title={runsWords.number(runId)} isOpen onClose={close}>
      <RunFacts runId={runId} />
    </DetailDrawer>
  );
}

function RunFacts({ runId }: { readonly runId: number }) {
  const { accountId, object } = useOpenObject();
  const run = useQuery(runQuery(accountId, runId));
  if (run.isPending) return <Loading rows={4} onRetry={() => void run.refetch()} />;
  if (run.error) return <Problem {...problemFacts(run.error)} onRetry={() => void run.refetch()} />;
  const links = new Map(object.links.map((link) => [link.id, link]));
  const parts = run.data.links.filter(({ link_id: id }) => links.has(id));
  const others = run.data.links.length - parts.length;
  return (
    <div className="run-detail">
      <Status name={RUN_STATUSES[run.data.status]} />
      <dl>
        <Fact name={runsWords.cause} value={runsWords.causes[run.data.cause]} />
        <Fact name={runsWords.planned} value={formatWhole(run.data.created_at)} />
        <Fact name={runsWords.took} value={tookText(run.data)} />
      </dl>
      {parts.map((part) => (
        <Part key={part.link_id} part={part} link={links.get(part.link_id)} />
      ))}
      {others > 0 && <p className="small muted">{runsWords.others(others)}</p>}
    </div>
  );
}

const OUTCOMES: Readonly<Record<NonNullable<RunLink['outcome']>, StatusName>> = {
  success: 'runDone',
  failed: 'broken',
  dropped: 'runDropped',
};

function Part({ part, link }: { readonly part: RunLink; readonly link: ObjectLink | undefined }) {
  const platform = usePlatformName(link?.source_slug ?? '');
  const { started_at: from, ended_at: to, outcome } = part;
  const status = outcome === null ? (part.state === 'running' ? 'collecting' : 'runWaiting') : OUTCOMES[outcome];
  return (
    <section className="card run-part">
      <header>
        <PlatformChip slug={link?.source_slug ?? ''} name={platform} />
        <h3 dir="auto" className="clip">
          {link === undefined ? '' : linkName(link)}
        </h3>
        <Status name={status} />
      </header>
      <p>
        <b>{stopReason(part) ?? runsWords.notRead}</b>
        {part.outcome === 'failed' && <span className="sub"> {objectWords.nothingDeleted}</span>}
      </p>
      {part.scrape_error !== null && <p className="mono small muted">{part.scrape_error}</p>}
      <dl className="num">
        <Fact name={runsWords.read} value={part.is_full ? runsWords.wholeList : runsWords.newOnly} />
        <Fact name={runsWords.pages} value={formatNumber(part.pages)} />
        <Fact name={runsWords.reviewsRead} value={formatNumber(part.read)} />
        <Fact name={runsWords.new} value={formatNumber(part.new)} />
        <Fact name={runsWords.changed} value={formatNumber(part.changed)} />
        <Fact name={runsWords.gone} value={formatNumber(part.deleted)} />
        <Fact name={runsWords.tries} value={formatNumber(part.attempts)} />
        {from !== null && to !== null && (
          <Fact name={runsWords.took} value={formatDuration(momentOf(to).getTime() - momentOf(from).getTime())} />
        )}
      </dl>
    </section>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
