import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { problemFacts } from '../../api/problem';
import { keysQuery, type ApiKey } from '../../api/queries/keys';
import { ageOf } from '../../lib/durations';
import { recordRows } from '../../lib/csv';
import { curlOf } from '../../lib/curl';
import { formatExact, formatMoment, formatWhen } from '../../lib/format';
import { CodeBlock } from '../../parts/code-block';
import { CopyButton } from '../../parts/copy-button';
import { PageMenu } from '../../parts/page-menu';
import { Empty, Loading, Problem } from '../../parts/states';
import { Status } from '../../parts/status';
import { Table, type Column } from '../../parts/table';
import { apiKeysWords } from '../../words/en/api-keys';
import { webhookWords } from '../../words/en/webhook';
import { NewKey } from './new-key';
import { Revoke } from './revoke';
import './api-keys.css';

const accountRoute = getRouteApi('/a/$accountId');
const MOST = 50;
const CSV_FIELDS = [
  ...(['id', 'name', 'scope', 'prefix', 'created_at', 'created_by'] as const),
  ...(['last_used_at', 'last_used_ip', 'requests_7d'] as const),
];
const UNUSED_S = 90 * 24 * 3_600;

/** The API keys of the account. */
export function ApiKeysScreen() {
  const { account } = accountRoute.useRouteContext();
  const keys = useQuery(keysQuery(account.id));
  const [isCreating, setCreating] = useState(false);
  const count = keys.data?.length ?? 0;
  const create = (
    <Button
      variant="filled"
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
      onClick={() => setCreating(true)}
    >
      {apiKeysWords.create}
    </Button>
  );
  const curl = curlOf({ path: '/v3/reviews', query: { limit: 5 } }, window.location.origin);
  return (
    <div className="page">
      <title>{apiKeysWords.title}</title>
      <div className="head">
        <h1>{apiKeysWords.title}</h1>
        <span className="muted num">{keys.data && apiKeysWords.count(count)}</span>
        <div className="actions">
          {count > 0 && count < MOST && create}
          <PageMenu
            csv={keys.data && { name: 'keys', rows: () => recordRows(keys.data, CSV_FIELDS) }}
            actions={count < MOST ? [{ label: apiKeysWords.create, run: () => setCreating(true) }] : []}
          />
        </div>
      </div>
      {count >= MOST && <p className="sub">{apiKeysWords.full}</p>}
      {keys.isPending && <Loading rows={4} onRetry={() => void keys.refetch()} />}
      {keys.error && <Problem {...problemFacts(keys.error)} onRetry={() => void keys.refetch()} />}
      {keys.data && count === 0 && (
        <Empty text={apiKeysWords.empty}>
          {create}
          <div className="try-it">
            <span className="small sub">{apiKeysWords.tryIt}</span>
            <CopyButton text={curl} label={webhookWords.copy} copiedLabel={apiKeysWords.copied} />
          </div>
          <CodeBlock label={apiKeysWords.tryIt} text={curl} />
        </Empty>
      )}
      {count > 0 && <KeyTable keys={keys.data ?? []} />}
      <NewKey isOpen={isCreating} onClose={() => setCreating(false)} />
    </div>
  );
}

function KeyTable({ keys }: { readonly keys: readonly ApiKey[] }) {
  const columns: readonly Column<ApiKey>[] = [
    { key: 'name', title: apiKeysWords.name, cell: (key) => <Name apiKey={key} /> },
    { key: 'scope', title: apiKeysWords.scope, cell: ({ scope }) => apiKeysWords.scopes[scope] ?? scope },
    {
      key: 'prefix',
      title: apiKeysWords.prefix,
      cell: ({ prefix }) => <code dir="ltr" className="nowrap">{`${prefix}…`}</code>,
    },
    { key: 'made', title: apiKeysWords.made, isNamed: true, cell: (key) => <Made apiKey={key} /> },
    { key: 'used', title: apiKeysWords.used, isNamed: true, cell: (key) => <Used apiKey={key} /> },
    { key: 'requests', title: apiKeysWords.requests, cell: (key) => <Requests apiKey={key} /> },
    { key: 'actions', title: apiKeysWords.actions, isTitleHidden: true, cell: (key) => <Revoke apiKey={key} /> },
  ];
  return <Table caption={apiKeysWords.caption} columns={columns} rows={keys} keyOf={({ id }) => id} />;
}

function Name({ apiKey }: { readonly apiKey: ApiKey }) {
  return <bdi className={apiKey.name === null ? 'muted' : 'key-name'}>{apiKey.name ?? apiKeysWords.unnamed}</bdi>;
}

function Moment({ at }: { readonly at: string }) {
  return (
    <time dateTime={`${at}Z`} title={formatExact(at)}>
      {formatMoment(at)}
    </time>
  );
}

function Made({ apiKey: { created_at: at, created_by: by, expires_at: expires } }: { readonly apiKey: ApiKey }) {
  return (
    <span className="key-lines">
      <span>
        {by !== null && (
          <>
            <bdi>{by}</bdi>
            {', '}
          </>
        )}
        <Moment at={at} />
      </span>
      {expires !== null && (
        <span className={`small ${ageOf(expires) > 0 ? 'refused' : 'sub'}`}>
          {ageOf(expires) > 0 ? apiKeysWords.expired(formatWhen(expires)) : apiKeysWords.expires(formatWhen(expires))}
        </span>
      )}
    </span>
  );
}

/** A key is marked if it was not used in 90 days and is older than that. */
function Used({ apiKey: { last_used_at: at, last_used_ip: ip, created_at: made } }: { readonly apiKey: ApiKey }) {
  const isUnused = ageOf(at ?? made) > UNUSED_S;
  return (
    <span className="key-lines">
      <span>
        {at === null ? <span className="muted">{apiKeysWords.never}</span> : <Moment at={at} />}
        {ip !== null && (
          <span className="small sub" dir="ltr">
            {' '}
            {ip}
          </span>
        )}
      </span>
      {isUnused && <Status name="keyUnused" />}
    </span>
  );
}

function Requests({ apiKey: { id, requests_7d: count } }: { readonly apiKey: ApiKey }) {
  if (count === 0) return <span className="muted num">{apiKeysWords.log(0)}</span>;
  return (
    <Link from="/a/$accountId/keys" to="/a/$accountId/requests" search={{ key_id: id }} className="link num nowrap">
      {apiKeysWords.log(count)}
    </Link>
  );
}
