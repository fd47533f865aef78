import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { objectsQuery } from '../../api/queries/objects';
import { mayActAs } from '../../api/queries/session';
import { changeWebhook, webhookKeys, webhookQuery, type WebhookSettings } from '../../api/queries/webhooks';
import { numberOf } from '../../lib/url-state';
import { words } from '../../words/en';
import { draftOf } from './draft';
import { WebhookForm } from './form';

const accountRoute = getRouteApi('/a/$accountId');
const route = getRouteApi('/a/$accountId/webhooks/$webhookId/settings');

/** The settings of a webhook; viewers see a description of them. */
export function WebhookSettingsTab() {
  const { account } = accountRoute.useRouteContext();
  const webhookId = numberOf(route.useParams().webhookId) ?? 0;
  const queries = useQueryClient();
  const { data: webhook } = useQuery(webhookQuery(account.id, webhookId));
  const { data: objects } = useQuery(objectsQuery(account.id));
  const change = useMutation({
    mutationFn: (settings: WebhookSettings) => changeWebhook(account.id, webhookId, settings),
    onSuccess: () => queries.invalidateQueries({ queryKey: webhookKeys.all(account.id) }),
  });
  if (webhook === undefined) return null;
  if (!mayActAs(account.role, 'member'))
    return (
      <div className="card form-card">
        <p>{words.webhooks.scope(webhook, objects?.total)}</p>
        <p className="sub small">{words.webhook.viewerSettings}</p>
      </div>
    );
  return (
    <WebhookForm
      initial={draftOf(webhook)}
      submitLabel={words.webhook.form.save}
      error={change.error}
      isSending={change.isPending}
      note={change.isSuccess && words.webhook.form.saved}
      onSubmit={(settings) => change.mutate(settings)}
    />
  );
}
