import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Outlet } from '@tanstack/react-router';
import { problemFacts } from '../../api/problem';
import { objectsQuery } from '../../api/queries/objects';
import { mayActAs } from '../../api/queries/session';
import { webhookQuery } from '../../api/queries/webhooks';
import { addressOf } from '../../lib/address';
import { useCrumb } from '../../lib/crumb';
import { numberOf } from '../../lib/url-state';
import { Loading, Problem } from '../../parts/states';
import { Tabs } from '../../parts/tabs';
import { nameOf } from '../../parts/webhook-name';
import { problemWords } from '../../words/en/problem';
import { webhookWords } from '../../words/en/webhook';
import { webhooksWords } from '../../words/en/webhooks';
import { Actions } from './actions';
import './webhook.css';

const accountRoute = getRouteApi('/a/$accountId');
const route = getRouteApi('/a/$accountId/webhooks/$webhookId');

/** A webhook: its deliveries, its settings, and how its signatures are checked. */
export function WebhookScreen() {
  const { account } = accountRoute.useRouteContext();
  const webhookId = numberOf(route.useParams().webhookId) ?? 0;
  const webhook = useQuery(webhookQuery(account.id, webhookId));
  const { data: objects } = useQuery(objectsQuery(account.id));
  useCrumb(webhook.data && nameOf(webhook.data));
  if (webhook.isPending)
    return (
      <div className="page">
        <Loading rows={6} onRetry={() => void webhook.refetch()} />
      </div>
    );
  if (webhook.data === undefined)
    return (
      <div className="page">
        <title>{problemWords.title}</title>
        <h1 className="sr">{webhooksWords.title}</h1>
        <Problem {...problemFacts(webhook.error)} onRetry={() => void webhook.refetch()} />
      </div>
    );
  const { target, listener, id } = webhook.data;
  const { host, path } = (target !== null && addressOf(target)) || {
    host: target ?? webhooksWords.listenerTitle(id),
    path: '',
  };
  return (
    <div className="page">
      <title>{host}</title>
      <div className="head">
        <div className="webhook-head">
          <h1>
            <bdi>
              {host}
              <span className="webhook-path">{path}</span>
            </bdi>
          </h1>
          {listener && <p className="small sub">{webhooksWords.listener}</p>}
          <p className="small sub">{webhooksWords.scope(webhook.data, objects?.total)}</p>
        </div>
        {mayActAs(account.role, 'member') && <Actions webhook={webhook.data} />}
      </div>
      <Tabs label={webhookWords.tabs}>
        {(['deliveries', 'settings', 'verify'] as const).map((tab) => (
          <Link
            key={tab}
            from="/a/$accountId/webhooks/$webhookId"
            to={`/a/$accountId/webhooks/$webhookId/${tab}`}
            search={{}}
            activeOptions={{ includeSearch: false }}
            activeProps={{ 'aria-current': 'page' }}
          >
            {webhookWords[tab]}
          </Link>
        ))}
      </Tabs>
      <Outlet />
    </div>
  );
}
