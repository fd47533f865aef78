import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useRef, useState } from 'react';
import { IconFileImport, IconPlus } from '@tabler/icons-react';
import { problemFacts } from '../../api/problem';
import { accountQuery } from '../../api/queries/account';
import { mayActAs } from '../../api/queries/session';
import { recordRows } from '../../lib/csv';
import { curlOf } from '../../lib/curl';
import { useKeys } from '../../lib/keys';
import { Choice, SearchField } from '../../parts/filters';
import { LinkButton } from '../../parts/link-button';
import { PageMenu } from '../../parts/page-menu';
import { Empty, Filtered, Loading, Problem } from '../../parts/states';
import { objectsWords } from '../../words/en/objects';
import { ObjectTable } from './object-table';
import type { ObjectProblem, ObjectsSearch } from './search';
import { SelectionBar } from './selection-bar';
import { useObjects } from './use-objects';
import './objects.css';

const accountRoute = getRouteApi('/a/$accountId');
const route = getRouteApi('/a/$accountId/objects');

/** The objects of the account, with their figures and the states of their links. */
export function ObjectsScreen() {
  const { account } = accountRoute.useRouteContext();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const list = useObjects(account.id, search);
  const searchField = useRef<HTMLInputElement>(null);
  const change = useCallback(
    (next: ObjectsSearch) => void navigate({ search: (before) => ({ ...before, ...next }), replace: true }),
    [navigate],
  );
  const onSearch = useCallback((text: string) => change({ search: text === '' ? undefined : text }), [change]);
  useKeys({ '/': () => searchField.current?.focus() });
  const mayChange = mayActAs(account.role, 'member');
  return (
    <div className="page">
      <title>{objectsWords.title}</title>
      <div className="head">
        <h1>{objectsWords.title}</h1>
        <Used accountId={account.id} />
        <div className="actions">
          <SearchField ref={searchField} label={objectsWords.search} value={search.search ?? ''} onSearch={onSearch} />
          <Choice<ObjectProblem | 'all'>
            label={objectsWords.problem}
            value={search.problem ?? 'all'}
            choices={objectsWords.problems}
            onChoose={(problem) => change({ problem: problem === 'all' ? undefined : problem })}
          />
          {mayChange && <AddButtons accountId={account.id} />}
          <ObjectsMenu list={list} search={search} mayAdd={mayChange} />
        </div>
      </div>
      {list.isPending && <Loading rows={8} onRetry={list.retry} />}
      {list.error && <Problem {...problemFacts(list.error)} onRetry={list.retry} />}
      {!list.isPending && !list.error && list.objects.length === 0 && (
        <NoObjects search={search} isEmpty={list.total === 0} onChange={change} />
      )}
      <Objects accountId={account.id} list={list} search={search} mayChange={mayChange} onChange={change} />
    </div>
  );
}

interface NoObjectsProps {
  readonly search: ObjectsSearch;
  /** Whether the account has no objects; otherwise none matches. */
  readonly isEmpty: boolean;
  readonly onChange: (next: ObjectsSearch) => void;
}

function NoObjects({ search, isEmpty, onChange }: NoObjectsProps) {
  const filters = Number(search.search !== undefined) + Number(search.problem !== undefined);
  if (isEmpty && filters === 0)
    return <Empty text={objectsWords.empty} curl={curlOf(NEW_OBJECT, window.location.origin)} />;
  return (
    <Filtered
      text={objectsWords.noMatch}
      count={filters}
      onClear={() => onChange({ search: undefined, problem: undefined })}
    />
  );
}

interface ObjectsProps {
  readonly accountId: number;
  readonly list: ReturnType<typeof useObjects>;
  readonly search: ObjectsSearch;
  readonly mayChange: boolean;
  readonly onChange: (next: ObjectsSearch) => void;
}

/** The table of the objects, and what may be done with the selected ones. The selection stays while the list changes. */
function Objects({ accountId, list, search, mayChange, onChange }: ObjectsProps) {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  if (list.objects.length === 0) return null;
  return (
    <>
      <SelectionBar
        accountId={accountId}
        chosen={list.objects.filter(({ id }) => selected.has(id))}
        note={objectsWords.shown(list.matching, list.total)}
        mayChange={mayChange}
        onClear={() => setSelected(new Set())}
      />
      <ObjectTable
        objects={list.objects}
        figures={list.figures}
        search={search}
        sortsByFigures={!list.isLarge}
        onSort={onChange}
        selected={selected}
        onSelect={setSelected}
      />
      {list.more && (
        <p className="objects-more">
          <Button loading={list.isLoadingMore} onClick={list.more}>
            {objectsWords.more}
          </Button>
        </p>
      )}
    </>
  );
}

const NEW_OBJECT = { method: 'POST', path: '/v3/objects', body: { name: 'Hotel Example' } } as const;

interface ObjectsMenuProps {
  readonly list: ReturnType<typeof useObjects>;
  readonly search: ObjectsSearch;
  readonly mayAdd: boolean;
}

function ObjectsMenu({ list, search: { search, problem }, mayAdd }: ObjectsMenuProps) {
  const navigate = route.useNavigate();
  const rows = (): ReturnType<typeof recordRows> =>
    recordRows(
      list.objects.map((object) => {
        const figures = list.figures.get(object.id);
        return {
          ...object,
          platforms: object.links.map((link) => link.source_slug),
          review_count: figures?.review_count,
          avg_rating: figures?.avg_rating,
          unanswered_negative: figures?.unanswered_negative,
        };
      }),
      [
        ...(['id', 'name', 'is_active', 'scrape_status', 'platforms'] as const),
        ...(['review_count', 'avg_rating', 'unanswered_negative', 'created_at'] as const),
      ],
    );
  return (
    <PageMenu
      call={{ path: '/v3/objects', query: { limit: 1_000, search, problem } }}
      csv={list.isPending || list.error ? undefined : { name: 'objects', rows }}
      actions={
        mayAdd ? [{ label: objectsWords.add, run: () => void navigate({ to: '/a/$accountId/objects/new' }) }] : []
      }
    />
  );
}

function Used({ accountId }: { readonly accountId: number }) {
  const account = useQuery(accountQuery(accountId)).data;
  return (
    <span className="muted num used">
      {account && objectsWords.of(account.usage.active_objects, account.limits.object_ceiling)}
    </span>
  );
}

/** Where the plan has no more objects, the button says so. An import can still add links to those that are there. */
function AddButtons({ accountId }: { readonly accountId: number }) {
  const account = useQuery(accountQuery(accountId)).data;
  const params = { accountId: String(accountId) };
  return (
    <>
      <LinkButton
        to="/a/$accountId/objects/import"
        params={params}
        leftSection={<IconFileImport size={16} aria-hidden />}
      >
        {objectsWords.import}
      </LinkButton>
      {account && account.usage.active_objects >= account.limits.object_ceiling ? (
        <Button disabled title={objectsWords.fullHelp}>
          {objectsWords.full(account.limits.object_ceiling)}
        </Button>
      ) : (
        <LinkButton
          to="/a/$accountId/objects/new"
          params={params}
          variant="filled"
          leftSection={<IconPlus size={16} aria-hidden />}
        >
          {objectsWords.add}
        </LinkButton>
      )}
    </>
  );
}
