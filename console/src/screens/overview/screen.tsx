import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { objectsQuery } from '../../api/queries/objects';
import { problemFacts } from '../../api/problem';
import { formatToday } from '../../lib/format';
import { periodName, published } from '../../lib/periods';
import { Choice } from '../../parts/filters';
import { PageMenu } from '../../parts/page-menu';
import { Segments } from '../../parts/segments';
import { Problem } from '../../parts/states';
import { overviewWords } from '../../words/en/overview';
import { ByPlatform } from './by-platform';
import { CollectingNow } from './collecting';
import { Fallen } from './fallen';
import { FigureRow } from './figure-row';
import { FirstSteps } from './first-steps';
import { NeedsYou } from './needs-you';
import type { OverviewSearch } from './search';
import { TimeCard } from './time-card';
import { useSettled } from './use-settled';
import { viewOf, type OverviewView } from './view';
import './overview.css';

const accountRoute = getRouteApi('/a/$accountId');
const route = getRouteApi('/a/$accountId/overview');

type Period = keyof typeof overviewWords.periods;

/** What waits for a person, the figures of a period, and the state of the collection. */
export function OverviewScreen() {
  const { account } = accountRoute.useRouteContext();
  const search = route.useSearch();
  const objects = useQuery(objectsQuery(account.id));
  // The cards ask for their figures beside the objects and not after them.
  const hasNoObjects = objects.data?.total === 0;
  const view = viewOf(account.id, search);
  return (
    <div className="page">
      <title>{overviewWords.title}</title>
      <div className="head">
        <div>
          <h1>{overviewWords.title}</h1>
          <p className="small sub">{formatToday()}</p>
        </div>
        {!hasNoObjects && <PeriodBar accountId={account.id} search={search} />}
      </div>
      {objects.error && <Problem {...problemFacts(objects.error)} onRetry={() => void objects.refetch()} />}
      {hasNoObjects && <FirstSteps account={account} />}
      {!hasNoObjects && !objects.error && <Cards view={view} />}
    </div>
  );
}

function PeriodBar({ accountId, search }: { readonly accountId: number; readonly search: OverviewSearch }) {
  const navigate = route.useNavigate();
  const change = (next: OverviewSearch): void =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true });
  const name = periodName(search);
  const view = viewOf(accountId, search);
  return (
    <div className="actions">
      <Segments<Period>
        label={overviewWords.period}
        value={name === null || name === 'all' ? null : name}
        choices={overviewWords.periods}
        onChoose={(period) => change({ period, from: undefined, to: undefined })}
      />
      <Choice<'before' | 'none'>
        label={overviewWords.compare}
        value={search.compare ?? 'before'}
        choices={overviewWords.compares}
        onChoose={(compare) => change({ compare: compare === 'none' ? 'none' : undefined })}
      />
      <PageMenu call={{ path: '/v3/analytics', query: { ...view.ids, ...published(view.range) } }} />
    </div>
  );
}

function Cards({ view }: { readonly view: OverviewView }) {
  const isSettled = useSettled(view);
  return (
    <>
      <div className={isSettled ? 'overview-top' : 'overview-top is-settling'}>
        <FigureRow view={view} />
        <div className="overview-grid">
          <NeedsYou view={view} />
          <CollectingNow view={view} />
        </div>
      </div>
      <div className={isSettled ? undefined : 'overview-rest is-settling'}>
        <div className="overview-grid">
          <TimeCard view={view} />
          <ByPlatform view={view} />
        </div>
        <Fallen view={view} />
      </div>
    </>
  );
}
