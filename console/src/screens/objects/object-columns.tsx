import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { problemFacts } from '../../api/problem';
import type { ObjectFigures, ObjectItem } from '../../api/queries/objects';
import { sourcesQuery } from '../../api/queries/sources';
import { formatMean, formatNumber } from '../../lib/format';
import { InstantSwitch } from '../../parts/instant-switch';
import { statusOf } from '../../parts/link-status';
import { Moment } from '../../parts/moment';
import { LinkToObject } from '../../parts/link-to-object';
import { PlatformState } from '../../parts/platform-state';
import { Status, type StatusName } from '../../parts/status';
import type { Column } from '../../parts/table';
import { objectsWords } from '../../words/en/objects';
import type { ObjectsSearch, ObjectSort } from './search';
import { FIRST_ORDER, unansweredOf } from './sorted';
import { useSwitch } from './use-switch';

const accountRoute = getRouteApi('/a/$accountId');

const STATES: Readonly<Record<ObjectItem['scrape_status'], StatusName>> = {
  pending: 'waiting',
  in_progress: 'collecting',
  success: 'upToDate',
  partial: 'partial',
  failed: 'broken',
};

/** The order of the address, and how it is changed. */
export interface Sorting {
  readonly search: ObjectsSearch;
  readonly onSort: (sort: ObjectsSearch) => void;
}

/** The order of a column; nothing where the list cannot have it. */
function sortOf(by: ObjectSort, sorting: Sorting | null): Pick<Column<ObjectItem>, 'sort'> {
  if (sorting === null) return {};
  const { search, onSort } = sorting;
  const order = search.sort_by === by ? (search.sort_order ?? FIRST_ORDER[by]) : null;
  const next = order === null ? FIRST_ORDER[by] : order === 'asc' ? 'desc' : 'asc';
  const onPress = (): void => onSort({ sort_by: by, sort_order: next === FIRST_ORDER[by] ? undefined : next });
  return { sort: { order, onSort: onPress } };
}

interface Selection {
  readonly objects: readonly ObjectItem[];
  readonly selected: ReadonlySet<number>;
  readonly onSelect: (selected: ReadonlySet<number>) => void;
  readonly onToggle: (id: number) => void;
}

export const selectColumn = (selection: Selection): Column<ObjectItem> => ({
  key: 'select',
  title: objectsWords.selectAll,
  head: <SelectAll {...selection} />,
  cell: ({ id, name }) => (
    <Checkbox
      aria-label={objectsWords.select(name)}
      checked={selection.selected.has(id)}
      onChange={() => selection.onToggle(id)}
    />
  ),
});

export const switchColumn: Column<ObjectItem> = {
  key: 'on',
  title: objectsWords.on,
  cell: (object) => <OnSwitch object={object} />,
};

/** The name and the states of an object. */
export const nameColumns = (sorting: Sorting): readonly Column<ObjectItem>[] => [
  {
    key: 'name',
    title: objectsWords.name,
    ...sortOf('name', sorting),
    cell: (object) => <ObjectName object={object} />,
  },
  { key: 'platforms', title: objectsWords.platforms, cell: (object) => <Platforms object={object} /> },
  {
    key: 'state',
    title: objectsWords.state,
    cell: (object) => <Status name={object.is_active ? STATES[object.scrape_status] : 'off'} />,
  },
];

/** The last collection and the figures of an object. `sorting` is null where the list cannot have their order. */
export const figureColumns = (
  figures: ReadonlyMap<number, ObjectFigures>,
  sorting: Sorting | null,
): readonly Column<ObjectItem>[] => [
  {
    key: 'last',
    title: objectsWords.last,
    ...sortOf('last', sorting),
    cell: ({ last_scraped_at: at }) => <Moment at={at} none={objectsWords.never} />,
  },
  {
    key: 'reviews',
    title: objectsWords.reviews,
    isNumber: true,
    ...sortOf('reviews', sorting),
    cell: ({ id }) => <Figure name={objectsWords.reviews} value={figures.get(id)?.review_count} />,
  },
  {
    key: 'average',
    title: objectsWords.average,
    isNumber: true,
    ...sortOf('average', sorting),
    cell: ({ id }) => <Average value={figures.get(id)?.avg_rating ?? null} />,
  },
  {
    key: 'unanswered',
    title: objectsWords.unanswered,
    isNumber: true,
    ...sortOf('unanswered', sorting),
    cell: ({ id }) => <Unanswered objectId={id} figures={figures.get(id)} />,
  },
];

function SelectAll({ objects, selected, onSelect }: Selection) {
  const shown = objects.filter(({ id }) => selected.has(id)).length;
  const isAll = shown === objects.length;
  return (
    <Checkbox
      aria-label={objectsWords.selectAll}
      checked={isAll}
      indeterminate={shown > 0 && !isAll}
      onChange={() => onSelect(new Set(isAll ? [] : objects.map(({ id }) => id)))}
    />
  );
}

function ObjectName({ object }: { readonly object: ObjectItem }) {
  const { account } = accountRoute.useRouteContext();
  return <LinkToObject accountId={account.id} object={object} className="link object-name" />;
}

function Platforms({ object }: { readonly object: ObjectItem }) {
  const { account } = accountRoute.useRouteContext();
  const { data: sources } = useQuery(sourcesQuery(account.id));
  return (
    <span className="platforms">
      {object.links.map((link) => (
        <PlatformState
          key={link.id}
          slug={link.source_slug}
          name={sources?.get(link.source_slug)?.display_name ?? link.source_slug}
          state={object.is_active ? statusOf(link.state) : 'off'}
        />
      ))}
    </span>
  );
}

/** On narrow screens the name of the figure precedes it. */
function Figure({ name, value }: { readonly name: string; readonly value: number | undefined }) {
  return (
    <span className="figure-cell num">
      <span className="figure-name muted">{name}</span>
      {value === undefined ? <span className="muted">{objectsWords.none}</span> : formatNumber(value)}
    </span>
  );
}

function Average({ value }: { readonly value: number | null }) {
  return (
    <span className="figure-cell num">
      <span className="figure-name muted">{objectsWords.average}</span>
      {value === null ? <span className="muted">{objectsWords.none}</span> : formatMean(value)}
    </span>
  );
}

function Unanswered({ objectId, figures }: { readonly objectId: number; readonly figures: ObjectFigures | undefined }) {
  const { account } = accountRoute.useRouteContext();
  if (figures === undefined || unansweredOf(figures) === 0)
    return <Figure name={objectsWords.unanswered} value={figures && 0} />;
  return (
    <span className="figure-cell num">
      <span className="figure-name muted">{objectsWords.unanswered}</span>
      <Link
        to="/a/$accountId/reviews"
        params={{ accountId: String(account.id) }}
        search={{ object_id: objectId, has_reply: false, show_hidden: true }}
        className="link"
        title={objectsWords.unansweredLow(figures.unanswered_negative)}
      >
        {formatNumber(unansweredOf(figures))}
      </Link>
    </span>
  );
}

function OnSwitch({ object }: { readonly object: ObjectItem }) {
  const { account } = accountRoute.useRouteContext();
  const change = useSwitch(account.id);
  return (
    <InstantSwitch
      label={objectsWords.isOn(object.name)}
      isOn={object.is_active}
      problem={change.error && problemFacts(change.error).text}
      onSwitch={(isActive) => change.mutate({ ids: [object.id], isActive })}
    />
  );
}
