import { Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useCallback, useRef } from 'react';
import { problemFacts } from '../../api/problem';
import { objectKeys, objectsQuery, switchObject, type ObjectItem } from '../../api/queries/objects';
import { mayActAs } from '../../api/queries/session';
import { sourcesQuery } from '../../api/queries/sources';
import { formatExact, formatMoment } from '../../lib/format';
import { useKeys } from '../../lib/keys';
import { Choice, SearchField } from '../../parts/filters';
import { PlatformChip } from '../../parts/platform';
import { Empty, Loading, Problem } from '../../parts/states';
import { Status, type StatusName } from '../../parts/status';
import { Table, type Column } from '../../parts/table';
import { words } from '../../words/en';
import { matches } from './matches';
import type { ObjectProblem, ObjectsSearch } from './search';
import './objects.css';

const accountRoute = getRouteApi('/a/$accountId');
const route = getRouteApi('/a/$accountId/objects');

const STATES: Readonly<Record<ObjectItem['scrape_status'], StatusName>> = {
  pending: 'waiting',
  in_progress: 'collecting',
  success: 'upToDate',
  partial: 'partial',
  failed: 'failed',
};

/** Which of my places are collected well? */
export function ObjectsScreen() {
  const { account } = accountRoute.useRouteContext();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const objects = useQuery(objectsQuery(account.id));
  const searchField = useRef<HTMLInputElement>(null);
  const change = useCallback(
    (next: ObjectsSearch) => void navigate({ search: (before) => ({ ...before, ...next }), replace: true }),
    [navigate],
  );
  const onSearch = useCallback((text: string) => change({ search: text === '' ? undefined : text }), [change]);
  useKeys({ '/': () => searchField.current?.focus() });
  const shown = objects.data?.data.filter((object) => matches(object, search)) ?? [];
  const total = objects.data?.total ?? 0;
  return (
    <div className="page">
      <title>{words.objects.title}</title>
      <div className="head">
        <h1>{words.objects.title}</h1>
        <span className="muted num">{objects.data && words.objects.count(total)}</span>
        <div className="actions">
          <SearchField ref={searchField} label={words.objects.search} value={search.search ?? ''} onSearch={onSearch} />
          <Choice<ObjectProblem | 'all'>
            label={words.objects.problem}
            value={search.problem ?? 'all'}
            choices={words.objects.problems}
            onChoose={(problem) => change({ problem: problem === 'all' ? undefined : problem })}
          />
        </div>
      </div>
      {total > 1_000 && <p className="sub">{words.objects.cut(total)}</p>}
      {objects.isPending && <Loading rows={8} onRetry={() => void objects.refetch()} />}
      {objects.error && <Problem {...problemFacts(objects.error)} onRetry={() => void objects.refetch()} />}
      {objects.data && shown.length === 0 && <Empty text={total === 0 ? words.objects.empty : words.objects.noMatch} />}
      {shown.length > 0 && <ObjectTable objects={shown} />}
    </div>
  );
}

function ObjectTable({ objects }: { readonly objects: readonly ObjectItem[] }) {
  const columns: readonly Column<ObjectItem>[] = [
    { key: 'name', title: words.objects.name, cell: (object) => <ObjectName object={object} /> },
    { key: 'platforms', title: words.objects.platforms, cell: (object) => <Platforms object={object} /> },
    {
      key: 'state',
      title: words.objects.state,
      cell: (object) => <Status name={object.is_active ? STATES[object.scrape_status] : 'off'} />,
    },
    { key: 'last', title: words.objects.last, cell: ({ last_scraped_at: at }) => <Moment at={at} /> },
    { key: 'on', title: words.objects.on, cell: (object) => <OnSwitch object={object} /> },
  ];
  return <Table caption={words.objects.title} columns={columns} rows={objects} keyOf={({ id }) => id} />;
}

function ObjectName({ object }: { readonly object: ObjectItem }) {
  return (
    <Link
      from="/a/$accountId/objects"
      to="/a/$accountId/objects/$objectId/links"
      params={{ objectId: String(object.id) }}
      className="link object-name"
    >
      <bdi>{object.name}</bdi>
    </Link>
  );
}

function Platforms({ object }: { readonly object: ObjectItem }) {
  const { account } = accountRoute.useRouteContext();
  const { data: sources } = useQuery(sourcesQuery(account.id));
  return (
    <span className="platforms">
      {object.links.map((link) => (
        <PlatformChip
          key={link.id}
          slug={link.source_slug}
          name={sources?.get(link.source_slug)?.display_name ?? link.source_slug}
        />
      ))}
    </span>
  );
}

function Moment({ at }: { readonly at: string | null }) {
  if (at === null) return <span className="muted">{words.objects.never}</span>;
  return (
    <time dateTime={`${at}Z`} title={formatExact(at)} className="nowrap">
      {formatMoment(at)}
    </time>
  );
}

/** Shows the new position at once, and the old one again after a refusal. */
function OnSwitch({ object }: { readonly object: ObjectItem }) {
  const { account } = accountRoute.useRouteContext();
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (isActive: boolean) => switchObject(account.id, object.id, isActive),
    onSettled: () => queries.invalidateQueries({ queryKey: objectKeys.list(account.id) }),
  });
  return (
    <>
      <Switch
        aria-label={words.objects.isOn(object.name)}
        checked={change.isPending ? change.variables : object.is_active}
        disabled={!mayActAs(account.role, 'member')}
        onChange={(event) => change.mutate(event.currentTarget.checked)}
      />
      {change.error && (
        <p role="alert" className="refused small">
          {problemFacts(change.error).text}
        </p>
      )}
    </>
  );
}
