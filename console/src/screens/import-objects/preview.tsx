import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { accountQuery } from '../../api/queries/account';
import { AddressList } from '../../parts/address-list';
import { LinkButton } from '../../parts/link-button';
import { Meter } from '../../parts/meter';
import { Status, type StatusName } from '../../parts/status';
import { Table, type Column } from '../../parts/table';
import { words } from '../../words/en';
import type { CheckedRow } from './rows';
import { useImport, type RowState } from './use-import';

interface PreviewProps {
  readonly accountId: number;
  readonly rows: readonly CheckedRow[];
}

/** What the import will create, then what it created. Rows with a fault come first, so that none is overlooked. */
export function Preview({ accountId, rows }: PreviewProps) {
  const progress = useImport(accountId, rows);
  const { states } = progress;
  const good = rows.filter(({ fault }) => fault === null);
  const count = (kind: RowState['kind']): number => [...states.values()].filter((state) => state.kind === kind).length;
  const [created, failed] = [count('created'), count('failed')];
  const columns: readonly Column<CheckedRow>[] = [
    { key: 'line', title: words.importObjects.line, isNumber: true, cell: ({ line }) => line },
    { key: 'name', title: words.importObjects.name, cell: ({ name }) => <bdi className="object-name">{name}</bdi> },
    { key: 'addresses', title: words.importObjects.addresses, cell: (row) => <Addresses row={row} /> },
    {
      key: 'state',
      title: words.importObjects.state,
      cell: (row) => <State accountId={accountId} row={row} state={states.get(row.line)} />,
    },
  ];
  return (
    <>
      <ImportBar accountId={accountId} progress={progress} good={good} created={created} failed={failed} />
      {states.size > 0 && (
        <div className="import-meter">
          <Meter
            label={words.importObjects.progress(created, good.length, failed)}
            percent={Math.floor((100 * (created + failed)) / good.length)}
            isRunning
          />
        </div>
      )}
      <Table
        caption={words.importObjects.title}
        columns={columns}
        rows={inOrder(rows, states)}
        keyOf={({ line }) => line}
      />
    </>
  );
}

interface ImportBarProps {
  readonly accountId: number;
  readonly progress: ReturnType<typeof useImport>;
  /** The rows without a fault. */
  readonly good: readonly CheckedRow[];
  readonly created: number;
  readonly failed: number;
}

/** The figures of the import, and the buttons that start and stop it. */
function ImportBar({ accountId, progress, good, created, failed }: ImportBarProps) {
  const { states, isRunning, waitSeconds, run, stop } = progress;
  const left = good.length - created;
  const hasBegun = states.size > 0;
  return (
    <div className="import-bar" role="status">
      <b className="num">{hasBegun ? words.importObjects.progress(created, good.length, failed) : summaryOf(good)}</b>
      {!hasBegun && <Excess accountId={accountId} objects={good.length} />}
      {waitSeconds > 0 && <span className="sub">{words.importObjects.waits(waitSeconds)}</span>}
      <span className="import-actions">
        {isRunning ? (
          <Button onClick={stop}>{words.importObjects.stop}</Button>
        ) : (
          left > 0 && (
            <Button variant="filled" onClick={() => void run()}>
              {hasBegun ? words.importObjects.goOn(left) : words.importObjects.create(left)}
            </Button>
          )
        )}
        {created > 0 && !isRunning && (
          <LinkButton to="/a/$accountId/objects" params={{ accountId: String(accountId) }} search={{}}>
            {words.importObjects.toList}
          </LinkButton>
        )}
      </span>
    </div>
  );
}

function summaryOf(good: readonly CheckedRow[]): string {
  const addresses = good.flatMap((row) => row.addresses);
  const linked = addresses.filter(({ refusal }) => refusal === null).length;
  return words.importObjects.summary(good.length, linked, addresses.length);
}

/** Says where the plan has room for fewer objects. */
function Excess({ accountId, objects }: { readonly accountId: number; readonly objects: number }) {
  const account = useQuery(accountQuery(accountId)).data;
  const free = account ? account.limits.object_ceiling - account.usage.active_objects : Infinity;
  if (free >= objects) return null;
  return <span className="warn-text">{words.importObjects.exceeds(Math.max(0, free))}</span>;
}

function inOrder(rows: readonly CheckedRow[], states: ReadonlyMap<number, RowState>): readonly CheckedRow[] {
  const isBad = ({ line, fault }: CheckedRow): boolean => fault !== null || states.get(line)?.kind === 'failed';
  return [...rows.filter(isBad), ...rows.filter((row) => !isBad(row))];
}

function Addresses({ row }: { readonly row: CheckedRow }) {
  if (row.addresses.length === 0) return <span className="muted">{words.importObjects.noAddress}</span>;
  return <AddressList label={words.importObjects.addresses} addresses={row.addresses} />;
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
  return (
    <span className="import-state">
      <Status name={NAMES[state.kind]} />
      {state.kind === 'failed' && <span className="small refused">{state.text}</span>}
      {state.kind === 'created' && (
        <span className="small">
          {state.isEarlier && <span className="sub">{words.importObjects.earlier} </span>}
          <Link
            className="link"
            to="/a/$accountId/objects/$objectId/links"
            params={{ accountId: String(accountId), objectId: String(state.objectId) }}
            search={{}}
            aria-label={`${words.importObjects.open} ${row.name}`}
          >
            {words.importObjects.open}
          </Link>
        </span>
      )}
    </span>
  );
}
