import { Button } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { useState } from 'react';
import { heldRows } from '../lib/live/held-rows';
import './new-rows.css';

interface NewRowsOptions<Row> {
  /** The rows as last read; undefined while they are read for the first time. */
  readonly fresh: readonly Row[] | undefined;
  /** Whether `fresh` are still the rows of the list that was shown before. */
  readonly isPlaceholder: boolean;
  readonly keyOf: (row: Row) => number;
  /** What is listed: another filter or page shows its rows at once. */
  readonly list: string;
  /** The number of rows of a full page. */
  readonly pageSize: number;
}

/** The rows that a list shows, and the number of those that wait for `show`: a list never moves while a person reads it. */
export function useNewRows<Row>({ fresh, isPlaceholder, keyOf, list, pageSize }: NewRowsOptions<Row>) {
  const [kept, setKept] = useState<{ readonly list: string; readonly rows: readonly Row[] } | null>(null);
  const isKept = kept?.list === list;
  // The first rows of a list are shown at once.
  if (!isKept && fresh !== undefined && fresh.length > 0 && !isPlaceholder) setKept({ list, rows: fresh });
  if (fresh === undefined || isPlaceholder) return { rows: fresh ?? [], newCount: 0, show: () => undefined };
  const { rows, newCount } = isKept
    ? heldRows(kept.rows, fresh, keyOf, fresh.length >= pageSize)
    : { rows: fresh, newCount: 0 };
  return { rows, newCount, show: () => setKept({ list, rows: fresh }) };
}

/** "3 new reviews", above a list. Nothing without new rows. */
export function NewRows({
  text,
  count,
  onShow,
}: {
  readonly text: string;
  readonly count: number;
  readonly onShow: () => void;
}) {
  return (
    <div className="new-rows" role="status">
      {count > 0 && (
        <Button size="compact-sm" variant="filled" leftSection={<IconArrowUp size={14} aria-hidden />} onClick={onShow}>
          {text}
        </Button>
      )}
    </div>
  );
}
