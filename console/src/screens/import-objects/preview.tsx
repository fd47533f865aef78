import { Button, Checkbox } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { focusIfFree } from '../../lib/focus-return';
import { AddressList } from '../../parts/address-list';
import { LinkButton } from '../../parts/link-button';
import { Meter } from '../../parts/meter';
import { Status, type StatusName } from '../../parts/status';
import { Table, type Column } from '../../parts/table';
import { importObjectsWords } from '../../words/en/import-objects';
import { lacksRoom, verdictOf, type ImportRow, type RowVerdict } from './rows';
import { isDone, useImport, type RowState } from './use-import';

interface PreviewProps {
  readonly accountId: number;
  readonly rows: readonly ImportRow[];
  /** How the letters of the file are read. It cannot be changed once the import has begun. */
  readonly charset: (hasBegun: boolean) => ReactNode;
}

const lineOf = ({ line }: ImportRow): number => line;

/** What the import will do, then what it did. Rows with a fault come first, so that none is overlooked. */
export function Preview({ accountId, rows, charset }: PreviewProps) {
  const [hasChecked, setChecked] = useState(false);
  const good = rows.filter((row) => verdictOf(row) === 'ready' || (hasChecked && verdictOf(row) === 'check'));
  const progress = useImport(accountId, good);
  const { states } = progress;
  const ordered = useMemo(() => inOrder(rows, states), [rows, states]);
  const done = [...states.values()].filter(isDone).length;
  const failed = [...states.values()].filter(({ kind }) => kind === 'failed').length;
  const columns: readonly Column<ImportRow>[] = [
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
      <ImportBar accountId={accountId} progress={progress} rows={rows} good={good} done={done} failed={failed} />
      {rows.some((row) => verdictOf(row) === 'check') && (
        <Checkbox
          className="import-checked"
          label={importObjectsWords.withChecked(rows.filter((row) => verdictOf(row) === 'check').length)}
          checked={hasChecked}
          disabled={progress.isRunning || (hasChecked && states.size > 0)}
          onChange={(event) => setChecked(event.currentTarget.checked)}
        />
      )}
      {!hasChecked && states.size === 0 && lacksRoom(rows) && (
        <p className="sub import-checked">{importObjectsWords.room}</p>
      )}
      {states.size > 0 && (
        <div className="import-meter">
          <Meter
            label={importObjectsWords.progress(done, good.length, failed)}
            percent={Math.floor((100 * (done + failed)) / good.length)}
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
  readonly rows: readonly ImportRow[];
  /** The rows that will be imported. */
  readonly good: readonly ImportRow[];
  readonly done: number;
  readonly failed: number;
}

/** The figures of the import, and the buttons that start and stop it. */
function ImportBar({ accountId, progress, rows, good, done, failed }: ImportBarProps) {
  const { states, isRunning, waitSeconds, run, stop } = progress;
  const left = good.length - done;
  const hasBegun = states.size > 0;
  const bar = useRef<HTMLDivElement>(null);
  // The button of the check is gone, and the list begins where the form was scrolled to.
  useEffect(() => {
    if (document.activeElement === document.body) window.scrollTo(0, 0);
    focusIfFree(bar.current);
  }, []);
  return (
    <div ref={bar} tabIndex={-1} className="import-bar" role="status">
      <b className="num">{hasBegun ? importObjectsWords.progress(done, good.length, failed) : summaryOf(rows)}</b>
      {hasBegun && <NotImported rows={rows} good={good} />}
      {waitSeconds > 0 && <span className="sub">{importObjectsWords.waits(waitSeconds)}</span>}
      <span className="import-actions">
        {isRunning ? (
          <Button onClick={stop}>{importObjectsWords.stop}</Button>
        ) : (
          left > 0 && (
            <Button variant="filled" onClick={() => void run()}>
              {hasBegun ? importObjectsWords.goOn(left) : importObjectsWords.import(left)}
            </Button>
          )
        )}
        {done > 0 && !isRunning && (
          <LinkButton to="/a/$accountId/objects" params={{ accountId: String(accountId) }} search={{}}>
            {importObjectsWords.toList}
          </LinkButton>
        )}
      </span>
    </div>
  );
}

/** Says after the beginning how many rows of the file are not imported, so that a full bar does not hide them. */
function NotImported({ rows, good }: Pick<ImportBarProps, 'rows' | 'good'>) {
  const left = rows.filter((row) => !good.includes(row) && verdictOf(row) !== 'there');
  if (left.length === 0) return null;
  const out = left.filter((row) => verdictOf(row) === 'out').length;
  return <span className="warn-text">{importObjectsWords.notImported(left.length - out, out)}</span>;
}

function summaryOf(rows: readonly ImportRow[]): string {
  const count = (verdict: RowVerdict): number => rows.filter((row) => verdictOf(row) === verdict).length;
  const [ready, check, out, there] = [count('ready'), count('check'), count('out'), count('there')];
  return [
    importObjectsWords.ready(ready),
    ...(check > 0 ? [importObjectsWords.toCheck(check)] : []),
    ...(out > 0 ? [importObjectsWords.leftOut(out)] : []),
    ...(there > 0 ? [importObjectsWords.there(there)] : []),
  ].join(', ');
}

/** Mistakes first: what failed, what cannot be imported, what needs a look. */
function inOrder(rows: readonly ImportRow[], states: ReadonlyMap<number, RowState>): readonly ImportRow[] {
  const rank = (row: ImportRow): number => {
    const state = states.get(row.line);
    if (state?.kind === 'failed') return 0;
    return isDone(state) ? RANKS.ready : RANKS[verdictOf(row)];
  };
  return rows
    .map((row) => ({ row, rank: rank(row) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ row }) => row);
}

const RANKS: Readonly<Record<RowVerdict, number>> = { out: 1, check: 2, ready: 3, there: 4 };

function Addresses({ row }: { readonly row: ImportRow }) {
  // A refused row may have addresses that were not judged.
  if (row.addresses.length === 0)
    return row.result === 'refused' ? null : <span className="muted">{importObjectsWords.noAddress}</span>;
  return <AddressList label={importObjectsWords.addresses} addresses={row.addresses} />;
}

const NAMES: Readonly<Record<RowState['kind'], StatusName>> = {
  ready: 'importReady',
  importing: 'importSending',
  created: 'importCreated',
  links_added: 'importAdded',
  present: 'importThere',
  failed: 'broken',
};

interface StateProps {
  readonly accountId: number;
  readonly row: ImportRow;
  readonly state: RowState | undefined;
}

function State({ accountId, row, state }: StateProps) {
  const objectId = state !== undefined && 'objectId' in state ? state.objectId : row.objectId;
  return (
    <span className="import-state">
      {state === undefined || state.kind === 'ready' ? <Expected row={row} /> : <Status name={NAMES[state.kind]} />}
      {state?.kind === 'failed' && <span className="small refused">{state.text}</span>}
      {objectId !== null && (
        <Link
          className="link small"
          to="/a/$accountId/objects/$objectId/links"
          params={{ accountId: String(accountId), objectId: String(objectId) }}
          search={{}}
          aria-label={`${importObjectsWords.open} ${row.name}`}
        >
          {importObjectsWords.open}
        </Link>
      )}
    </span>
  );
}

const EXPECTED: Readonly<Record<RowVerdict, StatusName>> = {
  out: 'importLeftOut',
  check: 'importCheck',
  ready: 'importReady',
  there: 'importThere',
};

/** What would become of a row, and what a person should know about it. */
function Expected({ row }: { readonly row: ImportRow }) {
  const verdict = verdictOf(row);
  const texts = row.fault === null ? row.notes : [row.fault];
  const effect = effectOf(row);
  return (
    <>
      <Status name={EXPECTED[verdict]} />
      {effect !== null && verdict !== 'out' && <span className="small">{effect}</span>}
      {texts.map((text) => (
        <span key={text} className="small sub">
          {text}
        </span>
      ))}
    </>
  );
}

function effectOf({ result, addresses }: ImportRow): string | null {
  if (result === 'created') return importObjectsWords.willCreate;
  if (result !== 'links_added') return null;
  return importObjectsWords.willAdd(
    addresses.filter(({ refusal, remark }) => refusal === null && remark === null).length,
  );
}
