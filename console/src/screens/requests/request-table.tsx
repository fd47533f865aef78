import { Link } from '@tanstack/react-router';
import type { KeyOfRequest, LoggedRequest } from '../../api/queries/requests';
import { formatMs } from '../../lib/durations';
import { formatExact, formatSeconds } from '../../lib/format';
import { Status, type StatusName } from '../../parts/status';
import { Table, type Column } from '../../parts/table';
import { requestsWords } from '../../words/en/requests';

interface RequestTableProps {
  readonly rows: readonly LoggedRequest[];
  readonly keys: readonly KeyOfRequest[];
  readonly openId: string | undefined;
  /** The open one of several requests with the same request id. */
  readonly entry: number | undefined;
}

/** Requests; the link of each row opens it. */
export function RequestTable({ rows, keys, openId, entry }: RequestTableProps) {
  const names = new Map(keys.map(({ id, name, prefix }) => [id, name ?? `${prefix}…`]));
  const isOpen = (row: LoggedRequest): boolean =>
    row.request_id === openId && (entry === undefined || entry === row.id);
  const columns: readonly Column<LoggedRequest>[] = [
    {
      key: 'pill',
      title: requestsWords.answer,
      cell: (row) => <Opener request={row} isOpen={isOpen(row)} />,
    },
    {
      key: 'request',
      title: requestsWords.request,
      className: 'mono',
      cell: ({ method, path }) => (
        <>
          <span className="sub">{method}</span> <bdi dir="ltr">{path}</bdi>
        </>
      ),
    },
    { key: 'code', title: requestsWords.code, className: 'mono', cell: ({ code }) => code },
    {
      key: 'key',
      title: requestsWords.keyShort,
      className: 'sub',
      cell: ({ key_id: id }) => <bdi>{names.get(id) ?? id}</bdi>,
    },
    { key: 'took', title: requestsWords.ms, isNumber: true, cell: ({ ms }) => formatMs(ms) },
    {
      key: 'made',
      title: requestsWords.at,
      isNumber: true,
      cell: ({ at }) => (
        <time dateTime={`${at}Z`} title={formatExact(at)}>
          {formatSeconds(at)}
        </time>
      ),
    },
  ];
  return (
    <Table
      className="log-table request-table"
      caption={requestsWords.caption}
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      isOpen={isOpen}
    />
  );
}

function Opener({ request, isOpen }: { readonly request: LoggedRequest; readonly isOpen: boolean }) {
  return (
    <Link
      from="/a/$accountId/requests"
      to="/a/$accountId/requests/$requestId"
      params={{ requestId: request.request_id }}
      search={(before) => ({ ...before, id: request.id })}
      className="row-link"
      data-row
      aria-current={isOpen ? 'true' : undefined}
      aria-label={`${request.method} ${request.path} ${request.status}`}
    >
      <Answer status={request.status} />
    </Link>
  );
}

/** The status with its shape and color. */
export function Answer({ status }: { readonly status: number }) {
  const name: StatusName = status < 400 ? 'answerFine' : status < 500 ? 'answerRefused' : 'answerFailed';
  return <Status name={name} text={String(status)} />;
}
