import { useQuery } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { accountQuery } from '../../api/queries/account';
import { PINNED_AT_MOST, pinnedQuery, reviewCountsQuery } from '../../api/queries/curation';
import { objectFiguresQuery, objectQuery, type ObjectItem, type ObjectLink } from '../../api/queries/objects';
import { problemFacts } from '../../api/problem';
import { useCrumb } from '../../lib/crumb';
import { recordRows } from '../../lib/csv';
import { formatAverage, formatNearDay, formatNumber } from '../../lib/format';
import { statusOf } from '../../parts/link-status';
import { PageMenu } from '../../parts/page-menu';
import { Loading, Problem } from '../../parts/states';
import { Status } from '../../parts/status';
import { Tabs } from '../../parts/tabs';
import { objectWords } from '../../words/en/object';
import { objectsWords } from '../../words/en/objects';
import { problemWords } from '../../words/en/problem';
import { statusWords } from '../../words/en/status';
import { ObjectActions } from './object-actions';
import { useObjectAddress } from './use-object';
import './object.css';

/** An object: its links, pinned and hidden reviews, runs and settings. */
export function ObjectScreen() {
  const { accountId, objectId, mayChange } = useObjectAddress();
  const object = useQuery(objectQuery(accountId, objectId));
  useCrumb(object.data?.name);
  if (object.isPending)
    return (
      <div className="page">
        <h1 className="sr">{objectsWords.title}</h1>
        <Loading rows={5} onRetry={() => void object.refetch()} />
      </div>
    );
  if (object.error)
    return (
      <div className="page">
        <title>{problemWords.title}</title>
        <h1 className="sr">{objectsWords.title}</h1>
        <Problem {...problemFacts(object.error)} onRetry={() => void object.refetch()} />
      </div>
    );
  const { name, links, state, is_active: isActive } = object.data;
  return (
    <div className="page">
      <title>{name}</title>
      <div className="head">
        <div>
          <div className="object-title">
            <h1 dir="auto">{name}</h1>
            <Collected links={links} state={state} />
          </div>
          <Summary accountId={accountId} objectId={objectId} links={links} isActive={isActive} />
        </div>
        <div className="actions">
          {mayChange && <ObjectActions accountId={accountId} object={object.data} />}
          <PageMenu
            call={{ path: `/v3/objects/${objectId}` }}
            csv={{ name: 'links', label: objectWords.linksCsv, rows: () => recordRows(links, LINK_FIELDS) }}
          />
        </div>
      </div>
      <ObjectTabs accountId={accountId} objectId={objectId} links={links.length} />
      <Outlet />
    </div>
  );
}

const LINK_FIELDS = [
  ...(['id', 'source_slug', 'url', 'is_active', 'scrape_status', 'scrape_error', 'stop_reason'] as const),
  ...(['collected_count', 'platform_review_count', 'last_scraped_at'] as const),
];

interface CollectedProps {
  readonly links: readonly ObjectLink[];
  readonly state: ObjectItem['state'];
}

/** The state of the object, and how many of its links were collected. */
function Collected({ links, state }: CollectedProps) {
  if (state === null) return null;
  if (state === 'off') return <Status name="off" />;
  const enabled = links.filter((link) => link.is_active);
  const done = enabled.filter((link) => link.scrape_status === 'success').length;
  return (
    <Status name={statusOf(state)} text={objectWords.stateOf(statusWords[statusOf(state)], done, enabled.length)} />
  );
}

interface SummaryProps {
  readonly accountId: number;
  readonly objectId: number;
  readonly links: readonly ObjectLink[];
  readonly isActive: boolean;
}

function Summary({ accountId, objectId, links, isActive }: SummaryProps) {
  const figures = useQuery(objectFiguresQuery(accountId, objectId)).data?.get(objectId);
  const times = useQuery(accountQuery(accountId)).data?.collection;
  if (!isActive) return <p className="small sub">{objectWords.isOff}</p>;
  const average = figures?.avg_rating ?? null;
  const newest = links
    .flatMap(({ last_scraped_review_date: date }) => date ?? [])
    .sort()
    .at(-1);
  const facts = [
    figures === undefined ? null : objectWords.reviewCount(figures.review_count),
    average === null ? null : objectWords.average(formatAverage(average)),
    newest === undefined ? null : objectWords.newestReview(formatNearDay(newest)),
  ].filter((fact) => fact !== null);
  return (
    <p className="small sub num object-summary">
      {facts.length > 0 && `${facts.join(', ')}. `}
      {times !== undefined && collectedOften(links, times)}
    </p>
  );
}

/** How often the links are collected: those that only the owner reads have a period of their own. */
function collectedOften(
  links: readonly ObjectLink[],
  times: Readonly<Record<'every_seconds' | 'owner_every_seconds', number>>,
): string {
  const { every_seconds: every, owner_every_seconds: ownerEvery } = times;
  const active = links.filter((link) => link.is_active);
  const byOwner = active.filter((link) => link.read_by === 'owner').length;
  if (byOwner === 0) return objectWords.collectedOften(every);
  return byOwner === active.length
    ? objectWords.collectedByOwner(ownerEvery)
    : objectWords.collectedByBoth(every, ownerEvery);
}

interface ObjectTabsProps {
  readonly accountId: number;
  readonly objectId: number;
  readonly links: number;
}

function ObjectTabs({ accountId, objectId, links }: ObjectTabsProps) {
  const counts = useQuery(reviewCountsQuery(accountId, objectId)).data;
  const pinned = useQuery(pinnedQuery(accountId, objectId)).data;
  const base = '/a/$accountId/objects/$objectId';
  const tab = { search: {}, activeOptions: { includeSearch: false }, activeProps: { 'aria-current': 'page' } } as const;
  const params = { accountId: String(accountId), objectId: String(objectId) };
  return (
    <Tabs label={objectWords.tabs}>
      <Link to={`${base}/links`} params={params} {...tab}>
        {objectWords.links} <Count text={formatNumber(links)} />
      </Link>
      <Link to="/a/$accountId/reviews" params={params} search={{ object_id: objectId }}>
        {objectWords.reviews} <Count text={counts && formatNumber(counts.shown)} />
      </Link>
      <Link to={`${base}/pinned`} params={params} {...tab}>
        {objectWords.pinned} <Count text={pinned && objectWords.pinnedOf(pinned.reviews.length, PINNED_AT_MOST)} />
      </Link>
      <Link to={`${base}/hidden`} params={params} {...tab}>
        {objectWords.hidden} <Count text={counts && formatNumber(counts.hidden)} />
      </Link>
      <Link to={`${base}/runs`} params={params} {...tab}>
        {objectWords.runs}
      </Link>
      <Link to={`${base}/connections`} params={params} {...tab}>
        {objectWords.connections}
      </Link>
      <Link to={`${base}/settings`} params={params} {...tab}>
        {objectWords.settings}
      </Link>
    </Tabs>
  );
}

/** Keeps its place while the number loads. */
function Count({ text }: { readonly text: string | undefined }) {
  return <span className="num muted tab-count">{text}</span>;
}
