import { Button, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import { accountQuery } from '../../api/queries/account';
import { AddressList } from '../../parts/address-list';
import { LinkButton } from '../../parts/link-button';
import { Meter } from '../../parts/meter';
import { Status, type StatusName } from '../../parts/status';
import { Table, type Column } from '../../parts/table';
import { importObjectsWords } from '../../words/en/import-objects';
import { verdictOf, type CheckedRow, type RowVerdict } from './checks';
import { useImport, type RowState } from './use-import';

interface PreviewProps {
  readonly accountId: number;
  readonly rows: readonly CheckedRow[];
  /** How the letters of the file are read. It cannot be changed once the import has begun. */
  readonly charset: (hasBegun: boolean) => ReactNode;
}

const lineOf = ({ line }: CheckedRow): number => line;

/** What the import will create, then what it created. Rows with a fault come first, so that none is overlooked. */
export function Preview({ accountId, rows, charset }: PreviewProps) {
  const [hasChecked, setChecked] = useState(false);
  const good = rows.filter((row) => verdictOf(row) === 'ready' || (hasChecked && verdictOf(row) === 'check'));
  const progress = useImport(accountId, good);
  const { states } = progress;
  const ordered = useMemo(() => inOrder(rows, states), [rows, states]);
  const count = (kind: RowState['kind']): number => [...states.values()].filter((state) => state.kind === kind).length;
  const [created, failed] = [count('created'), count('failed')];
  const columns: readonly Column<CheckedRow>[] = [
    { key: 'line', title: importObjectsWords.line, isNumber: true, cell: ({ line }) => line },
    { key: 'name', title: importObjectsWords.name, cell: ({ name }) => <bdi className="import-name">{name}</bdi> },
    { key: 'addresses', title: importObjectsWords.addresses, cell: (row) => <Addresses row={row} /> },
    {
      key: 'state',
      title: importObjectsWords.state,
      cell: (row) => <State accountId={accountId} row={row} state={states.get(row.line)} />,
    },
  ];
  return (
    <>
      {charset(states.size > 0)}
      <ImportBar accountId={accountId} progress={progress} rows={rows} good={good} created={created} failed={failed} />
      {rows.some((row) => verdictOf(row) === 'check') && (
        <Checkbox
          className="import-checked"
          label={importObjectsWords.withChecked(rows.filter((row) => verdictOf(row) === 'check').length)}
          checked={hasChecked}
          disabled={progress.isRunning}
          onChange={(event) => setChecked(event.currentTarget.checked)}
        />
      )}
      {states.size > 0 && (
        <div className="import-meter">
          <Meter
            label={importObjectsWords.progress(created, good.length, failed)}
            percent={Math.floor((100 * (created + failed)) / good.length)}
            isRunning
          />
        </div>
      )}
      <Table caption={importObjectsWords.title} columns={columns} rows={ordered} keyOf={lineOf} hasVariedRows />
    </>
  );
}

interface ImportBarProps {
  readonly accountId: number;
  readonly progress: ReturnType<typeof useImport>;
  readonly rows: readonly CheckedRow[];
  /** The rows that will be created. */
  readonly good: readonly CheckedRow[];
  readonly created: number;
  readonly failed: number;
}

/** The figures of the import, and the buttons that start and stop it. */
function ImportBar({ accountId, progress, rows, good, created, failed }: ImportBarProps) {
  const { states, isRunning, waitSeconds, run, stop } = progress;
  const left = good.length - created;
  const hasBegun = states.size > 0;
  return (
    <div className="import-bar" role="status">
      <b className="num">{hasBegun ? importObjectsWords.progress(created, good.length, failed) : summaryOf(rows)}</b>
      {hasBegun && <NotCreated rows={rows} good={good} />}
      {!hasBegun && <Excess accountId={accountId} objects={good.length} />}
      {waitSeconds > 0 && <span className="sub">{importObjectsWords.waits(waitSeconds)}</span>}
      <span className="import-actions">
        {isRunning ? (
          <Button onClick={stop}>{importObjectsWords.stop}</Button>
        ) : (
          left > 0 && (
            <Button variant="filled" onClick={() => void run()}>
              {hasBegun ? importObjectsWords.goOn(left) : importObjectsWords.create(left)}
            </Button>
          )
        )}
        {created > 0 && !isRunning && (
          <LinkButton to="/a/$accountId/objects" params={{ accountId: String(accountId) }} search={{}}>
            {importObjectsWords.toList}
          </LinkButton>
        )}
      </span>
    </div>
  );
}

/** Says after the beginning how many rows of the file are not imported, so that a full bar does not hide them. */
function NotCreated({ rows, good }: Pick<ImportBarProps, 'rows' | 'good'>) {
  const left = rows.filter((row) => !good.includes(row));
  if (left.length === 0) return null;
  const out = left.filter((row) => verdictOf(row) === 'out').length;
  return <span className="warn-text">{importObjectsWords.notCreated(left.length - out, out)}</span>;
}

function summaryOf(rows: readonly CheckedRow[]): string {
  const count = (verdict: RowVerdict): number => rows.filter((row) => verdictOf(row) === verdict).length;
  const [ready, check, out] = [count('ready'), count('check'), count('out')];
  return [
    importObjectsWords.ready(ready),
    ...(check > 0 ? [importObjectsWords.toCheck(check)] : []),
    ...(out > 0 ? [importObjectsWords.leftOut(out)] : []),
  ].join(', ');
}

/** Says where the plan has room for fewer objects. */
function Excess({ accountId, objects }: { readonly accountId: number; readonly objects: number }) {
  const account = useQuery(accountQuery(accountId)).data;
  const free = account ? account.limits.object_ceiling - account.usage.active_objects : Infinity;
  if (free >= objects) return null;
  return <span className="warn-text">{importObjectsWords.exceeds(Math.max(0, free))}</span>;
}

/** Mistakes first: what failed, what cannot be imported, what needs a look. */
function inOrder(rows: readonly CheckedRow[], states: ReadonlyMap<number, RowState>): readonly CheckedRow[] {
  const rank = (row: CheckedRow): number => {
    const state = states.get(row.line)?.kind;
    if (state === 'failed') return 0;
    if (state === 'created') return RANKS.ready;
    return RANKS[verdictOf(row)];
  };
  return rows
    .map((row) => ({ row, rank: rank(row) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ row }) => row);
}

const RANKS: Readonly<Record<RowVerdict, number>> = { out: 1, check: 2, ready: 3 };

function Addresses({ row }: { readonly row: CheckedRow }) {
  if (row.addresses.length === 0) return <span className="muted">{importObjectsWords.noAddress}</span>;
  return <AddressList label={importObjectsWords.addresses} addresses={row.addresses} />;
}

const NAMES: Readonly<Record<RowState['kind'], StatusName>> = {
  ready: 'importReady',
  creating: 'importCreating',
  created: 'importCreated',
  failed: 'broken',
};

interface StateProps {
  readonly accountId: number;
  readonly row: CheckedRow;
  readonly state: RowState | undefined;
}

function State({ accountId, row, state = { kind: 'ready' } }: StateProps) {
  if (row.fault !== null)
    return (
      <span className="import-state">
        <Status name="importLeftOut" />
        <span className="small sub">{row.fault}</span>
      </span>
    );
  if (state.kind === 'ready' && verdictOf(row) === 'check')
    return (
      <span className="import-state">
        <Status name="importCheck" />
        {row.notes.map((note) => (
          <span key={note} className="small sub">
            {note}
          </span>
        ))}
      </span>
    );
  return (
    <span className="import-state">
      <Status name={NAMES[state.kind]} />
      {state.kind === 'failed' && <span className="small refused">{state.text}</span>}
      {state.kind === 'created' && (
        <span className="small">
          {state.isEarlier && <span className="sub">{importObjectsWords.earlier} </span>}
          <Link
            className="link"
            to="/a/$accountId/objects/$objectId/links"
            params={{ accountId: String(accountId), objectId: String(state.objectId) }}
            search={{}}
            aria-label={`${importObjectsWords.open} ${row.name}`}
          >
            {importObjectsWords.open}
          </Link>
        </span>
      )}
    </span>
  );
}
