import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Button } from '@mantine/core';
import { problemFacts } from '../../api/problem';
import { connectionsQuery } from '../../api/queries/connections';
import { mayActAs } from '../../api/queries/session';
import { sourcesQuery, type Platform } from '../../api/queries/sources';
import { useCrumb } from '../../lib/crumb';
import { Empty, Loading, Problem } from '../../parts/states';
import { connectWords } from '../../words/en/connect';
import { BeforeConsent } from './before';
import { ConsentFlow } from './consent-flow';
import { ConnectionTable } from './connection-table';
import { FieldsForm } from './fields-form';
import '../../parts/connection-cells.css';
import './connect.css';

const accountRoute = getRouteApi('/a/$accountId');
const route = getRouteApi('/a/$accountId/connections/$source');

/** The connections of one platform, and how another is made. */
export function ConnectScreen() {
  const { account } = accountRoute.useRouteContext();
  const { source } = route.useParams();
  const sources = useQuery(sourcesQuery(account.id));
  const platform = sources.data?.get(source);
  useCrumb(platform?.display_name);
  return (
    <div className="page connect">
      {sources.isPending && <Loading rows={3} onRetry={() => void sources.refetch()} />}
      {sources.error && <Problem {...problemFacts(sources.error)} onRetry={() => void sources.refetch()} />}
      {sources.data && !platform?.connection && <Empty text={connectWords.unknown} />}
      {platform?.connection && <PlatformPage platform={platform} isOwner={mayActAs(account.role, 'owner')} />}
    </div>
  );
}

function PlatformPage({ platform, isOwner }: { readonly platform: Platform; readonly isOwner: boolean }) {
  const { flow, step } = route.useSearch();
  const navigate = useNavigate({ from: '/a/$accountId/connections/$source' });
  const name = platform.display_name;
  const isAdding = isOwner && step === 'before' && flow === undefined;
  return (
    <>
      <title>{connectWords.title(name)}</title>
      <div className="head">
        <h1>{connectWords.title(name)}</h1>
        {isOwner && !isAdding && flow === undefined && (
          <div className="actions">
            <Button variant="filled" onClick={() => void navigate({ search: { step: 'before' } })}>
              {connectWords.addMore}
            </Button>
          </div>
        )}
      </div>
      {!isOwner && <p className="sub">{connectWords.onlyOwners}</p>}
      {isAdding && platform.connection && <Adding platform={platform} connecting={platform.connection} />}
      {isOwner && flow !== undefined && <ConsentFlow platform={platform} flowId={flow} />}
      {flow === undefined && <Connections platform={platform} isOwner={isOwner} />}
    </>
  );
}

/** A platform with a sign-in also takes credentials that a person enters, for owners who have a client of their own. */
function Adding(props: { readonly platform: Platform; readonly connecting: NonNullable<Platform['connection']> }) {
  if (!props.connecting.oauth) return <FieldsForm {...props} />;
  return (
    <>
      <BeforeConsent platform={props.platform} />
      <details className="card own-credentials">
        <summary>{connectWords.ownCredentials}</summary>
        <FieldsForm {...props} />
      </details>
    </>
  );
}

function Connections({ platform, isOwner }: { readonly platform: Platform; readonly isOwner: boolean }) {
  const { account } = accountRoute.useRouteContext();
  const connections = useQuery(connectionsQuery(account.id));
  const own = connections.data?.filter(({ source_slug: slug }) => slug === platform.slug) ?? [];
  if (connections.isPending) return <Loading rows={3} onRetry={() => void connections.refetch()} />;
  if (connections.error)
    return <Problem {...problemFacts(connections.error)} onRetry={() => void connections.refetch()} />;
  return (
    <section aria-label={connectWords.list}>
      <h2>{connectWords.list}</h2>
      {own.length === 0 ? (
        <Empty text={connectWords.empty(platform.display_name)} />
      ) : (
        <ConnectionTable platform={platform} connections={own} isOwner={isOwner} />
      )}
    </section>
  );
}
