import { getRouteApi } from '@tanstack/react-router';
import { useRef } from 'react';
import type { ObjectFigures, ObjectItem } from '../../api/queries/objects';
import { mayActAs } from '../../api/queries/session';
import { Table } from '../../parts/table';
import { objectsWords } from '../../words/en/objects';
import { figureColumns, nameColumns, selectColumn, switchColumn, type Sorting } from './object-columns';
import { useRowKeys } from './row-keys';
import type { ObjectsSearch } from './search';

const accountRoute = getRouteApi('/a/$accountId');

interface ObjectTableProps {
  readonly objects: readonly ObjectItem[];
  readonly figures: ReadonlyMap<number, ObjectFigures>;
  readonly search: ObjectsSearch;
  /** Whether the list may have the order of its figures. */
  readonly sortsByFigures: boolean;
  readonly onSort: (sort: ObjectsSearch) => void;
  readonly selected: ReadonlySet<number>;
  readonly onSelect: (selected: ReadonlySet<number>) => void;
}

export function ObjectTable({
  objects,
  figures,
  search,
  sortsByFigures,
  onSort,
  selected,
  onSelect,
}: ObjectTableProps) {
  const { account } = accountRoute.useRouteContext();
  const mayChange = mayActAs(account.role, 'member');
  const table = useRef<HTMLDivElement>(null);
  const toggle = (id: number): void => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };
  useRowKeys({ table, ids: objects.map(({ id }) => id), onToggle: mayChange ? toggle : null, selected, onSelect });
  const sorting: Sorting = { search, onSort };
  const columns = [
    ...(mayChange ? [selectColumn({ objects, selected, onSelect, onToggle: toggle })] : []),
    ...nameColumns(sorting),
    ...figureColumns(figures, sortsByFigures ? sorting : null),
    ...(mayChange ? [switchColumn] : []),
  ];
  return (
    <div ref={table} className="objects-table">
      <Table
        caption={objectsWords.title}
        columns={columns}
        rows={objects}
        hasEqualRows
        keyOf={({ id }) => id}
        isSelected={({ id }) => selected.has(id)}
      />
    </div>
  );
}
